/// Links of the pages: each leads to a file that is there, and to a heading that is in it.
struct Links {
    /// The headings of each page, as links name them.
    private let anchors: [String: Set<String>]
    private let isThere: (String) -> Bool

    init(_ papers: [SourceFile], isThere: @escaping (String) -> Bool) {
        let pages = papers.filter { $0.path.hasSuffix(".md") }
        anchors = Dictionary(pages.map { ($0.path, Self.anchors($0.lines)) }) { $1 }
        self.isThere = isThere
    }

    /// The links of a page that lead nowhere.
    func breaches(_ page: SourceFile) -> [Breach] {
        guard page.path.hasSuffix(".md") else { return [] }
        return page.lines.enumerated().flatMap { index, line in
            Self.targets(line).filter { !leadsSomewhere($0, from: page.path) }.map {
                Breach(page, line: index, "\($0) leads nowhere")
            }
        }
    }

    private func leadsSomewhere(_ target: String, from page: String) -> Bool {
        guard !target.contains("://"), !target.hasPrefix("mailto:") else { return true }
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].isEmpty ? page : Self.resolve(String(parts[0]), from: page)
        guard isThere(path) else { return false }
        guard parts.count > 1, path.hasSuffix(".md") else { return true }
        return anchors[path]?.contains(String(parts[1])) ?? false
    }

    /// What stands in `[words](target)` and in `src="target"`.
    private static func targets(_ line: String) -> [String] {
        let words = line.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
        return words + line.matches(of: /(?:src|href)="([^"]+)"/).map { String($0.1) }
    }

    private static func resolve(_ target: String, from page: String) -> String {
        var folders = page.split(separator: "/").dropLast()
        for part in target.split(separator: "/") {
            if part == ".." { folders = folders.dropLast() } else if part != "." { folders.append(part) }
        }
        return folders.joined(separator: "/")
    }

    /// Headings as links name them: lower case, without what is no letter, digit or dash, blanks as dashes.
    private static func anchors(_ lines: [String]) -> Set<String> {
        var isCode = false
        var anchors: Set<String> = []
        for line in lines {
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, line.hasPrefix("#") else { continue }
            let words = line.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
            let kept = words.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
            let anchor = String(kept.map { $0 == " " ? "-" : $0 })
            var number = 0
            while !anchors.insert(number == 0 ? anchor : "\(anchor)-\(number)").inserted { number += 1 }
        }
        return anchors
    }
}
