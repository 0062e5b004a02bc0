/// The zone names of the IANA database, from `tzdata.zi`, which distributions install with the zone files.
///
/// Old names are links to new ones. Some distributions do not install files for old names. Then only the file of the
/// link's target exists.
struct ZoneNames: Sendable {
    /// The target of each link; a zone is its own target.
    private var targets: [String: String] = [:]

    private static let greatestFile = 4 << 20

    init?(_ text: [UInt8]) {
        guard text.count <= Self.greatestFile else { return nil }
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let isZone = line.starts(with: "Z ".utf8)
            guard isZone || line.starts(with: "L ".utf8) else { continue }
            let fields = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            if isZone, fields.count > 1 { targets[fields[1]] = fields[1] }
            if !isZone, fields.count == 3 { targets[fields[2]] = fields[1] }
        }
        if targets.isEmpty { return nil }
    }

    /// Returns the files that may contain the rules of a name, most likely first; empty if the name is unknown.
    func files(_ name: String) -> [String] {
        var files: [String] = []
        var name = name
        // A link can lead to another link. The limit stops circular links.
        while files.count < 8, let target = targets[name] {
            files.append(name)
            if target == name { break }
            name = target
        }
        return files.filter(Self.isWellFormed)
    }

    /// Whether a name has only characters of the IANA database, and cannot leave the zoneinfo folder.
    static func isWellFormed(_ name: String) -> Bool {
        guard name.utf8.count <= 64 else { return false }
        let segments = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return segments.allSatisfy { !$0.isEmpty && $0.allSatisfy(isNameByte) }
    }

    /// Whether a name can be in the zoneinfo folder but not in the database, like the copies in `posix/` and `right/`.
    static func isForeign(_ name: String) -> Bool {
        name.hasPrefix("posix/") || name.hasPrefix("right/") || name == "localtime" || name == "posixrules"
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
