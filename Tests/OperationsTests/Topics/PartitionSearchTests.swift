import Operations
import Testing
import Vocabulary

/// A connection is where murmur2 puts it, if it has records there; else where it has records.
struct PartitionSearchTests {
    private static let count: Int32 = 8

    private static func connection(_ id: String) throws -> ConnectionID {
        try #require(ConnectionID(Array(id.utf8)))
    }

    private static func own(_ id: String) -> Int32 { Murmur2.partition(of: Array(id.utf8), count: count) }

    @Test func `all partitions are read in two steps, those of the hash first`() throws {
        let search = PartitionSearch([try Self.connection("a"), try Self.connection("b")], partitions: Self.count)
        #expect(search.steps[0] == Set([Self.own("a"), Self.own("b")]).sorted())
        #expect(search.steps.flatMap(\.self).sorted() == Array(0..<Self.count))
        #expect(PartitionSearch([try Self.connection("a")], partitions: 1).steps == [[0]])
    }

    @Test func `records where the hash puts them count before all others`() throws {
        let a = try Self.connection("a")
        let own = Self.own("a")
        let other = (own + 1) % Self.count
        var search = PartitionSearch([a], partitions: Self.count)
        #expect(search.take(nil, partition: own) == nil && search.take(Array("b".utf8), partition: own) == nil)
        #expect(!search.isDone && search.found.isEmpty)
        #expect(search.take(a.bytes, partition: other) == a)
        #expect(search.found == [a: other] && search.isDone && !search.isSure)
        search.take(a.bytes, partition: own)
        search.take(a.bytes, partition: other)
        search.take(a.bytes, partition: own)
        #expect(search.found == [a: own] && search.isDone && search.isSure)
    }

    @Test func `it is done when each connection is found`() throws {
        let ids = try ["a", "b", "c"].map { try Self.connection($0) }
        var search = PartitionSearch(Set(ids), partitions: Self.count)
        for id in ids {
            #expect(!search.isDone && !search.isSure)
            search.take(id.bytes, partition: Murmur2.partition(of: id.bytes, count: Self.count))
        }
        #expect(search.isDone && search.isSure)
        #expect(PartitionSearch([], partitions: Self.count).isDone)
    }
}
