import Files
import Randomness
import Testing

/// Entries come in order, in memory and from the disk.
struct SortTests {
    private func sorted(_ entries: [(Int64, [UInt8])], runBytes: Int) throws -> [[UInt8]] {
        var sort = ExternalSort(directory: "/tmp", runBytes: runBytes)
        for (index, (key, entry)) in entries.enumerated() {
            let half = index % 2 == 0 ? entry.count : (entry.count + 1) / 2
            try sort.add(key: key, entry[..<half], tail: Array(entry[half...]))
        }
        #expect((sort.temporaryBytes > 0) == (entries.reduce(0) { $0 + $1.1.count } > runBytes))
        var merge = try sort.merge()
        var found: [[UInt8]] = []
        var last = Int64.min
        while try merge.next() {
            #expect(merge.key >= last)
            last = merge.key
            found.append(Array(merge.entry))
            // Otherwise a merge that does not advance would never end.
            try #require(found.count <= entries.count)
        }
        return found
    }

    @Test(arguments: [1_000, 20_000, 1 << 24])
    func `entries are in order of keys, then of bytes`(runBytes: Int) throws {
        var generator = SeededRandom(seed: 7)
        let entries = (0..<3_000).map { _ in
            (
                Int64.random(in: -20...20, using: &generator),
                (0..<Int.random(in: 1...40, using: &generator)).map { _ in UInt8.random(in: 0...3, using: &generator) }
            )
        }
        let expected = entries.sorted { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1.lexicographicallyPrecedes($1.1) }
        #expect(try sorted(entries, runBytes: runBytes) == expected.map(\.1))
    }

    @Test func `long entries are whole`() throws {
        let entries = (0..<20).map { (Int64(20 - $0), [UInt8](repeating: UInt8($0), count: 100_000 + $0)) }
        #expect(try sorted(entries, runBytes: 500) == entries.reversed().map(\.1))
    }

    @Test func `a folder that cannot be written is named`() {
        #expect {
            var sort = ExternalSort(directory: "/nowhere", runBytes: 1)
            try sort.add(key: 1, [1, 2])
            try sort.add(key: 2, [1, 2])
        } throws: { ($0 as? FileFailure)?.message.contains("/nowhere") == true }
    }
}
