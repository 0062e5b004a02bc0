import Kafka
package import Vocabulary
import Worker

/// The current input partitions of connections.
///
/// A topic that was recreated with another number of partitions maps connections to other partitions. A dead letter
/// that returned to its old partition would give its connection two writers, so redriving must check the partition.
package struct ConnectionPlaces: Sendable {
    /// The connection of a dead letter, and the partition in which its record was refused.
    package struct Letter: Hashable, Sendable {
        package let connection: ConnectionID
        package let partition: Int32

        package init(_ connection: ConnectionID, partition: Int32) {
            self.connection = connection
            self.partition = partition
        }
    }

    /// The number of partitions of the upload topic.
    private let count: Int32
    private let connections: Set<ConnectionID>
    /// The partition of the newest settings, by connection.
    private var ofSettings: [ConnectionID: Int32] = [:]
    /// The partition of the newest upload that was read, by connection.
    private var ofUploads: [ConnectionID: Int32] = [:]

    /// Creates an empty table for the connections of these dead letters.
    package init(of letters: some Sequence<Letter>, partitions count: Int32) {
        self.count = count
        connections = Set(letters.map(\.connection))
    }

    /// Adds the key of the next settings or upload record of a partition.
    package mutating func take(_ key: [UInt8]?, partition: Int32, isUpload: Bool) {
        guard let key, let connection = ConnectionID(key), connections.contains(connection) else { return }
        if isUpload { ofUploads[connection] = partition } else { ofSettings[connection] = partition }
    }

    /// Whether uploads must be read to find the partition of a connection.
    ///
    /// True if the connection has no settings, and its key hashes to another partition than the dead letter's.
    package func isOpen(_ letter: Letter) -> Bool {
        ofSettings[letter.connection] == nil && hash(letter.connection) != letter.partition
    }

    /// Returns the reason why a dead letter must not return to its partition; nil if it may.
    ///
    /// The text continues a sentence that begins with the position.
    package func obstacle(_ letter: Letter, in topic: String) -> String? {
        let known = ofSettings[letter.connection] ?? ofUploads[letter.connection]
        let place = known ?? hash(letter.connection)
        guard place != letter.partition else { return nil }
        let connection = letter.connection.string
        return """
            was refused in partition \(letter.partition) of \(topic), but \(connection) is now in partition \(place): the topic \
            was recreated with another number of partitions. Send its value with fork-worker send, which finds the partition
            """
    }

    private func hash(_ connection: ConnectionID) -> Int32 {
        count > 0 ? Murmur2.partition(of: connection.bytes, count: count) : 0
    }
}

extension ConnectionPlaces {
    /// Finds the partitions of the dead letters' connections.
    ///
    /// `letters` contains for each dead letter the Unix time in milliseconds from which uploads must be read.
    /// `inputs` contains the partition counts of the input topics.
    static func find(
        _ letters: [Letter: Int64],
        _ inputs: [String: Int32],
        in cluster: Cluster
    ) throws(OperationError) -> Self {
        let topics = cluster.topics
        var places = Self(of: letters.keys, partitions: inputs[topics.uploads] ?? 0)
        try places.read(topics.connections, inputs, from: .beginning, in: cluster)
        let open = letters.filter { places.isOpen($0.key) }
        guard let since = open.map(\.value).min() else { return places }
        try places.read(topics.uploads, inputs, from: .time(since), in: cluster)
        return places
    }

    private mutating func read(
        _ topic: String,
        _ inputs: [String: Int32],
        from start: TopicReader.Start,
        in cluster: Cluster
    ) throws(OperationError) {
        cluster.progress.title = "reading \(topic)"
        let isUpload = topic == cluster.topics.uploads
        let partitions = (0..<(inputs[topic] ?? 0)).map { TopicPartition(topic, $0) }
        try TopicReader(cluster).read(partitions, from: start) { message throws(OperationError) in
            take([UInt8](message.key), partition: message.partition, isUpload: isUpload)
        }
    }
}
