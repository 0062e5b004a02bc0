import Foundation
import Testing
import Worker

/// What `doctor` sees of a state directory, without changing anything.
struct FolderViewTests {
    @Test func `a folder that does not exist is on the file system of its nearest parent`() throws {
        let parent = FileManager.default.temporaryDirectory.appending(path: "fork-view-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: parent) }
        let own = FolderView(lookingAt: parent.path)
        #expect(own.entry == .folder && own.isWritable && own.freeBytes != nil && own.fileSystem != nil)
        let path = parent.appending(path: "deeper/still").path
        let missing = FolderView(lookingAt: path)
        #expect(missing.entry == .nothing(canBeMade: true) && missing.isWritable && missing.freeBytes != nil)
        #expect(missing.fileSystem == own.fileSystem && missing.lock == .free && missing.layout == .none)
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
