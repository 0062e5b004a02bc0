import Foundation
import Requests
import Testing
import Webhooks

/// The environment of the process has no say in where requests go, and in whom they trust.
///
/// Each test is a process of its own, because the environment is one for all tests.
@Suite struct EnvironmentTests {
    /// An address at which nobody listens.
    private static let proxy = "http://127.0.0.1:1"

    @Test(arguments: ["http_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy"])
    func `a proxy of the environment is not used over HTTP`(variable: String) async {
        await #expect(processExitsWith: .success) { [variable] in
            let server = try TestServer()
            unsafe setenv(variable, Self.proxy, 1)
            let result = try Posting().post("http://127.0.0.1:\(server.port)/status/204")
            exit(result.outcome == .delivered ? 0 : 1)
        }
    }

    @Test(arguments: ["https_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"])
    func `a proxy of the environment is not used over TLS`(variable: String) async {
        await #expect(processExitsWith: .success) { [variable] in
            let certificates = try Certificates.made.get()
            let server = try TestServer("--certificate", certificates.valid)
            unsafe setenv(variable, Self.proxy, 1)
            let posting = try Posting(ports: [server.port], authorities: certificates.authority)
            let result = try posting.post("https://hooks.example.org:\(server.port)/status/204")
            exit(result.outcome == .delivered ? 0 : 1)
        }
    }

    @Test(arguments: ["SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"], [false, true])
    func `authorities of the environment are not trusted`(variable: String, givesOthers: Bool) async {
        await #expect(processExitsWith: .success) { [variable, givesOthers] in
            let certificates = try Certificates.made.get()
            let folder = URL(filePath: certificates.authority).deletingLastPathComponent().path
            if variable == "SSL_CERT_DIR" {
                let hashing = try Process.run(URL(filePath: "/usr/bin/env"), arguments: ["openssl", "rehash", folder])
                hashing.waitUntilExit()
            }
            let server = try TestServer("--certificate", certificates.valid)
            unsafe setenv(variable, variable == "SSL_CERT_DIR" ? folder : certificates.authority, 1)
            // Besides them a file that does not have the authority of the server.
            let posting = try Posting(ports: [server.port], authorities: givesOthers ? certificates.selfSigned : nil)
            let result = try posting.post("https://hooks.example.org:\(server.port)/status/204")
            exit(result.outcome == .tls ? 0 : 1)
        }
    }

    @Test func `a password of .netrc is not sent`() async {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory.appending(path: "fork-home-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("machine 127.0.0.1 login user password secret\n".utf8)
                .write(to: folder.appending(path: ".netrc"))
            let server = try TestServer()
            unsafe setenv("HOME", folder.path, 1)
            let result = try Posting().post("http://127.0.0.1:\(server.port)/status/204")
            try FileManager.default.removeItem(at: folder)
            let isSent = !server.values("authorization", "/status/204").isEmpty
            exit(result.outcome == .delivered && !isSent ? 0 : 1)
        }
    }
}
