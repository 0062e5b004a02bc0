import Kafka
import Testing
import Vocabulary
import Worker

/// Whether a document topic is the log that earlier commits wrote, by the offsets that a transaction delivers.
struct DocumentLogsTests {
    private let place = TopicPartition("fork.connection.c", 0)
    private let other = TopicPartition("fork.documents", 3)
    /// The next transaction begins at offset 9: the commit marker follows the last record.
    private let last = LogMark(offset: 7, timestampMilliseconds: 1, checksum: 2)

    private func span(_ offsets: Int64...) -> DeliveredSpan {
        offsets.reduce(into: DeliveredSpan()) { $0.add($1, timestampMilliseconds: 0) }
    }

    @Test(
        arguments: [
            (first: 9, isCompared: false, .unknown), (9, true, .same), (10, true, .unknown), (10, false, .unknown),
            (8, true, .replaced), (8, false, .replaced), (0, true, .replaced),
        ] as [(Int64, Bool, DocumentLogs.Verdict)]
    )
    func `a transaction that does not follow the last record finds another log or leaves doubt`(
        first: Int64,
        isCompared: Bool,
        verdict: DocumentLogs.Verdict
    ) {
        var logs = DocumentLogs()
        if isCompared { logs.noteCompared(place, of: 0) }
        #expect(logs.verdict(on: place, span(first, first + 5), after: last) == verdict)
    }

    @Test func `a log to which nothing was written before is taken as it is`() {
        #expect(DocumentLogs().verdict(on: place, span(40), after: nil) == .same)
    }

    @Test func `a transaction of unknown offsets leaves doubt`() {
        var logs = DocumentLogs()
        logs.noteCompared(place, of: 0)
        #expect(logs.verdict(on: place, span(-1), after: last) == .unknown)
    }

    @Test func `logs of partitions that are taken over are met again, and all when topics were deleted`() {
        var logs = DocumentLogs()
        logs.noteCompared(place, of: 4)
        logs.noteCompared(other, of: 3)
        #expect(logs.verdict(on: place, span(9), after: last) == .same)
        logs.noteAssigned([4])
        #expect(logs.verdict(on: place, span(9), after: last) == .unknown)
        #expect(logs.verdict(on: other, span(9), after: last) == .same)
        logs.forget()
        #expect(logs.verdict(on: other, span(9), after: last) == .unknown)
    }

    @Test func `a span has the least and the greatest offset, and the time of the greatest`() {
        var span = DeliveredSpan()
        for (offset, time) in [(5, 50), (4, 40), (6, 60), (-1, 70)] as [(Int64, Int64)] {
            span.add(offset, timestampMilliseconds: time)
        }
        #expect(span.first == 4 && span.last == 6 && span.lastTimestampMilliseconds == 60 && span.lacksOffsets)
    }
}
