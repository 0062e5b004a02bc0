import JSON
package import Kafka
import Vocabulary

/// Parses a token: a JWT, or a JSON object with the token and its claims.
package enum TokenText {
    /// The reason why a text is not a token, as the end of a sentence; it never quotes the text.
    package struct Fault: Error, Equatable {
        package let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    /// The expiry and the owner of a token.
    private struct Claims {
        var expiresAtMilliseconds: Int64?
        var principal: String?
    }

    /// Parses a token; `now` is the Unix time in milliseconds.
    ///
    /// Only the claims of a JWT are read; the broker checks its signature.
    package static func read(_ text: [UInt8], atMilliseconds now: Int64) throws(Fault) -> BearerToken {
        let text = trimmed(text)
        guard let first = text.first else { throw Fault("is empty: it must contain a token") }
        let token: [UInt8]
        var claims: Claims
        if first == UInt8(ascii: "{") {
            (token, claims) = try object(text)
        } else {
            (token, claims) = (text, try payload(of: text))
        }
        guard token.allSatisfy(isTokenByte) else { throw Fault("contains characters that are invalid in a token") }
        if claims.expiresAtMilliseconds == nil || claims.principal == nil, let own = try? payload(of: token) {
            claims.expiresAtMilliseconds = claims.expiresAtMilliseconds ?? own.expiresAtMilliseconds
            claims.principal = claims.principal ?? own.principal
        }
        let (end, whose) = first == UInt8(ascii: "{") ? ("expires_at", "principal") : ("exp", "sub")
        guard let expiry = claims.expiresAtMilliseconds else {
            throw Fault("has no \(end): the expiry is needed to renew the token in time")
        }
        guard let principal = claims.principal, !principal.isEmpty else {
            throw Fault("has no \(whose), the name of its owner")
        }
        guard expiry > now else {
            throw Fault("expired \((now - expiry) / 1_000) s ago: check the program that renews it, and the clock")
        }
        return BearerToken(
            String(decoding: token, as: UTF8.self),
            expiresAtMilliseconds: expiry,
            principal: principal
        )
    }

    private static func object(_ text: [UInt8]) throws(Fault) -> (token: [UInt8], Claims) {
        var parser = Parser(maximumDepth: 8)
        guard let root = try? parser.parse(text.span.rawBytes) else {
            throw Fault("is neither a JWT nor a JSON object")
        }
        guard let token = root.member("token")?.text?.string, !token.isEmpty else {
            throw Fault("has no token: the JSON object must have the strings token and principal, and expires_at")
        }
        let claims = Claims(
            expiresAtMilliseconds: milliseconds(root.member("expires_at")),
            principal: root.member("principal")?.text?.string
        )
        return (Array(token.utf8), claims)
    }

    /// Parses the claims of a JWT, which are the second of its three parts.
    private static func payload(of token: [UInt8]) throws(Fault) -> Claims {
        let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64.bytes(ofURL: parts[1]) else {
            throw Fault("is neither a JWT nor a JSON object")
        }
        var parser = Parser(maximumDepth: 64)
        guard let root = try? parser.parse(bytes.span.rawBytes), root.kind == .object else {
            throw Fault("is neither a JWT nor a JSON object")
        }
        return Claims(
            expiresAtMilliseconds: milliseconds(root.member("exp")),
            principal: root.member("sub")?.text?.string
        )
    }

    /// Parses Unix seconds, as JWTs have them, or a date and time in ISO 8601; returns nil for other values.
    private static func milliseconds(_ value: Value?) -> Int64? {
        guard let value else { return nil }
        if let seconds = value.double {
            // The limit is far above any real expiry, and far below an overflow.
            guard seconds > 0, seconds < 1e11 else { return nil }
            return Int64(seconds * 1_000)
        }
        guard value.kind == .string else { return nil }
        return (try? DateReader.instant(value, "expires_at")).map { Int64(($0 + Instant.secondsFrom1970) * 1_000) }
    }

    private static func trimmed(_ text: [UInt8]) -> [UInt8] {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let begun = text.drop(while: isBlank)
        return Array(begun.prefix(begun.count - begun.reversed().prefix(while: isBlank).count))
    }

    /// Whether RFC 6750 allows the character in a bearer token.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~+/=".utf8.contains(byte)
        }
    }
}
