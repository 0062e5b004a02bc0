import Dispatching
import Testing
import Vocabulary
import Webhooks

struct RowTests {
    /// The rows after a job has failed and another waits behind it; also those of a host, and of an adopted state.
    private static func rig(isLeftAlone: Bool = false, isAdopted: Bool = false) throws -> Rig {
        let rig = try Rig()
        try rig.put(#""callback_url":"https://c.example/""#, of: "c")
        for _ in 0..<2 { rig.append(rig.job("c", documents: "")) }
        rig.read()
        for delivery in rig.begin() { rig.answer(delivery.id, .answer(Answer(status: 503, nowSeconds: 0))) }
        if isLeftAlone {
            for number in 0..<20 {
                try rig.put(#""callback_url":"https://dead.example/""#, of: "d\(number)")
                rig.append(rig.job("d\(number)"))
            }
            rig.read()
            for _ in 0..<2 { for delivery in rig.begin() { rig.answer(delivery.id, .failure(.connect)) } }
        }
        _ = try rig.commit()
        if isAdopted {
            try rig.crash(isAdopting: true)
            _ = try rig.commit()
        }
        return rig
    }

    private static func rows(_ rig: Rig, of name: String) throws -> [StoredValue] {
        let all = StateKey(head: 0)...StateKey(head: .max, high: .max, low: .max)
        let owner = name == "!" ? ConnectionID.ofPartition : try #require(ConnectionID(Array(name.utf8)))
        return rig.states[0]?.first(.max, in: all, of: owner) ?? []
    }

    @Test func `rows have the kinds, the order and the bytes that the README describes`() throws {
        let rig = try Self.rig()
        let own = try Self.rows(rig, of: "c")
        #expect(own.map(\.stateKey.rowKind) == [.connection, .job, .job, .attempts, .attempts])
        #expect(own.map(\.stateKey.place) == [0, Rig.base, Rig.base + 1, Rig.base, Rig.base + 1])
        let shared = try Self.rows(rig, of: "!")
        #expect(shared.map(\.stateKey.rowKind) == [.due, .due, .age, .age, .progress, .bases])
        // The job that failed is due in some 5 s, the one behind it in an hour.
        #expect(shared.map(\.stateKey.place) == [Rig.base, Rig.base + 1, Rig.base, Rig.base + 1, 0, 0])
        #expect((4_000...6_000).contains(Int64(shared[0].stateKey.high) - Rig.start))
        #expect(Int64(shared[1].stateKey.high) == Rig.start + 3_600_000)
        #expect(shared[0].stateKey.head == StateKey(.due, host: HostKey(origin: "https://c.example:443")).head)
        for row in own + shared { #expect(row.bytes.first == row.stateKey.rowKind?.version) }
        #expect(
            own[0].bytes
                == [1, 2, 0, 2, 1] + varint(Rig.base + 1) + [1] + varint(Rig.base) + [1] + varint(Rig.start) + [0, 0],
            "version, in order, settings 0, 2 jobs, next, held up by the first since its failure, nothing given up"
        )
        #expect(shared[0].bytes == [1, 1, UInt8(ascii: "c")])
        #expect(shared[2].bytes == [1] + varint(Rig.start) + [1, UInt8(ascii: "c")])
        #expect(shared[4].bytes == [1, 0, 2, 0, 0], "version, nothing open, 2 jobs, none off")
        #expect(shared[5].bytes == [1, 1] + varint(Rig.base) + [0, 1], "version, a base from offset 0 of a new topic")
        let job = own[1].bytes
        #expect(job.starts(with: [1] + varint(Rig.base)))
        #expect(text(job).contains(#"{"id":"00000000-0000-4000-8000-000000000001","type":"#))
        #expect(text(Array(own[3].bytes.suffix(13))) == "c.example:443")
    }

    private func varint(_ value: Int64) -> [UInt8] {
        var packer = Packer()
        packer.signed(value)
        return packer.bytes
    }

    @Test(arguments: RowKind.allCases)
    func `a row of another version or with damage is refused, and nothing is committed`(kind: RowKind) throws {
        for isDamage in [false, true] {
            let rig = try Self.rig(isLeftAlone: kind == .host, isAdopted: kind == .repair)
            for name in ["c", "!"] {
                let owner = name == "!" ? ConnectionID.ofPartition : try #require(ConnectionID(Array(name.utf8)))
                for row in try Self.rows(rig, of: name) where row.stateKey.rowKind == kind {
                    var bytes = row.bytes
                    if isDamage { bytes.removeLast() } else { bytes[0] = 9 }
                    rig.states[0]?.apply([
                        StateChange(connection: owner, stateKey: row.stateKey, value: bytes, heldBytes: row.bytes.count)
                    ])
                }
            }
            let error = try #require(throws: UnreadableRow.self) {
                try rig.crash()
                rig.now += 4_000_000
                _ = rig.dispatcher.gauges
                for delivery in rig.begin() { rig.answer(delivery.id, .answer(Answer(status: 200, nowSeconds: 0))) }
                _ = rig.begin()
                _ = try rig.commit()
            }
            #expect(error.kind == kind && error.partition == 0)
            #expect(error.version == (isDamage ? 1 : 9))
            let advice = isDamage ? "its bytes are damaged" : "has version 9, and this fork-worker reads version 1"
            #expect(error.description.contains(advice) && error.description.contains(kind.words))
        }
    }
}
