import Kafka
import Testing
import Worker

/// The topics of workers and of dispatchers.
struct OwnerTopicsTests {
    private static let topics = TopicNames(prefix: "p.", inputPrefix: "in.", forms: [])

    @Test(arguments: [
        (StateOwner.worker, ["in.uploads", "p.state", "p.dead-letter", "p.webhook-dispatch"]),
        (.dispatcher, ["p.webhook-dispatch", "p.webhook-state", "p.webhook-dead-letter"]),
    ])
    func `a program reads the settings of its input and of the topics that it writes to`(
        owner: StateOwner,
        names: [String]
    ) {
        #expect(Self.topics.described(by: owner) == names)
    }
}
