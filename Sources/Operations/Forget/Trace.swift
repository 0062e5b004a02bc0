/// What of a connection stands in one partition of a topic.
package struct Trace: Equatable, Sendable {
    package let topic: String
    package let partition: Int32
    /// Records that name it; none in a topic that only its own name gives away.
    package let records: Int
    /// Those of them that are the last of their key and no tombstone; 0 where the topic is not compacted.
    package let live: Int

    package init(topic: String, partition: Int32, records: Int, live: Int) {
        self.topic = topic
        self.partition = partition
        self.records = records
        self.live = live
    }
}
