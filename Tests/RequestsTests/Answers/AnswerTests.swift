import Requests
import Testing
import Webhooks

@Suite struct AnswerTests {
    private let server: TestServer
    private let posting: Posting

    init() throws {
        server = try TestServer()
        posting = try Posting()
    }

    private func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)/\(path)" }

    @Test func `a request has the headers and the body of the delivery, and nothing else`() throws {
        let body = Array(#"{"type":"documents","data":{}}"#.utf8)
        let result = try posting.post(url("status/204"), body: body)
        #expect(result.outcome == .delivered)
        let names = [
            "content-length", "content-type", "host", "user-agent", "webhook-id", "webhook-signature",
            "webhook-timestamp",
        ]
        #expect(server.lines("request") == ["request /status/204 \(body.count) \(names.joined(separator: " "))"])
        #expect(server.values("webhook-signature", "/status/204") == ["v1,abc"])
        #expect(server.values("content-type", "/status/204") == ["application/json"])
        #expect(server.values("host", "/status/204") == ["127.0.0.1:\(server.port)"])
    }

    @Test func `a body of a megabyte arrives whole, without a question before`() throws {
        let result = try posting.post(url("status/200"), body: [UInt8](repeating: 0x20, count: 1_000_000))
        #expect(result.outcome == .delivered)
        #expect(server.lines("request").first?.hasPrefix("request /status/200 1000000 ") == true)
        #expect(server.values("expect", "/status/200").isEmpty)
    }

    @Test func `an empty body is sent as one`() throws {
        #expect(try posting.post(url("status/204"), body: []).outcome == .delivered)
        #expect(server.values("content-length", "/status/204") == ["0"])
    }

    @Test(arguments: ["a/../status/204", "status/204?a=/../b&c=%2e%2e;d", "//status//204"])
    func `the path and the query are sent as they stand`(_ path: String) throws {
        _ = try posting.post(url(path))
        #expect(server.lines("request").first?.hasPrefix("request /\(path) ") == true)
    }

    @Test(arguments: [
        (200, AttemptOutcome.delivered), (204, .delivered), (301, .redirect), (302, .redirect), (304, .redirect),
        (307, .redirect), (400, .status), (401, .status), (407, .status), (410, .gone), (413, .status),
        (429, .throttled), (500, .status), (503, .status), (599, .status),
    ])
    func `a status has its outcome`(_ status: Int, _ outcome: AttemptOutcome) throws {
        let result = try posting.post(url("status/\(status)"))
        #expect(result.ending == .answer(Answer(status: status, nowSeconds: 0)))
        #expect(result.outcome == outcome)
    }

    @Test func `the headers that count are read, whatever their case`() throws {
        let result = try posting.post(url("status/503?Retry-After=7&WEBHOOK-Delivery=abort-message&x=y"))
        let answer = Answer(
            status: 503,
            retryAfter: Array("7".utf8),
            delivery: Array("abort-message".utf8),
            nowSeconds: 0
        )
        #expect(result.ending == .answer(answer))
        #expect(answer.retryAfterSeconds == 7 && answer.order == .abortMessage)
    }

    @Test func `a redirect is not followed`() throws {
        for status in [301, 302, 303, 307, 308] {
            let path = "status/\(status)?location=http://127.0.0.1:\(server.port)/status/204"
            #expect(try posting.post(url(path)).outcome == .redirect)
        }
        #expect(server.lines("request /status/204").isEmpty)
    }

    @Test func `informational answers are passed over`() throws {
        let result = try posting.post(url("informed/429"))
        #expect(result.ending == .answer(Answer(status: 429, nowSeconds: 0)))
    }

    @Test(arguments: [413, 410, 503])
    func `an answer before the end of the body counts`(_ status: Int) throws {
        let body = [UInt8](repeating: 0x20, count: 10_000_000)
        #expect(
            try posting.post(url("early/\(status)"), body: body).ending
                == .answer(Answer(status: status, nowSeconds: 0))
        )
        #expect(eventually { !server.lines("closed").isEmpty })
    }

    @Test func `trailers do not count`() throws {
        #expect(try posting.post(url("trailers")).ending == .answer(Answer(status: 503, nowSeconds: 0)))
    }

    @Test(arguments: ["endless-body", "endless-headers", "endless-line"])
    func `of an endless answer the status counts, and its connection is closed`(_ path: String) throws {
        let result = try posting.post(url(path))
        #expect(result.ending == .answer(Answer(status: 200, nowSeconds: 0)))
        #expect(eventually { !server.lines("closed").isEmpty })
    }

    @Test(arguments: ["short", "long", "bad-chunk"])
    func `the status counts although the content is malformed`(_ path: String) throws {
        #expect(try posting.post(url(path)).ending == .answer(Answer(status: 200, nowSeconds: 0)))
    }

    @Test(arguments: [
        "reset", "close", "short-head", "endless-status", "endless-hints", "no-http", "bad-status",
    ])
    func `an answer without a whole head is none`(_ path: String) throws {
        let result = try posting.post(url(path))
        #expect(result.ending == .failure(.connect) && result.reason != nil)
        #expect(server.lines("request").count == 1)
    }

    @Test(arguments: ["stall", "drip-head", "drip-body"])
    func `an answer that takes too long is a timeout`(_ path: String) throws {
        let result = try posting.post(url(path), milliseconds: 700)
        #expect(result.ending == .failure(.timeout))
        // Clocks of libcurl and of the client round differently.
        #expect(result.durationMilliseconds >= 600)
    }
}
