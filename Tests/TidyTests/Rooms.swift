/// Folders, who uses whom, and where an arrow runs back up.
///
/// Declarations and names are read as text: a word counts when it is declared, as far as the file can see, in one
/// folder only.
struct Rooms {
    struct Arrow: Hashable {
        let from: String
        let to: String
    }

    struct Use: Hashable {
        let word: String
        let path: String
        let line: Int
    }

    private(set) var arrows: [Arrow: [Use]] = [:]

    init(_ files: [SourceFile]) {
        let files = files.filter(\.isSwift)
        let owners = Self.owners(files)
        for file in files {
            let visible = Set(Imports.imports(file).map(\.module)).union([file.target])
            // What the file itself declares, privately too, is its own word.
            let own = file.bareLines.compactMap { Declaration(line: $0) }.filter { $0.kind != "extension" }
            var seen = Set(own.map(\.name))
            for (index, line) in file.bareLines.enumerated() {
                for word in Self.words(line) where seen.insert(word).inserted {
                    let rooms = (owners[word] ?? []).filter { visible.contains($0.target) }
                        .reduce(into: Set<String>()) { $0.insert($1.room) }
                    guard rooms.count == 1, let room = rooms.first, room != file.room else { continue }
                    arrows[Arrow(from: file.room, to: room), default: []]
                        .append(Use(word: word, path: file.path, line: index + 1))
                }
            }
        }
    }

    /// Which files declare a word that others can see: types anywhere, functions and values at the top level.
    private static func owners(_ files: [SourceFile]) -> [String: [SourceFile]] {
        var owners: [String: [SourceFile]] = [:]
        for file in files {
            for line in file.bareLines {
                guard let declared = Declaration(line: line), !declared.isPrivate, declared.name.count > 2 else {
                    continue
                }
                let isValue = declared.isTopLevel && ["func", "let", "var"].contains(declared.kind)
                guard isValue || Declaration.types.contains(declared.kind) else { continue }
                owners[declared.name, default: []].append(file)
            }
        }
        return owners
    }

    private static func words(_ line: String) -> [String] {
        line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.filter { $0.count > 2 }.map(String.init)
    }

    /// Rooms that reach each other, each group once, with the words that close the circle.
    func circles() -> [String] {
        let rooms = Set(arrows.keys.flatMap { [$0.from, $0.to] }).sorted()
        let reach = rooms.reduce(into: [:]) { $0[$1] = reachable(from: $1) }
        var groups: Set<[String]> = []
        for room in rooms where reach[room]?.contains(room) == true {
            groups.insert(rooms.filter { reach[room]?.contains($0) == true && reach[$0]?.contains(room) == true })
        }
        return groups.map(describe).sorted()
    }

    private func reachable(from room: String) -> Set<String> {
        var found: Set<String> = []
        var open = [room]
        while let next = open.popLast() {
            for arrow in arrows.keys where arrow.from == next && found.insert(arrow.to).inserted {
                open.append(arrow.to)
            }
        }
        return found
    }

    private func describe(_ group: [String]) -> String {
        let inside = arrows.filter { group.contains($0.key.from) && group.contains($0.key.to) }
        let rows = inside.sorted { ($0.key.from, $0.key.to) < ($1.key.from, $1.key.to) }.map { arrow, uses in
            let words = uses.prefix(4).map { "\($0.word) at \($0.path):\($0.line)" }.joined(separator: ", ")
            return "  \(arrow.from) uses \(arrow.to): \(words)"
        }
        return "circle of \(group.joined(separator: ", "))\n" + rows.joined(separator: "\n")
    }
}
