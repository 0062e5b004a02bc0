import Foundation
import Testing

/// Ids are derived with SHA-1, which a machine's policy can forbid.
struct DigestTests {
    @Test func `where OpenSSL refuses SHA-1 nothing is published, and it is said what to do`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "fork-\(UUID().uuidString).cnf")
        let policy = """
            openssl_conf = init
            [init]
            alg_section = algorithms
            [algorithms]
            default_properties = fips=yes

            """
        try Data(policy.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let uploads = Command.examples.appending(path: "sleep-night.uploads.ndjson")
        let forbidden = ["OPENSSL_CONF": file.path]
        let ending = try Command.run(["transform", uploads.path], environment: forbidden)
        #expect(ending.status == 1 && ending.output.isEmpty)
        #expect(ending.errors.contains("SHA-1") && ending.errors.contains("OPENSSL_CONF"))
        let run = try Command.run(["run", "--bootstrap-servers", "127.0.0.1:1"], environment: forbidden)
        #expect(run.status == 1 && run.errors.contains("SHA-1"))
        // What derives no id goes on.
        #expect(try Command.run(["units", "1", "km", "m"], environment: forbidden).status == 0)
    }
}
