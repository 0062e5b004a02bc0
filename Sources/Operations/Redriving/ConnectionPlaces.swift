package import Health
import Kafka
import Worker

/// In which partitions of the inputs connections are now, so that no letter goes where its connection is no longer.
///
/// A topic that was made again with another number of partitions spreads connections differently: a letter that went back
/// to its old partition would give a connection two writers.
package struct ConnectionPlaces: Sendable {
    /// A letter's connection, and the partition that its record was refused in.
    package struct Letter: Hashable, Sendable {
        package let connection: ConnectionID
        package let partition: Int32

        package init(_ connection: ConnectionID, partition: Int32) {
            self.connection = connection
            self.partition = partition
        }
    }

    /// How many partitions the uploads have.
    private let count: Int32
    private let connections: Set<ConnectionID>
    /// Where the newest settings of a connection are.
    private var ofSettings: [ConnectionID: Int32] = [:]
    /// Where its newest upload is, of those that were looked at.
    private var ofUploads: [ConnectionID: Int32] = [:]

    /// Nothing is known yet of the connections of these letters.
    package init(of letters: some Sequence<Letter>, partitions count: Int32) {
        self.count = count
        connections = Set(letters.map(\.connection))
    }

    /// Takes the next record of a partition of settings or uploads, by its key.
    package mutating func take(_ key: [UInt8]?, partition: Int32, isUpload: Bool) {
        guard let key, let connection = ConnectionID(key), connections.contains(connection) else { return }
        if isUpload { ofUploads[connection] = partition } else { ofSettings[connection] = partition }
    }

    /// Whether it takes a look at the uploads to know where a connection is: its settings do not say it, nor does the hash.
    package func isOpen(_ letter: Letter) -> Bool {
        ofSettings[letter.connection] == nil && hash(letter.connection) != letter.partition
    }

    /// Why a letter does not go back to its partition, as the end of a sentence that begins with its place; nil if it may.
    package func obstacle(_ letter: Letter, in topic: String) -> String? {
        let known = ofSettings[letter.connection] ?? ofUploads[letter.connection]
        let place = known ?? hash(letter.connection)
        guard place != letter.partition else { return nil }
        let connection = letter.connection.string
        return """
            was refused in partition \(letter.partition) of \(topic), and \(connection) is in partition \(place) now: the topic \
            was made again with other partitions. Send its value by fork-worker send, which finds the right one
            """
    }

    private func hash(_ connection: ConnectionID) -> Int32 {
        count > 0 ? Murmur2.partition(of: connection.bytes, count: count) : 0
    }
}

extension ConnectionPlaces {
    /// Looks where the connections of letters are, each with the time from which on an upload says it, in Unix milliseconds;
    /// nil when the work was stopped.
    ///
    /// The input topics come with the number of their partitions.
    static func find(
        _ letters: [Letter: Int64],
        _ inputs: [String: Int32],
        in cluster: Cluster,
        _ work: inout LongWork
    ) throws(OperationError) -> Self? {
        let topics = cluster.topics
        var places = Self(of: letters.keys, partitions: inputs[topics.uploads] ?? 0)
        guard try places.read(topics.connections, inputs, from: .beginning, in: cluster, &work) else { return nil }
        let open = letters.filter { places.isOpen($0.key) }
        guard let since = open.map(\.value).min() else { return places }
        return try places.read(topics.uploads, inputs, from: .time(since), in: cluster, &work) ? places : nil
    }

    private mutating func read(
        _ topic: String,
        _ inputs: [String: Int32],
        from start: TopicReader.Start,
        in cluster: Cluster,
        _ work: inout LongWork
    ) throws(OperationError) -> Bool {
        work.title = "reading \(topic)"
        let isUpload = topic == cluster.topics.uploads
        let partitions = (0..<(inputs[topic] ?? 0)).map { TopicPartition(topic, $0) }
        return try TopicReader(cluster).read(partitions, from: start, &work) { message throws(OperationError) in
            take([UInt8](message.key), partition: message.partition, isUpload: isUpload)
        }
    }
}
