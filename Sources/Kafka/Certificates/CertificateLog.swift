import Synchronization

/// The certificates that brokers show to a client; heard on the library's own threads.
package final class CertificateLog: Sendable {
    /// One of them, as it travels (DER).
    package struct Shown: Sendable {
        /// From 0, the broker's own, to the authority that all trust.
        package let depth: Int
        package let bytes: [UInt8]
    }

    /// Chains are short; whatever comes after so many is passed over.
    private static let most = 64

    private let heard = Mutex<[Shown]>([])

    package init() {}

    /// What has been shown so far.
    package var shown: [Shown] { heard.withLock { $0 } }

    func note(_ bytes: [UInt8], depth: Int) {
        heard.withLock { if $0.count < Self.most { $0.append(Shown(depth: depth, bytes: bytes)) } }
    }
}

extension CertificateLog: Equatable {
    /// Whether both are the same one.
    package static func == (left: CertificateLog, right: CertificateLog) -> Bool { left === right }
}
