import Requests
import Testing

struct PageClientTests {
    @Test func `status and body of an answer are given, whatever the status`() throws {
        let server = try TestServer()
        let client = PageClient(host: "localhost", port: server.port)
        let answer = try client.get("/trailers", accept: "text/plain")
        #expect(answer.status == 503 && answer.body == Array("no".utf8))
        #expect(server.lines("header").contains("header /trailers accept text/plain"))
    }

    @Test(
        arguments: [
            ("no-http", "the answer is not HTTP"), ("bad-status", "the answer is not HTTP"),
            ("close", "the answer is not HTTP"), ("endless-body", "the answer is longer than 16 MiB"),
            ("stall", "no answer in time"),
        ]
    )
    func `what is no page is said`(path: String, reason: String) throws {
        let server = try TestServer()
        let client = PageClient(
            host: "127.0.0.1",
            port: server.port,
            timeoutMilliseconds: path == "stall" ? 300 : 60_000
        )
        let error = #expect(throws: PageClient.Failure.self) { try client.get("/\(path)") }
        #expect(error?.reason == reason)
    }

    @Test func `nobody there is said`() {
        let client = PageClient(host: "127.0.0.1", port: 1)
        let error = #expect(throws: PageClient.Failure.self) { try client.get("/metrics") }
        #expect(error?.reason == "Connection refused")
    }
}
