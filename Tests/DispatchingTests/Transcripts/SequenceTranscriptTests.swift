import Dispatching
import Testing
import Vocabulary
import Webhooks

struct SequenceTranscriptTests {
    /// The sequences of the requests under way, by the offsets of their records.
    private static func sequences(_ rig: Rig) -> [Int64] { rig.underWay.values.map(\.delivery.sequence).sorted() }

    @Test func `a partition takes no input before its base is committed`() throws {
        let rig = try Rig()
        rig.now = Rig.start + 1_000
        rig.addPartition(1)
        #expect(rig.wantsInput([0, 1]) == [true, false])
        #expect(try rig.commit(isAborted: true) != nil)
        #expect(rig.wantsInput([0, 1]) == [true, false])
        let commit = try #require(try rig.commit())
        #expect(commit.partitions.map(\.partition) == [1] && commit.partitions[0].nextOffset == 0)
        #expect(rig.wantsInput([0, 1]) == [true, true])
        try rig.put(#""callback_url":"https://c.example/""#, of: "c")
        rig.append(rig.job("c", partition: 1))
        rig.read()
        #expect(rig.begin().map(\.sequence) == [(Rig.start + 1_000) * 1_000])
    }

    @Test func `a base stays over restarts`() throws {
        let transcript = try Transcript()
        try expect(
            transcript,
            [(0, "job c", "send 0"), (1, "answer 0 200", ""), (1, "commit", "offset 1 delivered 1")]
        )
        try expect(transcript, [(50_000, "crash", ""), (50_000, "job c", "send 1")])
    }

    @Test func `the sequences of a recreated topic are above those before, and hide nothing that waits`() throws {
        let transcript = try Transcript()
        let rig = transcript.rig
        try expect(
            transcript,
            [
                (0, "job c", "send 0"), (0, "job c", ""), (0, "job d", "send 2"),
                (1, "answer 0 500", ""),
                // Job 2 is done with, and job 1 is not stored yet: the offsets before are noted.
                (1, "answer 2 200", ""), (1, "commit", "offset 3 rows delivered 1"),
            ]
        )
        rig.release([0])
        rig.recreateTopic(0)
        rig.now = Rig.start + 100_000
        try rig.assign(0, sequences: .ofNewTopic)
        _ = try rig.commit()
        for _ in 0..<2 { rig.append(rig.job("c")) }
        rig.read()
        // In order: what waited, then the new ones.
        var sent: [Int64] = []
        for _ in 0..<4 {
            for delivery in rig.begin() {
                sent.append(delivery.sequence)
                rig.answer(delivery.id, .answer(Answer(status: 200, nowSeconds: 0)))
            }
            _ = try rig.commit()
        }
        let base = (Rig.start + 100_000) * 1_000
        #expect(sent == [Rig.base, Rig.base + 1, base, base + 1])
        #expect(rig.offsets[0] == 2 && rig.states[0]?.rowCount == 0)
    }

    @Test func `a new base counts for records that were never read, once`() throws {
        let transcript = try Transcript()
        let rig = transcript.rig
        try expect(
            transcript,
            [
                (0, "job c", "send 0"), (0, "job d", "send 1"),
                (1, "answer 1 200", ""), (1, "commit", "offset 0 rows delivered 1"),
            ]
        )
        rig.release([0])
        rig.now = Rig.start + 100_000
        try rig.assign(0, sequences: .ofNewBase)
        _ = try rig.commit()
        rig.append(rig.job("d"))
        rig.read()
        let base = (Rig.start + 100_000) * 1_000
        #expect(rig.begin().map(\.sequence).sorted() == [Rig.base, base + 2])
        for id in rig.underWay.keys.sorted() { rig.answer(id, .answer(Answer(status: 200, nowSeconds: 0))) }
        _ = try rig.commit()
        #expect(rig.offsets[0] == 3 && rig.counts == [.delivered: 3])
        try rig.crash()
        rig.append(rig.job("d"))
        rig.read()
        #expect(rig.begin().map(\.sequence) == [base + 3])
    }

    @Test func `a base is above all before, also when the clock was set back`() throws {
        let rig = try Rig()
        try rig.put(#""callback_url":"https://c.example/""#, of: "c")
        rig.append(rig.job("c"))
        rig.read()
        let first = try #require(rig.begin().first?.sequence)
        rig.release([0])
        try rig.restart(at: Rig.start - 3_600_000, sequences: .ofNewBase)
        rig.append(rig.job("c"))
        rig.read()
        var sent: [Int64] = []
        for _ in 0..<2 {
            for delivery in rig.begin() {
                sent.append(delivery.sequence)
                rig.answer(delivery.id, .answer(Answer(status: 200, nowSeconds: 0)))
            }
            _ = try rig.commit()
        }
        #expect(sent.count == 2 && sent[0] >= first && sent[1] > max(sent[0], first + 1), "\(sent)")
    }

    @Test func `however often new bases are asked for, a job that waits keeps its sequence and its offset`() throws {
        let transcript = try Transcript()
        let rig = transcript.rig
        try expect(
            transcript,
            [(0, "job c", "send 0"), (1, "answer 0 500", ""), (1, "commit", "offset 1 rows")]
        )
        for second in 1...70 {
            rig.release([0])
            rig.now = Rig.start + Int64(second) * 1_000
            try rig.assign(0, sequences: .ofNewBase)
            _ = try rig.commit()
        }
        rig.now = Rig.start + 3_600_000
        let sent = rig.begin()
        #expect(sent.map(\.sequence) == [Rig.base])
        for delivery in sent { rig.answer(delivery.id, .answer(Answer(status: 200, nowSeconds: 0))) }
        _ = try rig.commit()
        #expect(rig.offsets[0] == 1)
    }

    @Test func `dead letters have the sequence and the offset of their record`() throws {
        var options = DispatchOptions()
        options.schedule = RetrySchedule(delaysMilliseconds: [])
        let transcript = try Transcript(options)
        try expect(
            transcript,
            [
                (0, "job c", "send 0"), (0, "job d", "send 1"), (1, "answer 1 404", ""),
                (1, "commit", "offset 0 rows dead 1 letter status"),
            ]
        )
        let headers = transcript.rig.deadLetters[0].headers
        #expect(text(headers.first { $0.name == "fork-sequence" }?.value) == "\(Rig.base + 1)")
        #expect(text(headers.first { $0.name == "fork-offset" }?.value) == "1")
    }

    @Test func `the row of bases tells the sequence of each offset of the present topic`() throws {
        let rig = try Rig()
        var changes: [StateChange] = []
        for (hour, start) in [SequenceStart.ofNewBase, .ofNewTopic, .ofNewBase].enumerated() {
            rig.release([0])
            rig.now = Rig.start + Int64(hour + 1) * 3_600_000
            if start == .ofNewTopic { rig.recreateTopic(0) }
            try rig.assign(0, sequences: start)
            changes = try #require(try rig.commit()).partitions[0].changes
            try rig.put(#""callback_url":"https://c.example/""#, of: "c")
            for _ in 0..<2 { rig.append(rig.job("c")) }
            rig.read()
            for _ in 0..<2 {
                for delivery in rig.begin() { rig.answer(delivery.id, .answer(Answer(status: 200, nowSeconds: 0))) }
            }
            _ = try rig.commit()
        }
        let change = try #require(changes.first { $0.stateKey.rowKind == .bases })
        let row = try #require(try BasesRow.read(change, of: 0))
        let bases = [2, 3].map { (Rig.start + $0 * 3_600_000) * 1_000 }
        #expect([0, 1, 2, 9].map { row.sequence(of: $0) } == [bases[0], bases[0] + 1, bases[1] + 2, bases[1] + 9])
    }
}
