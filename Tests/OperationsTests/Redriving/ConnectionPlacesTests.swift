import Operations
import Testing
import Vocabulary

/// A letter goes back to its partition only while its connection is there.
struct ConnectionPlacesTests {
    private static let count: Int32 = 8

    /// Where the hash puts the connection `c`, and another partition.
    private static let own = Murmur2.partition(of: Array("c".utf8), count: count)
    private static var other: Int32 { (own + 1) % count }

    /// Why a letter does not go; nil if it does.
    private static func obstacle(
        refusedIn partition: Int32,
        settings: [Int32] = [],
        uploads: [Int32] = []
    ) throws -> (reason: String?, isOpen: Bool) {
        let letter = ConnectionPlaces.Letter(try #require(ConnectionID(Array("c".utf8))), partition: partition)
        var places = ConnectionPlaces(of: [letter], partitions: count)
        for place in settings { places.take(Array("c".utf8), partition: place, isUpload: false) }
        places.take(Array("d".utf8), partition: 0, isUpload: false)
        places.take(nil, partition: 0, isUpload: false)
        let isOpen = places.isOpen(letter)
        for place in uploads { places.take(Array("c".utf8), partition: place, isUpload: true) }
        return (places.obstacle(letter, in: "fork.uploads"), isOpen)
    }

    @Test func `it goes where its settings are, whatever the hash says`() throws {
        #expect(try Self.obstacle(refusedIn: Self.other, settings: [Self.other]).reason == nil)
        #expect(try Self.obstacle(refusedIn: Self.other, settings: [Self.own, Self.other], uploads: [7]).reason == nil)
        let moved = try Self.obstacle(refusedIn: Self.own, settings: [Self.other])
        #expect(moved.reason?.contains("c is now in partition \(Self.other)") == true && !moved.isOpen)
    }

    @Test func `without settings it goes where the hash says, or where its uploads are`() throws {
        let known = try Self.obstacle(refusedIn: Self.own)
        #expect(known.reason == nil && !known.isOpen)
        let open = try Self.obstacle(refusedIn: Self.other, uploads: [Self.other])
        #expect(open.reason == nil && open.isOpen)
        #expect(try Self.obstacle(refusedIn: Self.other, uploads: [Self.other, Self.own]).reason != nil)
        #expect(try Self.obstacle(refusedIn: Self.other).reason?.contains("fork-worker send") == true)
    }
}
