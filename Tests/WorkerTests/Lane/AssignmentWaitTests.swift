import Testing
import Worker

struct AssignmentWaitTests {
    @Test func `a lane without partitions says so once, and again when it had some`() {
        var wait = AssignmentWait()
        let looks: [(hasPartitions: Bool, at: Int64)] = [
            (false, 100), (false, 5_099), (false, 5_100), (false, 90_000), (true, 90_001), (false, 90_002),
            (false, 95_001), (false, 95_002),
        ]
        let said = looks.map { wait.look(hasPartitions: $0.hasPartitions, at: $0.at) }
        #expect(said == [false, false, true, false, false, false, false, true])
    }
}
