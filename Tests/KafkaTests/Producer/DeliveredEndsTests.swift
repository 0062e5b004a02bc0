import Kafka
import Testing

/// Which delivery reports say that a log begins, or begins again.
@Suite struct DeliveredEndsTests {
    /// Reports as topic, partition and offset, and whether each begins a log.
    private static let cases: [(sentence: String, reports: [(Int, Int32, Int64)], begins: [Bool])] = [
        ("the first record of a log", [(1, 0, 0), (1, 0, 1), (1, 1, 0)], [true, false, true]),
        ("a log that others began", [(1, 0, 7), (1, 0, 8), (1, 0, 12)], [false, false, false]),
        ("an offset that came before", [(1, 0, 7), (1, 0, 7)], [false, true]),
        (
            "a lower offset after another partition", [(1, 0, 7), (1, 1, 9), (1, 0, 3), (1, 0, 4)],
            [false, false, true, false]
        ),
        ("partitions of two topics", [(1, 0, 7), (2, 0, 3), (1, 0, 8), (2, 0, 4)], [false, false, false, false]),
        ("a batch without an offset", [(1, 0, 7), (1, 0, -1), (1, 0, 8)], [false, true, false]),
    ]

    @Test(arguments: cases.indices)
    func `a partition begins where no offset was before, or a higher one was`(index: Int) {
        var ends = DeliveredEnds()
        let (sentence, reports, begins) = Self.cases[index]
        #expect(reports.map { ends.begins(topic: $0.0, $0.1, at: $0.2) } == begins, "\(sentence)")
    }
}
