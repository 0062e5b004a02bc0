/// Checks whether certificates have expired, or will expire within 30 days.
package enum CertificateCheck {
    private static let daySeconds: Int64 = 86_400
    /// A file with more certificates is a bundle of the distribution, which always contains expired certificates.
    private static let bundle = 10

    /// Returns the diagnoses for the certificates of a file, a property or a broker address.
    package static func diagnoses(_ about: String, _ certificates: [Certificate], atSeconds now: Int64) -> [Diagnosis] {
        if certificates.isEmpty {
            return [
                Diagnosis(
                    .certificate,
                    about,
                    .failed,
                    "no certificate can be read",
                    advice: "Name a PEM file that this user can read."
                )
            ]
        }
        if certificates.count > bundle {
            return [Diagnosis(.certificate, about, .ok, "holds \(certificates.count) certificates")]
        }
        return certificates.map { diagnosis(about, $0, atSeconds: now) }
    }

    private static func diagnosis(_ about: String, _ certificate: Certificate, atSeconds now: Int64) -> Diagnosis {
        let left = certificate.endSeconds - now
        let days = left / daySeconds
        let advice = "Renew it, and restart the processes that use it."
        if left <= 0 {
            let message = "\(certificate.subject) expired \(-days) day(s) ago"
            return Diagnosis(.certificate, about, .failed, message, advice: advice)
        }
        let message = "\(certificate.subject) expires in \(days) day(s)"
        return left < 30 * daySeconds
            ? Diagnosis(.certificate, about, .warning, message, advice: advice)
            : Diagnosis(.certificate, about, .ok, message)
    }
}
