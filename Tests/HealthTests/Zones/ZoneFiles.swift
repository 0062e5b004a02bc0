import Foundation
import Vocabulary

/// Zone files for tests: those of this machine, and small ones made up.
enum ZoneFiles {
    private static let folder = URL(fileURLWithPath: "/usr/share/zoneinfo")

    /// Whether this machine has IANA's database.
    static let areInstalled = FileManager.default.fileExists(atPath: folder.appending(path: "Europe/Vilnius").path)

    @Sendable static func read(_ name: String) -> [UInt8]? {
        (try? Data(contentsOf: folder.appending(path: name))).map { [UInt8]($0) }
    }

    static func zone(_ name: String) throws -> Zone {
        try Zone(name: name, tzif: read(name) ?? [])
    }

    /// The names of all zones and links that this machine has files for.
    static let names: [String] = {
        let lines = String(decoding: read("tzdata.zi") ?? [], as: UTF8.self).split(separator: "\n")
        let names = lines.compactMap { line -> String? in
            let fields = line.split(separator: " ")
            switch fields.first {
            case "Z" where fields.count > 1: return String(fields[1])
            case "L" where fields.count == 3: return String(fields[2])
            default: return nil
            }
        }
        return names.filter { read($0) != nil }.sorted()
    }()

    /// A version 2 file with times since 1970, the offset that holds from each, and a rule for the time after.
    static func file(before: Int32, _ transitions: [(time: Int64, offset: Int32)] = [], rule: String = "") -> [UInt8] {
        let header = { (timeCount: Int, typeCount: Int) -> [UInt8] in
            let counts = [0, 0, 0, timeCount, typeCount, 4]
            let numbers = counts.flatMap { bytes(UInt32($0)) }
            return [UInt8]("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + numbers
        }
        let type = { (offset: Int32) in bytes(UInt32(bitPattern: offset)) + [0, 0] }
        let name = [UInt8]("LMT\0".utf8)
        var file = header(0, 1) + type(0) + name
        file += header(transitions.count, transitions.count + 1)
        file += transitions.flatMap { bytes(UInt64(bitPattern: $0.time)) }
        file += transitions.indices.map { UInt8($0 + 1) }
        file += type(before) + transitions.flatMap { type($0.offset) } + name
        return file + [UInt8]("\n\(rule)\n".utf8)
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<(Number.bitWidth / 8)).reversed().map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
    }
}
