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
