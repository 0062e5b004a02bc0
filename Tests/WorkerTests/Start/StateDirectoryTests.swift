import Foundation
import Testing
import Worker

struct StateDirectoryTests {
    private static func fresh() -> String {
        FileManager.default.temporaryDirectory.appending(path: "fork-state-\(UUID().uuidString)").path
    }

    private static func error(_ path: String) -> StartError? {
        do throws(StartError) {
            _ = try StateDirectory(path)
            return nil
        } catch {
            return error
        }
    }

    @Test
    func `the instance id is made once and kept`() throws {
        let path = Self.fresh() + "/deeper/still"
        var ids: [String] = []
        for _ in 0..<2 {
            let directory = try StateDirectory(path)
            ids.append(directory.instanceID)
        }
        #expect(ids[0] == ids[1])
        #expect(ids[0].count > 6)
        #expect(try StateDirectory(Self.fresh()).instanceID != ids[0])
    }

    @Test
    func `a worker whose folder was lost has its old name, a neighbour another`() throws {
        let path = Self.fresh() + "/0"
        let lost = try StateDirectory(path).instanceID
        try FileManager.default.removeItem(atPath: path)
        #expect(try StateDirectory(path).instanceID == lost)
        #expect(try StateDirectory(path + "1").instanceID != lost)
        // Moved, it keeps its name.
        try FileManager.default.moveItem(atPath: path, toPath: path + "2")
        #expect(try StateDirectory(path + "2").instanceID == lost)
    }

    @Test
    func `a folder serves one process at a time`() throws {
        let path = Self.fresh()
        let directory = try StateDirectory(path)
        #expect(Self.error(path)?.description.contains("in use by another process") == true)
        #expect(!directory.instanceID.isEmpty)
    }

    @Test
    func `a folder that cannot be made is a wrong setting`() {
        #expect(Self.error("/proc/no/such")?.isUsage == true)
    }

    @Test(arguments: ["", "two words\n", "a/b", String(repeating: "x", count: 241)])
    func `an instance id that is none is not used`(text: String) throws {
        let path = Self.fresh()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path + "/instance-id"))
        #expect(Self.error(path)?.description.contains("does not hold an instance id") == true)
    }

    /// The permissions of all that lies there, the folder itself as the empty name.
    private static func permissions(_ path: String) throws -> [String: Int] {
        var found = ["": try permission(path)]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            found[name] = try permission("\(path)/\(name)")
        }
        return found
    }

    private static func permission(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test
    func `nobody else may look into the folder or a file, also where they might before`() throws {
        let path = Self.fresh() + "/state"
        _ = try StateDirectory(path)
        #expect(try Self.permissions(path) == ["": 0o700, "lock": 0o600, "instance-id": 0o600])
        try FileManager.default.createDirectory(atPath: path + "/store/deeper", withIntermediateDirectories: true)
        for name in ["store/CURRENT", "store/deeper/LOG"] {
            try Data("x".utf8).write(to: URL(filePath: "\(path)/\(name)"))
        }
        for name in ["", "lock", "instance-id", "store", "store/CURRENT", "store/deeper", "store/deeper/LOG"] {
            let isFolder = name.isEmpty || name == "store" || name == "store/deeper"
            let wide = isFolder ? 0o2777 : 0o664
            try FileManager.default.setAttributes([.posixPermissions: wide], ofItemAtPath: "\(path)/\(name)")
        }
        _ = try StateDirectory(path)
        #expect(
            try Self.permissions(path) == [
                "": 0o700, "lock": 0o600, "instance-id": 0o600, "store": 0o700, "store/CURRENT": 0o600,
                "store/deeper": 0o700, "store/deeper/LOG": 0o600,
            ]
        )
    }

    @Test(arguments: ["lock", "instance-id", "instance-id.new", "store", "store/CURRENT"])
    func `a link in the folder is refused by its name, and what it leads to stays as it is`(name: String) throws {
        let path = Self.fresh()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        if name.contains("/") {
            try FileManager.default.createDirectory(atPath: path + "/store", withIntermediateDirectories: true)
        }
        let elsewhere = URL(filePath: Self.fresh())
        try Data("mine".utf8).write(to: elsewhere)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: elsewhere.path)
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: elsewhere.path)
        let error = try #require(Self.error(path))
        #expect(error.description.contains(name) && error.description.contains("link"), "\(error)")
        #expect(error.isUsage)
        #expect(try Data(contentsOf: elsewhere) == Data("mine".utf8))
        #expect(try Self.permission(elsewhere.path) == 0o644)
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root can give a file to somebody else"),
        arguments: ["", "/lock", "/store/000004.sst"]
    )
    func `what belongs to another user is refused by its name`(name: String) throws {
        let path = Self.fresh()
        _ = try StateDirectory(path)
        try FileManager.default.createDirectory(atPath: path + "/store", withIntermediateDirectories: true)
        if name.hasPrefix("/store") { try Data().write(to: URL(filePath: path + name)) }
        try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: path + name)
        let error = try #require(Self.error(path))
        #expect(error.description.contains("\(path)\(name) belongs to user 65534"), "\(error)")
        #expect(error.isUsage)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a link to somebody else"))
    func `a link that another user has made is not followed`() throws {
        let path = Self.fresh()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: path + "-link", withDestinationPath: path)
        try #require(unsafe lchown(path + "-link", 65_534, 65_534) == 0)
        let error = try #require(Self.error(path + "-link"))
        #expect(error.description.contains("is a link that user 65534 has made"), "\(error)")
    }

    @Test
    func `what is neither file nor folder is refused, and not waited for`() throws {
        let path = Self.fresh()
        _ = try StateDirectory(path)
        try #require(unsafe mkfifo(path + "/pipe", 0o600) == 0)
        #expect(Self.error(path)?.description.contains("/pipe is neither a file nor a folder") == true)
    }

    @Test
    func `a folder may be reached by a link of one's own`() throws {
        let path = Self.fresh()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: path + "-link", withDestinationPath: path)
        _ = try StateDirectory(path + "-link")
        #expect(try Self.permission(path) == 0o700)
    }

    @Test
    func `files are read whole or not at all`() throws {
        let path = Self.fresh()
        try Data(repeating: 7, count: 100_000).write(to: URL(filePath: path))
        #expect(FileBytes.read(path, longest: 100_000)?.count == 100_000)
        #expect(FileBytes.read(path, longest: 99_999) == nil)
        #expect(FileBytes.read(path + "-not", longest: 1) == nil)
        #expect(
            FileBytes.zoneReader(directory: "/usr/share/zoneinfo")("Europe/Vilnius")?.prefix(4) == [84, 90, 105, 102]
        )
    }
}
