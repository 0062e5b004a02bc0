/// The names of IANA's database, read from `tzdata.zi`, its compact text that distributions install beside the files.
///
/// Old names are links to newer ones. Some distributions leave out the files of old names, hence the file of a link may
/// be its target's.
struct ZoneNames: Sendable {
    /// The target of a link, or the name itself for a zone.
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

    /// The files that may hold the rules of a name, the likeliest first; none if it is no name of the database.
    func files(_ name: String) -> [String] {
        var files: [String] = []
        var name = name
        // A link may lead to a link; nobody makes a chain of eight, and a circle must end.
        while files.count < 8, let target = targets[name] {
            files.append(name)
            if target == name { break }
            name = target
        }
        return files.filter(Self.isWellFormed)
    }

    /// Whether a name is made of IANA's characters and leads to no other folder.
    static func isWellFormed(_ name: String) -> Bool {
        guard name.utf8.count <= 64 else { return false }
        let segments = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return segments.allSatisfy { !$0.isEmpty && $0.allSatisfy(isNameByte) }
    }

    /// Names of things in the folder that are no zones of the database, or are kept with leap seconds.
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
