import Foundation

/// The checkout that this test was compiled from, read once.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    static let sources = files(in: ["Sources"])
    static let tests = files(in: ["Tests"])
    /// Everything else that people read or run.
    static let papers = files(in: [
        "Package.swift", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs", "schemas", "scripts",
        "deploy", ".ci", "Benchmarks",
    ])

    /// Whether there is a file or a folder.
    static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + "/" + path) }

    /// Whether a path leads to a file at another path.
    static func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: root + "/" + path)) != nil
    }

    /// The text of one file, empty if it is not there.
    static func text(_ path: String) -> String {
        (try? String(contentsOfFile: root + "/" + path, encoding: .utf8)) ?? ""
    }

    /// All text files below the names, by path.
    private static func files(in names: [String]) -> [SourceFile] {
        names.flatMap { name -> [String] in
            // A file has nothing below it.
            guard let below = try? FileManager.default.subpathsOfDirectory(atPath: root + "/" + name) else {
                return [name]
            }
            return below.filter { !$0.contains("__pycache__") }.sorted().map { name + "/" + $0 }
        }.compactMap { path in
            guard let text = try? String(contentsOfFile: root + "/" + path, encoding: .utf8) else { return nil }
            return SourceFile(path: path, text: text)
        }
    }
}
