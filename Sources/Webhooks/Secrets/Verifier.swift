import Vocabulary

/// Verifies deliveries as a receiver does, by Standard Webhooks 1.0.
package enum Verifier {
    /// The largest accepted difference between a timestamp and the clock.
    package static let toleranceSeconds: Int64 = 300
    /// The largest number of signatures in a header that are checked.
    private static let signaturesMax = 64

    /// The result of a verification.
    package enum Verdict: Equatable, Sendable {
        case verified
        /// The timestamp is not a number of seconds.
        case malformedTimestamp
        /// The timestamp differs by more than 5 minutes from the clock.
        case wrongTime
        /// No signature fits any secret.
        case noSignature
    }

    /// Judges a delivery: its timestamp, then its signatures in constant time.
    ///
    /// - Parameters:
    ///   - message: The headers and the body as they were received.
    ///   - signature: The value of the header `webhook-signature`: signatures separated by spaces. Signatures of
    ///     unknown versions are skipped.
    ///   - secrets: The secrets, one of which must fit.
    ///   - nowSeconds: The time in Unix seconds.
    /// - Returns: The result; `verified` if one signature fits one secret.
    package static func verdict(
        on message: SignedMessage,
        signature: [UInt8],
        by secrets: [WebhookSecret],
        nowSeconds: Int64
    ) -> Verdict {
        guard let timestamp = seconds(message.timestamp) else { return .malformedTimestamp }
        guard abs(nowSeconds - timestamp) <= toleranceSeconds else { return .wrongTime }
        let content = message.content
        let expected = secrets.compactMap { secret -> [UInt8]? in
            guard case .symmetric(let key) = secret else { return nil }
            return HMAC.sha256(content, key: key)
        }
        let publicKeys = secrets.compactMap { secret -> [UInt8]? in
            guard case .ed25519(_, let publicKey) = secret else { return nil }
            return publicKey
        }
        for one in signature.split(separator: 0x20, maxSplits: signaturesMax).prefix(signaturesMax) {
            let parts = one.split(separator: UInt8(ascii: ","), maxSplits: 1)
            guard parts.count == 2, let given = Base64.bytes(parts[1]) else { continue }
            let fits: Bool
            if parts[0].elementsEqual(Signer.symmetricVersion.utf8) {
                fits = expected.contains { HMAC.areEqual($0, given) }
            } else if parts[0].elementsEqual(Signer.asymmetricVersion.utf8) {
                fits = publicKeys.contains { Ed25519.isValid(given, of: content, publicKey: $0) }
            } else {
                fits = false
            }
            if fits { return .verified }
        }
        return .noSignature
    }

    /// Parses a timestamp: up to 12 digits.
    private static func seconds(_ timestamp: [UInt8]) -> Int64? {
        guard (1...12).contains(timestamp.count), timestamp.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        return timestamp.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }
}
