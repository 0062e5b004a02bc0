/// What is written for people: it fits the manifest, and every machine.
enum Papers {
    /// The distribution's packages that the manifest names (`.apt(["libssl-dev"])`) and no row of a table explains.
    static func unexplainedLibraries(manifest: String, readme: String) -> [String] {
        let rows = readme.split(separator: "\n").filter { $0.hasPrefix("|") }.joined(separator: "\n")
        return libraries(manifest).filter { !rows.contains("`\($0)`") }
    }

    /// The packages of libraries that the manifest names and that the image's recipe does not install.
    static func uninstalledLibraries(manifest: String, image: String) -> [String] {
        let words = Set(image.split { $0 == " " || $0 == "\n" }.map(String.init))
        return libraries(manifest).filter { !words.contains($0) }
    }

    private static func libraries(_ manifest: String) -> [String] {
        manifest.components(between: ".apt([", and: "])").flatMap { $0.components(between: "\"", and: "\"") }
    }

    /// Absolute paths of one machine: homes, and the folders above this checkout.
    static func machinePaths(_ file: SourceFile, checkout: String) -> [Breach] {
        let forbidden = folders(above: checkout)
        return file.lines.enumerated().flatMap { index, line in
            forbidden.filter { begins(with: $0, in: line) }.map {
                Breach(file, line: index, "the path \($0) is one machine's")
            }
        }
    }

    /// The usual places of homes, and each folder above the checkout that no system has of itself.
    private static func folders(above checkout: String) -> Set<String> {
        var folders = Set(["home", "root", "Users"].map { "/" + $0 + "/" })
        let usual: Set<Substring> = ["tmp", "var", "usr", "opt", "etc", "mnt", "srv", "private"]
        let parts = checkout.split(separator: "/").dropLast()
        guard let first = parts.first, !usual.contains(first) else { return folders }
        for count in 1...parts.count { folders.insert("/" + parts.prefix(count).joined(separator: "/") + "/") }
        return folders
    }

    /// Whether the path begins in the line, rather than goes on from a longer one (`docs/home/`).
    private static func begins(with path: String, in line: String) -> Bool {
        let ranges = line.ranges(of: path)
        return ranges.contains { range in
            guard range.lowerBound > line.startIndex else { return true }
            let before = line[line.index(before: range.lowerBound)]
            return !(before.isLetter || before.isNumber || "._-/~}*$".contains(before))
        }
    }
}

extension String {
    /// The texts that stand between two marks, without them.
    fileprivate func components(between start: String, and end: String) -> [String] {
        Substring(self).between(start, end)
    }
}

extension Substring {
    fileprivate func between(_ start: String, _ end: String) -> [String] {
        var found: [String] = []
        var rest = self
        while let opening = rest.firstRange(of: start) {
            rest = rest[opening.upperBound...]
            guard let closing = rest.firstRange(of: end) else { break }
            found.append(String(rest[..<closing.lowerBound]))
            rest = rest[closing.upperBound...]
        }
        return found
    }
}
