import Kafka
import Observation
import Testing
import Worker

struct ObstaclesTests {
    @Test func `faults of partitions come before doubts, and doubts before a remedy`() {
        var obstacles = Obstacles()
        #expect(obstacles.isEmpty)
        #expect(obstacles.take() == nil)
        let steps: [(Obstacles.Obstacle, (inout Obstacles) -> Void)] = [
            (.remedy(.renew, reason: "full"), { $0.require(.renew, "full") }),
            (
                .doubts([TopicPartition("b", 1), TopicPartition("a", 2)]),
                {
                    $0.doubt(TopicPartition("a", 2))
                    $0.doubt(TopicPartition("b", 1))
                }
            ),
            (.faults([3: Reason("why")]), { $0.blame(3, Reason("why")) }),
        ]
        for count in 1...steps.count {
            for (_, note) in steps.prefix(count) { note(&obstacles) }
            #expect(!obstacles.isEmpty)
            #expect(obstacles.take() == steps[count - 1].0)
            #expect(obstacles.isEmpty, "the step is repeated, and finds the others again")
        }
    }

    @Test func `the first reason of a partition is kept`() {
        var obstacles = Obstacles()
        obstacles.blame(0, Reason("first"))
        obstacles.blame(0, Reason("second"))
        obstacles.blame(1, Reason("other"))
        #expect(obstacles.take() == .faults([0: Reason("first"), 1: Reason("other")]))
    }
}
