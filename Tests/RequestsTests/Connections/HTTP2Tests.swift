import Requests
import Testing
import Webhooks

@Suite(.enabled(if: TestServer.hasHTTP2, "node is not installed")) struct HTTP2Tests {
    private let server: TestServer
    private let posting: Posting

    init() throws {
        let certificates = try Certificates.made.get()
        server = try TestServer(http2: certificates.valid)
        posting = try Posting(ports: [server.port], authorities: certificates.authority)
    }

    private func url(_ path: String) -> String { "https://hooks.example.org:\(server.port)/\(path)" }

    @Test func `an answer of HTTP, version 2, has its status and its headers`() throws {
        let body = [UInt8](repeating: 0x20, count: 300_000)
        let result = try posting.post(url("any"), body: body)
        let answer = Answer(status: 503, retryAfter: Array("7".utf8), delivery: Array("disable".utf8), nowSeconds: 0)
        #expect(result.ending == .answer(answer))
        #expect(server.lines("request") == ["request /any 300000"])
    }

    @Test func `an answer before the end of the body counts`() throws {
        let body = [UInt8](repeating: 0x20, count: 10_000_000)
        #expect(try posting.post(url("early"), body: body).ending == .answer(Answer(status: 413, nowSeconds: 0)))
        #expect(try posting.post(url("any")).outcome == .throttled)
    }

    @Test func `requests at once share a connection that is there`() throws {
        _ = try posting.post(url("any"))
        for id in 0..<20 { try posting.submit(UInt64(id), url("any")) }
        #expect(posting.results(20).count { $0.outcome == .throttled } == 20)
        #expect(server.lines("connection").count == 1)
    }

    @Test func `an endless answer ends its stream only`() throws {
        _ = try posting.post(url("any"))
        try posting.submit(1, url("stall"))
        #expect(eventually { server.lines("request /stall").count == 1 })
        #expect(try posting.submit(2, url("endless")))
        #expect(posting.results(1).map(\.ending) == [.answer(Answer(status: 200, nowSeconds: 0))])
        #expect(posting.client.underWayCount == 1)
        try posting.submit(3, url("any"))
        #expect(posting.results(1).map(\.outcome) == [.throttled])
        #expect(server.lines("connection").count == 1)
    }
}
