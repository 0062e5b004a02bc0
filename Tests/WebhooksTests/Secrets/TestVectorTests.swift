import Foundation
import Testing
import Webhooks

/// docs/webhooks.md has a test vector for receivers, which must be right.
struct TestVectorTests {
    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/webhooks.md")

    @Test func `the signature of the page is that of its body`() throws {
        let lines = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n")
        func value(_ name: String) throws -> [UInt8] {
            let row = try #require(lines.last { $0.hasPrefix("| \(name) | `") })
            return Array(row.dropFirst("| \(name) | `".count).dropLast("` |".count).utf8)
        }
        let message = SignedMessage(
            id: try value("`webhook-id`"),
            timestamp: try value("`webhook-timestamp`"),
            body: try value("body")
        )
        let secret = try WebhookSecret(String(decoding: try value("secret"), as: UTF8.self))
        let signature = try #require(Signer.signature(of: message, by: [secret]))
        #expect(Array(signature.utf8) == (try value("`webhook-signature`")))
    }
}
