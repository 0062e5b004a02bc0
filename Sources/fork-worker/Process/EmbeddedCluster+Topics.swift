import Kafka
import Worker

extension EmbeddedCluster {
    /// Creates the topics of a worker, because a worker cannot create topics in the embedded broker.
    func createTopics(_ topics: TopicNames, partitions: Int32) throws(KafkaError) {
        for name in topics.all { try createTopic(name, partitions: name == topics.deadLetters ? 1 : partitions) }
    }
}
