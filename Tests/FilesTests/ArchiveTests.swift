import Exports
import Files
import Foundation
import Testing

/// The files of an export, in an archive or in a folder, and what is refused of them.
struct ArchiveTests {
    /// Reads all files of a source: their paths and lengths, and what was refused.
    private func read(_ path: String) throws -> (files: [String: Int], refusals: [String]) {
        var source = try ExportSource(path)
        var files: [String: Int] = [:]
        var piece: [UInt8] = []
        while try source.next() {
            files[source.path] = 0
            while try source.read(into: &piece) { files[source.path, default: 0] += piece.count }
        }
        return (files, source.refusals)
    }

    private func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "fork-archive-\(UUID().uuidString).zip")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file.path)
    }

    @Test func `an archive has the files of the folder`() throws {
        let export = try HealthExport.sample()
        let archive = try withFile(ZIPArchive(export).finished(), read)
        let folder = try read(HealthExport.sampleFolder.path)
        #expect(archive.refusals.isEmpty && folder.refusals.isEmpty && folder.files.count == 5)
        #expect(
            archive.files == Dictionary(uniqueKeysWithValues: folder.files.map { ("apple_health_export/\($0)", $1) })
        )
    }

    @Test(arguments: ["../../etc/passwd", "/etc/passwd", "a/../../b", "a\\..\\b"])
    func `a path that leaves the archive is refused`(path: String) throws {
        var archive = ZIPArchive()
        archive.add(path, "x")
        archive.add("good", "y")
        let found = try withFile(archive.finished(), read)
        #expect(found.files == ["good": 1] && found.refusals.count == 1)
        #expect(found.refusals.first?.contains("leaves the archive") == true)
    }

    @Test func `a link is refused`() throws {
        var archive = ZIPArchive()
        archive.add("export.xml", "/etc/passwd", mode: ZIPArchive.link)
        let found = try withFile(archive.finished(), read)
        #expect(found.files.isEmpty && found.refusals == ["export.xml: a link"])
    }

    @Test func `of many refused files the first are named, and the others are counted`() throws {
        var archive = ZIPArchive()
        for number in 0..<103 { archive.add("\(number)", "/etc/passwd", mode: ZIPArchive.link) }
        let counts = try withFile(archive.finished()) { path in
            var source = try ExportSource(path)
            while try source.next() {}
            return (source.refusals.count, source.furtherRefusals)
        }
        #expect(counts == (100, 3))
    }

    @Test func `a link in a folder is refused`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fork-folder-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "export.xml"),
            withDestinationURL: URL(fileURLWithPath: "/etc/passwd")
        )
        let found = try read(folder.path)
        #expect(found.files.isEmpty && found.refusals == ["export.xml: a link"])
    }

    @Test func `a file beside the XML that is longer than 64 MiB is refused`() throws {
        let long = String(repeating: "x", count: ExportSource.longestFile + 1)
        var archive = ZIPArchive()
        archive.add("export.xml", long)
        archive.add("route.gpx", long)
        let found = try withFile(archive.finished(), read)
        #expect(found.files == ["export.xml": ExportSource.longestFile + 1])
        #expect(found.refusals == ["route.gpx: longer than 64 MiB"])
    }

    @Test func `an archive that does not exist is an error with its path`() {
        #expect {
            _ = try read("/nowhere/export.zip")
        } throws: {
            ($0 as? FileFailure)?.message.hasPrefix("/nowhere/export.zip can't be read: ") == true
        }
    }

    @Test func `an archive that is cut off is an error with its place`() throws {
        let whole = ZIPArchive(try HealthExport.sample()).finished()
        #expect {
            _ = try withFile(Array(whole.prefix(2_000)), read)
        } throws: { ($0 as? FileFailure)?.message.contains("can't be read") == true }
    }
}
