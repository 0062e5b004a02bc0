import Foundation
import Requests
import Testing
import Webhooks

@Suite struct TLSTests {
    private let certificates: Certificates

    init() throws { certificates = try Certificates.made.get() }

    private func outcome(
        _ server: TestServer,
        _ host: String = "hooks.example.org",
        trusts: Bool = true
    ) throws -> AttemptOutcome {
        let posting = try Posting(ports: [server.port], authorities: trusts ? certificates.authority : nil)
        return try posting.post("https://\(host):\(server.port)/status/204").outcome
    }

    @Test(arguments: ["hooks.example.org", "HOOKS.example.org", "127.0.0.1", "0x7f.1"])
    func `a certificate of a known authority with the name is accepted`(_ host: String) throws {
        let server = try TestServer("--certificate", certificates.valid)
        #expect(try outcome(server, host) == .delivered)
    }

    @Test func `a certificate with another name is refused`() throws {
        let server = try TestServer("--certificate", certificates.valid)
        #expect(try outcome(server, "other.example.org") == .tls)
        #expect(server.lines("request").isEmpty)
    }

    @Test func `an expired certificate is refused`() throws {
        let server = try TestServer("--certificate", certificates.expired)
        #expect(try outcome(server) == .tls)
    }

    @Test func `a certificate that signs itself is refused`() throws {
        let server = try TestServer("--certificate", certificates.selfSigned)
        #expect(try outcome(server) == .tls)
    }

    @Test func `an authority that only a file knows is refused without the file`() throws {
        let server = try TestServer("--certificate", certificates.valid)
        #expect(try outcome(server, trusts: false) == .tls)
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
