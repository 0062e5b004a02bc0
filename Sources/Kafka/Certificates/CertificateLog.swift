import Synchronization

/// Records the certificates that brokers present to a client; used from the library's threads.
package final class CertificateLog: Sendable {
    /// A certificate in DER format.
    package struct Shown: Sendable {
        /// The position in the chain: 0 is the broker's own certificate, and the last is the root authority's.
        package let depth: Int
        package let bytes: [UInt8]
    }

    /// The largest number of certificates that are recorded.
    private static let most = 64

    private let heard = Mutex<[Shown]>([])

    package init() {}

    /// The certificates recorded so far.
    package var shown: [Shown] { heard.withLock { $0 } }

    func note(_ bytes: [UInt8], depth: Int) {
        heard.withLock { if $0.count < Self.most { $0.append(Shown(depth: depth, bytes: bytes)) } }
    }
}

extension CertificateLog: Equatable {
    package static func == (left: CertificateLog, right: CertificateLog) -> Bool { left === right }
}
