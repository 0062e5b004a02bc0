import Foundation
import Requests
import Synchronization
import System
import Testing
import Webhooks

@Suite struct ReuseTests {
    private let server: TestServer
    private let resolver = TestResolver()
    private let posting: Posting
    private let origin: String

    init() throws {
        server = try TestServer()
        posting = try Posting(resolve: resolver.resolve)
        origin = "http://localhost:\(server.port)"
    }

    @Test func `requests to a host share a connection, whose name is looked up once`() throws {
        for _ in 0..<5 { #expect(try posting.post("\(origin)/status/204").outcome == .delivered) }
        #expect(server.lines("connection").count == 1)
        #expect(resolver.hosts == ["localhost"])
    }

    @Test func `a connection that dies unanswered is replaced once, by a new lookup`() throws {
        #expect(try posting.post("\(origin)/status/204?dying=1").outcome == .delivered)
        #expect(try posting.post("\(origin)/status/200").outcome == .delivered)
        #expect(server.lines("died") == ["died /status/200"])
        #expect(server.lines("request /status/200").count == 1)
        #expect(server.lines("connection").count == 2)
        #expect(resolver.hosts.count == 2)
    }

    @Test func `the connection that replaces a dead one has the whole time to be made`() throws {
        let passed = Atomic<Int64>(0)
        let steady = Clocks().steadyMilliseconds
        let clocks = Clocks(steadyMilliseconds: { steady() + passed.load(ordering: .relaxed) })
        let posting = try Posting(clocks: clocks, resolve: resolver.resolve)
        #expect(try posting.post("\(origin)/status/204?dying=1&late=1").outcome == .delivered)
        try posting.submit(1, "\(origin)/status/200", milliseconds: 86_400_000)
        #expect(eventually { !server.lines("died").isEmpty })
        // The kept connection dies when the time to make a new one would be over.
        passed.store(1_000_000, ordering: .relaxed)
        #expect(posting.results(1).map(\.outcome) == [.delivered])
    }

    @Test func `connections have keepalive`() throws {
        try posting.submit(1, "\(origin)/stall")
        #expect(eventually { !server.lines("request /stall").isEmpty })
        let end = String(format: ":%04X", Int(server.port))
        // Its columns: number, own address, peer, state, queues, kind of timer and its time. `String(contentsOfFile:)` reads
        // only the first 4 KiB of a file in /proc, which closed connections of other tests can fill.
        #expect(
            try eventually {
                let table = try FileHandle(forReadingFrom: URL(filePath: "/proc/net/tcp")).readToEnd() ?? Data()
                return String(decoding: table, as: UTF8.self).split(separator: "\n").contains { line in
                    let columns = line.split(separator: " ")
                    return columns.count > 5 && columns[2].hasSuffix(end) && columns[5].hasPrefix("02:")
                }
            }
        )
    }

    @Test func `the connection that replaces a dead one is not replaced`() throws {
        #expect(try posting.post("\(origin)/status/204?dying=1").outcome == .delivered)
        #expect(try posting.post("\(origin)/close").outcome == .connect)
        #expect(server.lines("died /close").count == 1)
        #expect(server.lines("request /close").count == 1)
    }

    @Test func `a request whose answer has begun is not sent again when its kept connection dies`() throws {
        #expect(try posting.post("\(origin)/status/204?dying=1&answering=1").outcome == .delivered)
        #expect(try posting.post("\(origin)/status/200").outcome == .connect)
        #expect(server.lines("died") == ["died /status/200"])
        #expect(server.lines("request /status/200").isEmpty && server.lines("connection").count == 1)
    }

    @Test func `of several kept connections that die only one is tried`() throws {
        let count = 4
        for id in 0..<count { try posting.submit(UInt64(id), "\(origin)/status/204?dying=1") }
        #expect(posting.results(count).allSatisfy { $0.outcome == .delivered })
        #expect(try posting.post("\(origin)/close").outcome == .connect)
        #expect(server.lines("died /close").count <= 1)
        #expect(server.lines("request /close").count == 1)
    }

    @Test func `a large body dies with its connection, and is sent again`() throws {
        #expect(try posting.post("\(origin)/status/204?dying=1").outcome == .delivered)
        let body = [UInt8](repeating: 0x20, count: 900_000)
        #expect(try posting.post("\(origin)/status/200", body: body).outcome == .delivered)
        #expect(server.lines("request /status/200").first?.hasPrefix("request /status/200 900000 ") == true)
    }

    @Test func `no more connections are kept than allowed`() throws {
        let servers = try (0..<3).map { _ in try TestServer() }
        let posting = try Posting(idleConnectionsMax: 1)
        for server in servers {
            #expect(try posting.post("http://127.0.0.1:\(server.port)/status/204").outcome == .delivered)
        }
        #expect(eventually { servers.count { !$0.lines("closed").isEmpty } >= 2 })
    }
}
