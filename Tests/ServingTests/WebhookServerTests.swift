import Clients
import Serving
import Synchronization
import System
import Testing

/// Bodies over a real socket, as senders of webhooks send them.
struct WebhookServerTests {
    /// A server that answers with what it received.
    private static func server(delayMilliseconds: Int64 = 0) throws -> WebhookServer {
        try WebhookServer(host: "127.0.0.1", port: 0, delayMilliseconds: delayMilliseconds) { request in
            let names = WebhookServer.headers.filter { request[$0] != nil }.joined(separator: ",")
            let sum = request.body.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff_ffff }
            return Page(body: "[\(request.path) \(names) \(request.body.count) \(sum)]")
        }
    }

    private static func port(_ server: borrowing WebhookServer) throws -> UInt16 {
        try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
    }

    private static func head(_ path: String = "/", count: Int, _ more: String = "") -> String {
        "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: \(count)\r\n\(more)\r\n"
    }

    private static func answer(_ body: [UInt8], _ path: String = "/", _ names: String = "") -> String {
        "[\(path) \(names) \(body.count) \(body.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff_ffff })]"
    }

    @Test(arguments: [0, 1, 5_000, 100_000, 3 << 20])
    func `a body arrives byte for byte, at any path`(count: Int) throws {
        let server = try Self.server()
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }
        let line = Line(port: try Self.port(server))
        line.say(Self.head("/hooks/a", count: count, "Webhook-Id: 7\r\nWEBHOOK-SIGNATURE: v1,x\r\nOther: y\r\n"))
        line.say(body)
        #expect(line.hear(until: "]").hasSuffix(Self.answer(body, "/hooks/a", "webhook-id,webhook-signature")))
    }

    @Test func `bodies on one connection do not mix`() throws {
        let server = try Self.server()
        let line = Line(port: try Self.port(server))
        for count in [10, 0, 40_000, 3] {
            let body = [UInt8](repeating: 0x61, count: count)
            line.say(Self.head(count: count))
            line.say(body)
            #expect(line.hear(until: "]").hasSuffix(Self.answer(body)))
        }
    }

    @Test func `a body in chunks is joined`() throws {
        let server = try Self.server()
        let line = Line(port: try Self.port(server))
        line.say("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
        #expect(line.hear(until: "]").hasSuffix(Self.answer(Array("abcde".utf8))))
    }

    @Test func `a longer body than 16 MiB is answered with 413, and the connection is of no more use`() throws {
        let server = try Self.server()
        let count = 16 << 20
        let body = [UInt8](repeating: 0x62, count: 1 << 20)
        let whole = Line(port: try Self.port(server))
        whole.say(Self.head(count: count - 1_000))
        for _ in 0..<15 { whole.say(body) }
        whole.say(Array(body.dropLast(1_000)))
        #expect(whole.hear(until: "\r\n").hasPrefix("HTTP/1.1 200 "))
        let long = Line(port: try Self.port(server))
        long.say(Self.head(count: count + 1))
        for _ in 0..<16 { long.say(body) }
        long.say("b")
        let answer = long.hear()
        #expect(answer.hasPrefix("HTTP/1.1 413 "))
        #expect(answer.hasSuffix("the request is longer than 16 MiB\n"))
    }

    @Test func `a client that asks first is told at once that its body is too long`() throws {
        let server = try Self.server()
        let asking = Line(port: try Self.port(server))
        asking.say(Self.head(count: 17 << 20, "Expect: 100-continue\r\n"))
        #expect(asking.hear().hasPrefix("HTTP/1.1 413 "))
        let right = Line(port: try Self.port(server))
        right.say(Self.head(count: 3, "Expect: 100-continue\r\n"))
        #expect(right.hear(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
        right.say("abc")
        #expect(right.hear(until: "]").hasSuffix(Self.answer(Array("abc".utf8))))
    }

    @Test func `bodies hold 64 MiB together at most, and what is let go of is free again`() throws {
        let server = try Self.server()
        let port = try Self.port(server)
        let body = [UInt8](repeating: 0x63, count: 13 << 20)
        func whole() -> Line {
            let line = Line(port: port)
            line.say(Self.head(count: body.count))
            line.say(body)
            return line
        }
        var held: [Line] = []
        for _ in 0..<4 {
            let line = Line(port: port)
            line.say(Self.head(count: body.count + 1))
            line.say(body)
            held.append(line)
        }
        // The server may not have read all of them yet: until then, it still has memory for another.
        #expect((0..<50).contains { _ in whole().hear(until: "\r\n").hasPrefix("HTTP/1.1 503 ") })
        for line in held { line.say("c") }
        for line in held { #expect(line.hear(until: "\r\n").hasPrefix("HTTP/1.1 200 ")) }
        #expect(whole().hear(until: "\r\n").hasPrefix("HTTP/1.1 200 "))
    }

    @Test(arguments: ["GET", "HEAD", "PUT", "DELETE"])
    func `other methods are refused, with the one that is taken`(method: String) throws {
        let server = try Self.server()
        let line = Line(port: try Self.port(server))
        line.say("\(method) / HTTP/1.1\r\nHost: h\r\n\r\n")
        let answer = line.hear()
        #expect(answer.hasPrefix("HTTP/1.1 405 "))
        #expect(answer.contains("\r\nAllow: POST\r\n"))
    }

    @Test func `headers of more than 8 KiB are refused`() throws {
        let server = try Self.server()
        let line = Line(port: try Self.port(server))
        line.say(Self.head(count: 0, "Webhook-Signature: \(String(repeating: "x", count: 9 << 10))\r\n"))
        #expect(line.hear(until: "\r\n").hasPrefix("HTTP/1.1 431 "))
    }

    @Test(.timeLimit(.minutes(1)))
    func `a delayed response does not delay others, and the connection is kept`() async throws {
        try await onOwnThread {
            let server = try Self.server(delayMilliseconds: 1_500)
            let port = try Self.port(server)
            let clocks = Clocks()
            let began = clocks.steadyMilliseconds()
            let lines = (0..<20).map { _ in Line(port: port) }
            for (number, line) in lines.enumerated() {
                line.say(Self.head("/\(number)", count: 3))
                line.say("abc")
            }
            for (number, line) in lines.enumerated() {
                #expect(line.hear(until: "]").hasSuffix(Self.answer(Array("abc".utf8), "/\(number)")))
            }
            let took = clocks.steadyMilliseconds() - began
            // One after the other would take 30 s.
            #expect(1_500..<20_000 ~= took, "\(took)")
            lines[0].say(Self.head("/again", count: 0))
            #expect(lines[0].hear(until: "]").hasSuffix(Self.answer([], "/again")))
            #expect(clocks.steadyMilliseconds() - began >= 3_000)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a server ends while responses are delayed, also to clients that have left`() async throws {
        try await onOwnThread {
            let answers = Mutex(0)
            do {
                let server = try WebhookServer(host: "127.0.0.1", port: 0, delayMilliseconds: 600_000) { _ in
                    answers.withLock { $0 += 1 }
                    return Page(body: "")
                }
                let lines = try (0..<3).map { _ in Line(port: try Self.port(server)) }
                for line in lines { line.say(Self.head(count: 0)) }
                // A connection after them is served when theirs are held.
                let other = Line(port: try Self.port(server))
                other.say("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(other.hear().hasPrefix("HTTP/1.1 405 "))
                withExtendedLifetime(server) {}
            }
            #expect(answers.withLock { $0 } == 0)
        }
    }

    @Test func `a port that is taken is named with its option`() throws {
        let first = try Self.server()
        let port = try Self.port(first)
        let error = #expect(throws: ServingError.self) {
            _ = try WebhookServer(host: "127.0.0.1", port: port) { _ in .notFound }
        }
        #expect(error?.description.hasPrefix("--listen: 127.0.0.1:\(port) is taken by another process: ") ?? false)
        withExtendedLifetime(first) {}
    }
}
