import Health
import Store
import Testing
import Vocabulary
import Worker

/// Records of a whole partition that identify a connection.
struct PartitionRecordTests {
    private static func key(_ connection: ConnectionID, _ stateKey: StateKey) -> [UInt8] {
        let change = StateChange(connection: connection, stateKey: stateKey, value: [1], heldBytes: nil)
        return Changelog.records(of: change).first?.key ?? []
    }

    @Test func `only the marker of an erased connection is its mark`() throws {
        let one = try #require(ConnectionID(Array("one".utf8)))
        let other = try #require(ConnectionID(Array("other".utf8)))
        let keys = [
            Self.key(.ofPartition, .forgotten(one)), Self.key(.ofPartition, .forgotten(other)),
            Self.key(one, .forgotten(one)), Self.key(one, StateKey(head: 1)),
        ]
        let areMarks = keys.map { unsafe PartitionRecord.isMark(ofForgotten: one, key: $0.span.bytes) }
        #expect(areMarks == [true, false, false, false])
    }
}
