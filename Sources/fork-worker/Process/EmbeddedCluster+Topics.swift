import Kafka
import Worker

extension EmbeddedCluster {
    /// Makes the topics that a worker expects to find: the embedded broker answers no administrator, so that it could
    /// not make its own.
    func createTopics(_ topics: TopicNames, partitions: Int32) throws(KafkaError) {
        for name in topics.all { try createTopic(name, partitions: name == topics.deadLetters ? 1 : partitions) }
    }
}
