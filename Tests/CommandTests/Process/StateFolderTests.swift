import Foundation
import Testing

/// A state directory that cannot be one ends the start before any broker is asked.
struct StateFolderTests {
    @Test(arguments: ["run", "dispatch"])
    func `a file is no state directory`(command: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "fork-state-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let arguments = ["--bootstrap-servers", "127.0.0.1:1", "--state-directory", file.path]
        let ending = try Command.run([command] + arguments)
        #expect(ending.status == 64)
        #expect(ending.errors.contains(#""code":"directory_unusable""#), "\(ending.errors)")
        #expect(ending.errors.contains("\(file.path) is not a folder"), "\(ending.errors)")
    }
}
