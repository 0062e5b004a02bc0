import SimulatedKafka
import SimulatedSystem

/// What a topic holds after somebody has deleted it and made it again.
enum Replacement: CaseIterable {
    case empty
    /// One record of somebody else.
    case foreign
    /// The first half of what it held.
    case shorter
    /// The first half of what it held, again and again, until it is longer than it was.
    case longer
    /// All that readers have seen of it, at other offsets where markers were.
    case copy
}

extension Site {
    /// Deletes a topic, makes it again and fills it at once.
    ///
    /// - Parameters:
    ///   - name: the topic.
    ///   - replacement: what it holds afterwards.
    ///   - foreign: the record of somebody else; nil where that is the first one of the topic.
    ///   - isKept: whether a record may be copied.
    func replace(
        _ name: String,
        by replacement: Replacement,
        foreign: (key: String, value: String)? = nil,
        keeping isKept: (LogRecord) -> Bool = { _ in true }
    ) {
        let count = Int32(cluster.topics[name]?.partitions.count ?? 0)
        let places = (0..<count).map { TopicPartition(name, $0) }
        let ends = places.map { cluster.log($0)?.end ?? 0 }
        let records = places.map { cluster.committed($0).filter(isKept) }
        world.note("\(name) is made again: \(replacement)")
        makeAgain(name)
        for (number, place) in places.enumerated() {
            let half = records[number].prefix((records[number].count + 1) / 2)
            func append(_ records: some Sequence<LogRecord>) {
                for record in records { cluster.append(record.key ?? [], record.value, to: place) }
            }
            switch replacement {
            case .empty: break
            case .foreign where foreign == nil: append(records[number].prefix(1))
            case .foreign:
                if let foreign { cluster.append(Array(foreign.key.utf8), Array(foreign.value.utf8), to: place) }
            case .shorter: append(half)
            case .longer:
                while !half.isEmpty, let log = cluster.log(place), log.end <= ends[number] + 2 { append(half) }
            case .copy: append(records[number])
            }
        }
    }
}
