import Foundation
import Requests
import Testing
import Webhooks

@Suite struct TLSTests {
    private let certificates: Certificates

    init() throws { certificates = try Certificates.made.get() }

    private func result(
        _ server: TestServer,
        _ host: String = "hooks.example.org",
        trusts: Bool = true
    ) throws -> PostResult {
        let posting = try Posting(ports: [server.port], authorities: trusts ? certificates.authority : nil)
        return try posting.post("https://\(host):\(server.port)/status/204")
    }

    private func outcome(_ server: TestServer, _ host: String = "hooks.example.org") throws -> AttemptOutcome {
        try result(server, host).outcome
    }

    /// Whether a request has failed in TLS, with these words in the reason and nothing of the URL behind its host.
    private func hasFailed(_ result: PostResult, because words: String) -> Bool {
        let reason = result.reason?.description ?? ""
        return result.outcome == .tls && reason.contains(words) && !reason.contains("status/204")
    }

    @Test(arguments: ["hooks.example.org", "HOOKS.example.org", "127.0.0.1", "0x7f.1"])
    func `a certificate of a known authority with the name is accepted`(_ host: String) throws {
        let server = try TestServer("--certificate", certificates.valid)
        #expect(try outcome(server, host) == .delivered)
    }

    @Test func `a certificate with another name is refused`() throws {
        let server = try TestServer("--certificate", certificates.valid)
        #expect(hasFailed(try result(server, "other.example.org"), because: "other.example.org"))
        #expect(server.lines("request").isEmpty)
    }

    @Test func `an expired certificate is refused`() throws {
        let server = try TestServer("--certificate", certificates.expired)
        #expect(hasFailed(try result(server), because: "expired"))
    }

    @Test func `a certificate that signs itself is refused`() throws {
        let server = try TestServer("--certificate", certificates.selfSigned)
        #expect(hasFailed(try result(server), because: "self-signed certificate"))
    }

    @Test func `an authority that only a file knows is refused without the file`() throws {
        let server = try TestServer("--certificate", certificates.valid)
        #expect(hasFailed(try result(server, trusts: false), because: "unable to get local issuer certificate"))
    }

    @Test func `TLS 1,1 is refused`() throws {
        let server = try TestServer("--certificate", certificates.valid, "--old")
        #expect(try outcome(server) == .tls)
    }

    @Test func `plain HTTP on a port of TLS is a failure of TLS`() throws {
        let server = try TestServer()
        #expect(try outcome(server) == .tls)
    }

    @Test func `a handshake that stalls is a timeout`() throws {
        let server = try TestServer("--mute")
        let posting = try Posting(ports: [server.port], authorities: certificates.authority)
        try posting.submit(1, "https://hooks.example.org:\(server.port)/status/204", connectMilliseconds: 500)
        #expect(posting.results(1).map(\.ending) == [.failure(.timeout)])
    }

    @Test func `a file of authorities that cannot be read is an error at the start`() {
        #expect(throws: PostClientError.self) { _ = try Posting(authorities: "/nowhere/authorities.pem") }
    }
}
