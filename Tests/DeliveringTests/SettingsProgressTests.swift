import Delivering
import Kafka
import Testing
import Vocabulary
import Worker

/// How far the settings are read, and up to which record their topic is known to be the same.
struct SettingsProgressTests {
    private static let places = [TopicPartition("fork.connections", 0), TopicPartition("fork.connections", 1)]

    private static func mark(_ offset: Int64) -> LogMark {
        LogMark(offset: offset, timestampMilliseconds: offset, checksum: UInt64(offset))
    }

    /// The marks that a comparison would look up, and the ends that it would expect.
    private static func known(_ progress: SettingsProgress) -> [[Int64?]] {
        let logs = progress.knownLogs(of: "fork.connections")
        return places.map { [logs[$0]?.mark?.offset, logs[$0]?.end] }
    }

    private static func findings(
        _ progress: SettingsProgress,
        isReplaced: Bool = false,
        delay: KafkaError? = nil
    ) -> LogFindings {
        let known = progress.knownLogs(of: "fork.connections")
        let result = isReplaced ? LogComparison.shorter(known: 9) : .same
        return LogFindings(known, known.mapValues { _ in result }, delay: delay)
    }

    @Test func `the settings are complete when the end of each partition was reached once`() {
        var progress = SettingsProgress(partitions: 2)
        #expect(progress.partitions.sorted() == [0, 1] && !progress.isComplete)
        progress.reachedEnd(of: 0)
        #expect(!progress.isComplete)
        progress.reachedEnd(of: 1)
        progress.read(Self.mark(3), of: 1)
        #expect(progress.isComplete)
    }

    @Test func `the first end of a partition is known, and later records are known after a comparison`() {
        var progress = SettingsProgress(partitions: 2)
        progress.read(Self.mark(3), of: 0)
        #expect(Self.known(progress) == [[nil, 4], [nil, 0]])
        progress.reachedEnd(of: 0)
        progress.reachedEnd(of: 1)
        #expect(Self.known(progress) == [[3, 4], [nil, 0]])
        // Records that a replaced topic could have delivered too, and another end of it.
        progress.read(Self.mark(7), of: 0)
        progress.read(Self.mark(0), of: 1)
        progress.reachedEnd(of: 0)
        #expect(Self.known(progress) == [[3, 8], [nil, 1]])
        progress.take(Self.findings(progress))
        #expect(Self.known(progress) == [[7, 8], [0, 1]])
    }

    @Test func `a doubt ends with a comparison of all logs that shows the same ones`() {
        let late = KafkaError(.watermarks, .timedOut)
        var ends: [[Bool]] = []
        for (isReplaced, delay) in [(false, nil), (false, late), (true, nil), (true, late)] {
            var progress = SettingsProgress(partitions: 2)
            progress.reachedEnd(of: 0)
            progress.read(Self.mark(7), of: 0)
            progress.isDoubted = true
            progress.take(Self.findings(progress, isReplaced: isReplaced, delay: delay))
            ends.append([progress.isDoubted, Self.known(progress)[0][0] == nil])
        }
        #expect(ends == [[false, false], [true, true], [true, true], [true, true]])
    }
}
