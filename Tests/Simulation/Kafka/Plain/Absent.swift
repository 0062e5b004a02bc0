/// What the simulated cluster has no use for: nobody logs in.
package final class TokenKeeper: Sendable {
    private init() {}
}

extension TokenKeeper: Equatable {
    package static func == (left: TokenKeeper, right: TokenKeeper) -> Bool { left === right }
}

/// The same: nobody shows a certificate.
package final class CertificateLog: Sendable {
    private init() {}
}

extension CertificateLog: Equatable {
    package static func == (left: CertificateLog, right: CertificateLog) -> Bool { left === right }
}
