import SimulatedKafka
import SimulatedWorker

/// In which order a batch takes what came in.
///
/// Workers read settings as they come, and all that are there before their first upload; what must not be taken in another
/// order is written when all before it was read.
struct Course {
    /// What a replay has read first, settings before uploads; nil: all is taken as it came.
    var range: ReplayRange?
    /// What was read of topics that were deleted and made again.
    var former: [TopicPartition: [LogRecord]] = [:]
    /// Whether what came after that is taken too.
    var goesOn = true

    /// The records of a partition.
    func records(_ partition: Int32, _ topics: TopicNames, _ cluster: Cluster) -> [(isUpload: Bool, record: LogRecord)]
    {
        func all(_ place: TopicPartition) -> ArraySlice<LogRecord> {
            ((former[place] ?? []) + cluster.committed(place))[...]
        }
        var settings = all(TopicPartition(topics.connections, partition))
        var uploads = all(TopicPartition(topics.uploads, partition))
        var taken: [(isUpload: Bool, record: LogRecord)] = []
        if let range {
            let number = Int(partition)
            while let next = settings.first, next.offset < range.connections[number] {
                taken.append((false, next))
                settings.removeFirst()
            }
            while let next = uploads.first, next.offset < range.uploads[number].upperBound {
                if next.offset >= range.uploads[number].lowerBound { taken.append((true, next)) }
                uploads.removeFirst()
            }
            if !goesOn { return taken }
        }
        while true {
            let upload = uploads.first
            if let next = settings.first, next.timestamp <= upload?.timestamp ?? .max {
                taken.append((false, next))
                settings.removeFirst()
            } else if let upload {
                taken.append((true, upload))
                uploads.removeFirst()
            } else {
                return taken
            }
        }
    }
}
