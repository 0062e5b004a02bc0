import Foundation
import Requests
import Synchronization
import System
import Testing
import Webhooks

@Suite struct PostClientTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    private func url(_ path: String, _ host: String = "127.0.0.1") -> String { "http://\(host):\(server.port)/\(path)" }

    @Test func `requests that stall do not stop others`() throws {
        let posting = try Posting()
        for id in 0..<20 { try posting.submit(UInt64(id), url("stall")) }
        try posting.submit(100, url("status/204"))
        #expect(posting.results(1).map(\.id) == [100])
        #expect(posting.client.underWayCount == 20)
    }

    @Test func `there are no more requests and results than allowed`() throws {
        let posting = try Posting(requestsMax: 2)
        #expect(try posting.submit(1, url("stall")))
        #expect(try posting.submit(2, url("status/204")))
        #expect(try !posting.submit(3, url("status/204")))
        #expect(eventually { posting.client.underWayCount == 1 })
        #expect(try !posting.submit(3, url("status/204")), "the result is not taken")
        #expect(posting.client.takeResults().map(\.id) == [2])
        #expect(try posting.submit(3, url("status/204")))
        #expect(posting.results(1).map(\.id) == [3])
    }

    @Test func `results ring for the caller that asked last`() throws {
        let posting = try Posting()
        let (first, last) = (Rings(), WakeupEvent())
        posting.client.onResults { first.count.add(1, ordering: .relaxed) }
        posting.client.onResults { last.ring() }
        try posting.submit(1, url("status/204"))
        last.wait(milliseconds: 300_000)
        #expect(posting.client.takeResults().map(\.id) == [1])
        #expect(first.count.load(ordering: .relaxed) == 0)
    }

    @Test func `times beyond all reason are taken`() throws {
        let posting = try Posting()
        try posting.submit(1, url("status/204"), connectMilliseconds: .max, milliseconds: .max)
        #expect(posting.results(1).map(\.outcome) == [.delivered])
        for (id, milliseconds) in [(2, 0), (3, -1), (4, Int64.min)] as [(UInt64, Int64)] {
            try posting.submit(id, url("stall"), connectMilliseconds: milliseconds, milliseconds: milliseconds)
            #expect(posting.results(1).map(\.outcome) == [.timeout])
        }
    }

    @Test func `an id is under way once`() throws {
        let posting = try Posting()
        #expect(try posting.submit(1, url("stall")))
        #expect(try !posting.submit(1, url("stall")))
    }

    @Test func `requests that are cut off are closed, and never have a result`() throws {
        let posting = try Posting()
        for id in 1...3 { try posting.submit(UInt64(id), url("stall")) }
        #expect(eventually { server.lines("request").count == 3 })
        posting.client.cancel([1, 2, 99])
        #expect(posting.client.underWayCount == 1)
        posting.client.cancelAll()
        #expect(posting.client.underWayCount == 0)
        try posting.submit(1, url("status/204"))
        #expect(posting.results(1).map(\.id) == [1])
        #expect(posting.client.takeResults().isEmpty)
    }

    @Test func `results that are not taken are cut off, too`() throws {
        let posting = try Posting()
        try posting.submit(1, url("status/204"))
        try posting.submit(2, url("status/204"))
        #expect(eventually { posting.client.underWayCount == 0 })
        posting.client.cancel([1])
        #expect(posting.client.takeResults().map(\.id) == [2])
    }

    @Test func `requests cut off at any moment leave nothing behind`() throws {
        let posting = try Posting()
        for round in 0..<200 {
            for id in 0..<4 { try posting.submit(UInt64(round * 4 + id), url("status/204")) }
            // Each round is cut off at another moment.
            if round % 3 == 0 { usleep(useconds_t(round * 10)) }
            posting.client.cancelAll()
            #expect(posting.client.underWayCount == 0)
            #expect(posting.client.takeResults().isEmpty)
        }
        #expect(try posting.post(url("status/204")).outcome == .delivered)
    }

    @Test func `lookups that stall do not stop other names, nor the end of the client`() throws {
        let gate = WakeupEvent()
        let stalled = Mutex(0)
        do {
            let posting = try Posting(ports: [server.port]) { host in
                if host == "localhost" { return [loopback] }
                stalled.withLock { $0 += 1 }
                gate.wait()
                gate.ring()
                return []
            }
            for id in 0..<10 {
                try posting.submit(UInt64(id), "https://stalled.example:\(server.port)/", connectMilliseconds: 300)
            }
            try posting.submit(100, url("status/204", "localhost"))
            let results = posting.results(11)
            #expect(results.filter { $0.outcome == .delivered }.map(\.id) == [100])
            #expect(results.count { $0.ending == .failure(.timeout) } == 10)
            #expect(stalled.withLock { $0 } == 1)
            try posting.submit(101, "https://stalled.example:\(server.port)/")
        }
        // The client has ended although its lookup has not.
        gate.ring()
    }

    @Test func `requests that wait for a name share its lookup`() throws {
        let gate = WakeupEvent()
        let resolver = TestResolver()
        let posting = try Posting { host in
            gate.wait()
            return resolver.resolve(host)
        }
        for id in 0..<10 { try posting.submit(UInt64(id), url("status/204", "localhost")) }
        // An answer comes when the thread has seen all requests before it.
        try posting.submit(100, url("status/204"))
        #expect(posting.results(1).map(\.id) == [100])
        gate.ring()
        let results = posting.results(10)
        #expect(results.allSatisfy { $0.outcome == .delivered } && results.count == 10)
        #expect(resolver.hosts == ["localhost"])
    }

    @Test func `the end of the client ends its requests and its connections`() throws {
        do {
            let posting = try Posting()
            #expect(try posting.post(url("status/204")).outcome == .delivered)
            try posting.submit(2, url("drip-body"))
            #expect(eventually { server.lines("request").count == 2 })
        }
        #expect(eventually { server.lines("closed").count == server.lines("connection").count })
    }

    @Test func `many requests at once all have their results`() throws {
        let posting = try Posting(requestsMax: 200)
        for id in 0..<200 { #expect(try posting.submit(UInt64(id), url(id % 4 == 0 ? "close" : "status/204"))) }
        let results = posting.results(200)
        #expect(Set(results.map(\.id)).count == 200)
        for result in results { #expect(result.outcome == (result.id % 4 == 0 ? .connect : .delivered)) }
    }
}

/// Counts calls of a closure.
private final class Rings: Sendable {
    let count = Atomic(0)
}
