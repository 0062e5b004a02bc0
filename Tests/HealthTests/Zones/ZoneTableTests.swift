import Synchronization
import Testing
import Vocabulary

@Suite struct ZoneTableTests {
    private static let file = ZoneFiles.file(before: 7200)
    private static let database = """
        # version 2024a
        R E 1977 1980 - Ap Su>=1 1u 1 S
        Z Europe/Vilnius 1:41:16 - LMT 1880
        2 E EE%sT
        Z Etc/UTC 0 - UTC
        Z Secret/../etc 0 - X
        Z Lost/Zone 0 - X
        L Europe/Vilnius Old/Vilnius
        L Old/Vilnius Older/Vilnius
        L Circle/B Circle/A
        L Circle/A Circle/B
        L Nowhere/City Dead/Link
        """

    private static func table(_ files: [String: [UInt8]]) -> ZoneTable {
        ZoneTable { files[$0] }
    }

    private static let withDatabase = [
        "tzdata.zi": [UInt8](database.utf8), "Europe/Vilnius": file, "Secret/../etc": file, "Asia/Tokyo": file,
        "posix/Europe/Vilnius": file,
    ]

    @Test(arguments: ["Europe/Vilnius", "Old/Vilnius", "Older/Vilnius"])
    func `an old name whose file is missing has the rules of the new one, and its own name`(name: String) throws {
        let table = Self.table(Self.withDatabase)
        let found = table.zone(name)
        let zone = try #require(found)
        #expect(zone.name == name)
        #expect(zone.offset(atSecondsSince2001: 0) == 7200)
        #expect(table.zone(name) === zone)
    }

    @Test(arguments: [
        "", "europe/vilnius", "Asia/Tokyo", "Secret/../etc", "Lost/Zone", "Circle/A", "Dead/Link",
        "posix/Europe/Vilnius",
        "tzdata.zi", "Europe/Vilnius ", "Europe", "E", "z", "/Europe/Vilnius", String(repeating: "A", count: 100),
    ])
    func `what is no name of the database has no zone`(name: String) {
        let table = Self.table(Self.withDatabase)
        #expect(table.zone(name) == nil)
        #expect(table.zone(name) == nil)
    }

    @Test func `without a database every well-formed name of a zone file is one`() {
        let names = ["Asia/Tokyo", "Etc/GMT+5", "America/Port-au-Prince", "EST5EDT"]
        let wrong = [
            "posix/Asia/Tokyo", "right/Asia/Tokyo", "../Asia/Tokyo", "/Asia/Tokyo", "Asia//Tokyo", "Asia/", "localtime",
            "posixrules", "Asia/Tokyo.bak", "zone.tab",
        ]
        var files: [String: [UInt8]] = [:]
        for name in names + wrong { files[name] = Self.file }
        files["leapseconds"] = [UInt8]("# no zone".utf8)
        let table = Self.table(files)
        for name in names { #expect(table.zone(name) != nil, "\(name)") }
        for name in wrong + ["leapseconds"] { #expect(table.zone(name) == nil, "\(name)") }
    }

    @Test func `UTC needs no file`() throws {
        let table = Self.table([:])
        let found = table.zone("UTC")
        let zone = try #require(found)
        #expect(zone == .utc)
        #expect(zone.bounds(of: Day(days: 1)) == (86400, 172_800))
        #expect(table.zone("utc") == nil)
    }

    @Test func `each name is read once, also one without a file, until there are too many`() {
        let count = Counter()
        let table = ZoneTable { name in
            count.reads.add(1, ordering: .relaxed)
            return name == "Asia/Tokyo" ? Self.file : nil
        }
        for _ in 0..<5 {
            #expect(table.zone("Asia/Tokyo") != nil)
            #expect(table.zone("Asia/Nowhere") == nil)
        }
        #expect(count.reads.load(ordering: .relaxed) == 3)
        for number in 0..<10_000 { #expect(table.zone("Made/Up\(number)") == nil) }
        #expect(table.zone("Asia/Tokyo") != nil)
        #expect(count.reads.load(ordering: .relaxed) == 10_004)
    }

    @Test(.enabled(if: ZoneFiles.areInstalled))
    func `the zones of this machine are all found`() throws {
        let table = ZoneTable(read: ZoneFiles.read)
        #expect(ZoneFiles.names.count > 400)
        for name in ZoneFiles.names { #expect(table.zone(name)?.name == name) }
        for name in ["Asia/Calcutta", "US/Pacific", "Europe/Kiev", "America/Buenos_Aires"] {
            #expect(table.zone(name) != nil, "\(name)")
        }
    }
}

private final class Counter: Sendable {
    let reads = Atomic(0)
}
