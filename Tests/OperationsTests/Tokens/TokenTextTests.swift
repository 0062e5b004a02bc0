import Foundation
import Kafka
import Operations
import Testing

/// Tokens as programs print them and files hold them.
struct TokenTextTests {
    private static let now: Int64 = 1_700_000_000_000

    private static func jwt(_ claims: String) -> String {
        let parts = [#"{"alg":"none"}"#, claims].map { text in
            Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
        }
        return parts.joined(separator: ".") + "."
    }

    private static func read(_ text: String) throws(TokenText.Fault) -> BearerToken {
        try TokenText.read(Array(text.utf8), atMilliseconds: now)
    }

    private static func reason(_ text: String) -> String? {
        do throws(TokenText.Fault) {
            _ = try read(text)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(arguments: ["", "?>?>~~ü", "worker/one"])
    func `a JWT says by itself until when it is valid and whose it is`(extra: String) throws {
        let jwt = Self.jwt(#"{"exp":1700000060.5,"sub":"worker","x":"\#(extra)"}"#)
        let expected = BearerToken(jwt, expiresAtMilliseconds: 1_700_000_060_500, principal: "worker")
        #expect(try Self.read(jwt) == expected)
        #expect(try Self.read("\n \(jwt)\r\n") == expected)
    }

    @Test func `of a JSON object they stand beside the token, or in it`() throws {
        let opaque = try Self.read(#"{"token":"abc","expires_at":1700000060,"principal":"p"}"#)
        #expect(opaque == BearerToken("abc", expiresAtMilliseconds: 1_700_000_060_000, principal: "p"))
        let inWords = try Self.read(#"{"token":"abc","expires_at":"2023-11-14T22:14:20Z","principal":"p"}"#)
        #expect(inWords == opaque)
        let jwt = Self.jwt(#"{"exp":1700000060,"sub":"worker"}"#)
        #expect(try Self.read(#"{"token":"\#(jwt)"}"#).principal == "worker")
    }

    @Test(arguments: [
        ("", "is empty"), (" \n", "is empty"), ("no token", "is neither a JWT nor a JSON object"),
        ("a.b.c", "is neither a JWT nor a JSON object"), ("{", "is neither a JWT nor a JSON object"),
        (jwt("[]"), "is neither a JWT nor a JSON object"), (jwt(#"{"sub":"w"}"#), "has no exp"),
        (jwt(#"{"exp":"soon","sub":"w"}"#), "has no exp"), (jwt(#"{"exp":1e300,"sub":"w"}"#), "has no exp"),
        (jwt(#"{"exp":1700000060}"#), "has no sub"), (jwt(#"{"exp":1700000060,"sub":""}"#), "has no sub"),
        (jwt(#"{"exp":1699999965,"sub":"w"}"#), "expired 35 s ago"), (#"{"expires_at":1}"#, "has no token"),
        (#"{"token":"abc","principal":"p"}"#, "has no expires_at"),
        (#"{"token":"abc","expires_at":1700000060}"#, "has no principal"),
        (
            #"{"token":"a b","expires_at":1700000060,"principal":"p"}"#,
            "contains characters that are invalid in a token"
        ),
        (
            #"{"token":"a\u0000b","expires_at":1700000060,"principal":"p"}"#,
            "contains characters that are invalid in a token"
        ),
    ])
    func `what is no token, or one that cannot be used, has its sentence`(text: String, reason: String) {
        #expect(Self.reason(text)?.hasPrefix(reason) == true, "\(Self.reason(text) ?? "none")")
    }

    @Test func `no text shows a token`() throws {
        let token = try Self.read(#"{"token":"hunter2","expires_at":1700000060,"principal":"p"}"#)
        var dumped = ""
        dump(token, to: &dumped)
        #expect("\(token) \(String(reflecting: [token])) \(dumped)".contains("hunter2") == false)
    }
}
