import Webhooks

/// A callback URL is refused, or its parts make the same callback again; an answer has one meaning, and asks for a day at
/// most.
///
/// The bytes are lines: a URL, `Retry-After`, `webhook-delivery`, a signature.
enum Callbacks {
    static func check(_ bytes: [UInt8]) throws(Fault) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false).map(
            Array.init
        )
        for rules in [CallbackRules(), CallbackRules(allowedPorts: [8443], allowsLoopback: true)] {
            try check(lines[0], rules)
        }
        let (retryAfter, delivery) = (lines.dropFirst().first, lines.dropFirst(2).first)
        for status in [200, 302, 410, 429, 503] {
            let answer = Answer(status: status, retryAfter: retryAfter, delivery: delivery, nowSeconds: 784_111_700)
            try expect((0...86_400).contains(answer.retryAfterSeconds ?? 0), "an answer asks for more than a day")
            try expect(!answer.aborts || answer.outcome != .delivered, "a delivered job is given up")
        }
        let message = SignedMessage(id: lines[0], timestamp: retryAfter ?? [], body: [])
        let secrets = [WebhookSecret.symmetric([UInt8](repeating: 1, count: 32))]
        let verdict = Verifier.verdict(
            on: message,
            signature: lines.dropFirst(3).first ?? [],
            by: secrets,
            nowSeconds: 784_111_700
        )
        try expect(verdict != .verified, "a signature of nobody is verified")
    }

    private static func check(_ url: [UInt8], _ rules: CallbackRules) throws(Fault) {
        guard let callback = try? CallbackAddress(url, rules) else { return }
        try expect(callback.url == url, "the URL does not stand as it stood")
        try expect(!callback.host.isEmpty && callback.target.hasPrefix("/"), "a part is missing")
        try expect(callback.scheme == .https || callback.isLoopbackOnly, "a URL without TLS leaves the machine")
        let again = try? CallbackAddress(Array("\(callback.origin)\(callback.target)".utf8.prefix(2_000)), rules)
        if callback.origin.utf8.count + callback.target.utf8.count > 2_000 { return }
        try expect(again?.hostAndPort == callback.hostAndPort, "the parts make another callback")
        try expect(again?.literal == callback.literal, "the parts make another address")
        if let literal = callback.literal, !rules.allowsLoopback {
            let isRefused = rules.refuses(literal)
            try expect(rules.accepts([literal], of: callback) == !isRefused, "a literal is judged twice")
        }
    }
}
