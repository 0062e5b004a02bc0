/// The records of one connection in one partition.
package struct Trace: Equatable, Sendable {
    package let topic: String
    package let partition: Int32
    /// The number of records that identify the connection; 0 if only the topic name does.
    package let records: Int
    /// The number of keys whose newest record identifies the connection and is not a tombstone; 0 without compaction.
    package let live: Int

    package var isLive: Bool { live > 0 }

    package init(topic: String, partition: Int32, records: Int, live: Int) {
        self.topic = topic
        self.partition = partition
        self.records = records
        self.live = live
    }
}
