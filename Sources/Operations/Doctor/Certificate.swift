import CCrypto
import Glibc

/// The subject and the expiry date of a certificate.
package struct Certificate: Equatable, Sendable {
    /// The subject name, such as `/CN=broker-1`.
    package let subject: String
    /// The expiry time in Unix seconds.
    package let endSeconds: Int64

    package init(subject: String, endSeconds: Int64) {
        self.subject = subject
        self.endSeconds = endSeconds
    }

    /// Parses at most `most` certificates from a PEM text; other text between them is skipped.
    package static func all(inPEM text: [UInt8], most: Int = 10_000) -> [Certificate] {
        unsafe text.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress,
                let source = unsafe BIO_new_mem_buf(start, Int32(clamping: bytes.count))
            else { return [] }
            defer { unsafe BIO_free(source) }
            var found: [Certificate] = []
            while found.count < most, let certificate = unsafe PEM_read_bio_X509(source, nil, nil, nil) {
                defer { unsafe X509_free(certificate) }
                if let read = unsafe Certificate(certificate) { found.append(read) }
            }
            // The last read always fails; its error must not stay in OpenSSL's error queue.
            ERR_clear_error()
            return found
        }
    }

    /// Parses a certificate in DER; returns nil if it is malformed.
    package init?(der bytes: [UInt8]) {
        let read: Certificate? = unsafe bytes.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            guard let certificate = unsafe d2i_X509(nil, &start, bytes.count) else { return nil }
            defer { unsafe X509_free(certificate) }
            return unsafe Certificate(certificate)
        }
        ERR_clear_error()
        guard let read else { return nil }
        self = read
    }

    private init?(_ certificate: OpaquePointer) {
        var end = unsafe tm()
        guard let time = unsafe X509_get0_notAfter(certificate), unsafe ASN1_TIME_to_tm(time, &end) == 1 else {
            return nil
        }
        var name = [CChar](repeating: 0, count: 256)
        _ = unsafe X509_NAME_oneline(X509_get_subject_name(certificate), &name, Int32(name.count))
        subject = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        endSeconds = unsafe Int64(timegm(&end))
    }
}
