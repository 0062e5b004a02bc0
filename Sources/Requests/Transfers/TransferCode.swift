import CCurl
import Webhooks

extension CURLcode {
    /// The outcome of a request without an answer.
    var outcome: AttemptOutcome {
        switch self {
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
            CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
            .tls
        default: .connect
        }
    }

    /// Whether an open connection may have broken before the receiver got the request.
    var isOfDeadConnection: Bool {
        switch self {
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM: true
        default: false
        }
    }

    /// Whether a line of the head was longer than libcurl keeps (100 KiB).
    ///
    /// Older versions report a lack of memory, and newer versions the code 100, which libcurl's C header may lack.
    var isOfLongLine: Bool { self == CURLE_OUT_OF_MEMORY || rawValue == 100 }
}
