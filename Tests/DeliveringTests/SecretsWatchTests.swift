import Delivering
import Foundation
import Observation
import Synchronization
import Testing
import Vocabulary
import Worker

/// The secrets in force follow their file.
struct SecretsWatchTests {
    private static let (old, new) = (
        "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=", "whsec_MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI="
    )

    /// A file that is replaced as editors and Kubernetes replace it.
    private struct SecretFile {
        let path = FileManager.default.temporaryDirectory.appending(path: "secrets-\(UUID().uuidString)").path

        func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path), options: .atomic) }
    }

    private final class Lines: Sendable {
        let text = Mutex("")
    }

    private func observer(_ lines: Lines = Lines()) -> DispatchObserver {
        DispatchObserver(
            Observer(level: .debug, format: .json) { line in
                lines.text.withLock { $0 += String(decoding: copy line, as: UTF8.self) }
            }
        )
    }

    private func keys(_ watch: SecretsWatch) throws -> Int {
        watch.secrets(app: nil, connection: try #require(ConnectionID(Array("conn-7".utf8)))).count
    }

    @Test func `a change of the file counts within 30 s, and is said`() throws {
        let (file, lines) = (SecretFile(), Lines())
        try file.write("{\"default\": \"\(Self.old)\"}")
        let watch = try SecretsWatch(file.path, environment: nil, observer: observer(lines), at: 0)
        #expect(try keys(watch) == 1)
        try file.write("{\"default\": [\"\(Self.old)\", \"\(Self.new)\"]}")
        watch.look(at: 1_000)
        #expect(try keys(watch) == 1)
        watch.look(at: 30_000)
        #expect(try keys(watch) == 2)
        #expect(lines.text.withLock { $0 }.contains("secrets_read"))
    }

    @Test func `a file that becomes wrong leaves the old secrets, and its line has no secret`() throws {
        let (file, lines) = (SecretFile(), Lines())
        try file.write("{\"default\": \"\(Self.old)\"}")
        let watch = try SecretsWatch(file.path, environment: nil, observer: observer(lines), at: 0)
        try file.write("{\"default\": \"\(Self.new)!\"}")
        watch.reload()
        #expect(try keys(watch) == 1)
        let text = lines.text.withLock { $0 }
        #expect(text.contains("secrets_wrong") && text.contains("/default") && !text.contains("whsec_MTIz"))
        try FileManager.default.removeItem(atPath: file.path)
        watch.look(at: 60_000)
        #expect(try keys(watch) == 1)
    }

    @Test func `a wrong file at the start is wrong usage`() throws {
        let file = SecretFile()
        try file.write("[]")
        for path in [file.path, file.path + "-missing"] {
            do throws(StartError) {
                _ = try SecretsWatch(path, environment: nil, observer: observer(), at: 0)
                Issue.record("\(path) is taken")
            } catch {
                #expect(error.isUsage && error.description.contains(path))
            }
        }
    }

    @Test func `without a file the environment has the default secrets`() throws {
        let watch = try SecretsWatch(nil, environment: "\(Self.old) \(Self.new)", observer: observer(), at: 0)
        #expect(try keys(watch) == 2)
        watch.reload()
        #expect(try keys(watch) == 2)
        #expect(try keys(try SecretsWatch(nil, environment: nil, observer: observer(), at: 0)) == 0)
    }
}
