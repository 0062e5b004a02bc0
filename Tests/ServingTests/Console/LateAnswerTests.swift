import Clients
import Foundation
import Serving
import Synchronization
import System
import Testing

/// Answers that come from other threads, over a real socket.
struct LateAnswerTests {
    private static func port(_ server: borrowing PageServer) throws -> UInt16 {
        try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
    }

    /// The functions that answer the requests that wait.
    private final class Waiting: Sendable {
        private let waiting = Mutex<[@Sendable (Page) -> Void]>([])
        private let ring = WakeupEvent()

        func add(_ done: @escaping @Sendable (Page) -> Void) {
            waiting.withLock { $0.append(done) }
            ring.ring()
        }

        func next() -> @Sendable (Page) -> Void {
            while true {
                if let first = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return first }
                ring.wait()
            }
        }
    }

    private static func server(_ waiting: Waiting) throws -> PageServer {
        try PageServer(host: "127.0.0.1", port: 0, headers: [Page.Header("X-Always", "1")]) { request in
            request.path == "/late" ? .later { waiting.add($0) } : .page(Page(body: "[now]"))
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a late answer comes to its own request, and others are answered meanwhile`() async throws {
        try await onOwnThread {
            let waiting = Waiting()
            let server = try Self.server(waiting)
            let lines = try (0..<2).map { _ in Line(port: try Self.port(server)) }
            var done: [@Sendable (Page) -> Void] = []
            for line in lines {
                line.say("GET /late HTTP/1.1\r\nHost: h\r\n\r\n")
                done.append(waiting.next())
            }
            let quick = Line(port: try Self.port(server))
            quick.say("GET /now HTTP/1.0\r\n\r\n")
            #expect(quick.hear().hasSuffix("\r\n\r\n[now]"))
            done[1](Page(status: 503, json: Array("[second]".utf8)))
            #expect(lines[1].hear(until: "]").hasPrefix("HTTP/1.1 503 "))
            done[0](Page(body: "[first]"))
            let first = lines[0].hear(until: "]")
            #expect(first.hasPrefix("HTTP/1.1 200 OK\r\n") && first.contains("\r\nX-Always: 1\r\n"))
            #expect(first.hasSuffix("[first]"))
            // The connection is kept.
            lines[0].say("GET /now HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(lines[0].hear(until: "]").hasSuffix("[now]"))
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a client that leaves, and a server that ends, lose an answer and nothing else`() async throws {
        try await onOwnThread {
            let waiting = Waiting()
            var late: (@Sendable (Page) -> Void)?
            do {
                let server = try Self.server(waiting)
                do {
                    let gone = Line(port: try Self.port(server))
                    gone.say("GET /late HTTP/1.1\r\nHost: h\r\n\r\n")
                    late = waiting.next()
                }
                late?(Page(body: "[nobody]"))
                let next = Line(port: try Self.port(server))
                next.say("GET /now HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(next.hear(until: "]").hasSuffix("[now]"))
                next.say("GET /late HTTP/1.1\r\nHost: h\r\n\r\n")
                late = waiting.next()
            }
            late?(Page(body: "[too late]"))
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `answers that do not fit into the memory for answers are refused`() async throws {
        try await onOwnThread {
            let waiting = Waiting()
            let server = try Self.server(waiting)
            let lines = try (0..<3).map { _ in Line(port: try Self.port(server)) }
            let long = Page(json: [UInt8](repeating: 0x61, count: 15 << 20))
            var heads: [String] = []
            for line in lines {
                line.say("GET /late HTTP/1.1\r\nHost: h\r\n\r\n")
                waiting.next()(long)
                // The head is heard, and the rest stays in the server.
                heads.append(line.hear(until: "\r\n"))
            }
            #expect(heads.map { $0.prefix(12) } == ["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 503"])
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `two requests are read at once, and a third waits a second`() async throws {
        try await onOwnThread {
            let started = Atomic(0)
            let open = Atomic(false)
            let rig = try ConsoleRig(known: nil) { request in
                started.add(1, ordering: .relaxed)
                while !open.load(ordering: .relaxed) { Clocks().sleep(milliseconds: 1) }
                return Page(body: request.path.joined(separator: "|"))
            }
            let answers = Mutex<[String: UInt32]>([:])
            for name in ["a", "b", "c"] {
                let request = HTTPRequest("/api/v1/connections/\(name)", headers: [("host", Array("localhost".utf8))])
                guard case .later(let start) = rig.console.answer(request) else { continue }
                start { page in answers.withLock { $0[name] = page.status } }
            }
            while started.load(ordering: .relaxed) < 2 { Clocks().sleep(milliseconds: 1) }
            rig.console.turn()
            #expect(answers.withLock { $0 } == [:])
            rig.pass(seconds: 1)
            rig.console.turn()
            #expect(answers.withLock { $0 } == ["c": 503])
            open.store(true, ordering: .relaxed)
            while answers.withLock({ $0.count }) < 3 { Clocks().sleep(milliseconds: 1) }
            #expect(answers.withLock { $0 } == ["a": 200, "b": 200, "c": 503])
            #expect(started.load(ordering: .relaxed) == 2)
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["worker", "connections"])
    func `clients that ask without pause get a burst of answers, then wait for time to pass, and no more than a few`(
        path: String
    ) async throws {
        try await onOwnThread {
            let rig = try ConsoleRig(known: nil)
            let statuses = Mutex<[UInt32]>([])
            func waitForAnswers(_ count: Int) {
                while statuses.withLock({ $0.count }) < count { Clocks().sleep(milliseconds: 1) }
            }
            func ask(_ times: Int) {
                let request = HTTPRequest("/api/v1/\(path)", headers: [("host", Array("localhost".utf8))])
                for _ in 0..<times {
                    guard case .later(let start) = rig.console.answer(request) else { continue }
                    start { page in statuses.withLock { $0.append(page.status) } }
                }
            }
            let burst = Int(ReadPace.burst)
            for number in 1...burst {
                ask(1)
                waitForAnswers(number)
            }
            // The clock stands still, so nobody is answered but those who find the queue full.
            ask(24 + 3)
            waitForAnswers(burst + 3)
            #expect(statuses.withLock { $0 } == [UInt32](repeating: 200, count: burst) + [503, 503, 503])
            rig.pass(milliseconds: 24 * ReadPace.intervalMilliseconds)
            waitForAnswers(burst + 3 + 24)
            #expect(statuses.withLock { $0.suffix(24) } == [UInt32](repeating: 200, count: 24))
        }
    }
}
