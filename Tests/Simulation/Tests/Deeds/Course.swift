import SimulatedKafka
import SimulatedWorker

/// In which order a batch takes what came in.
///
/// Workers read settings as they come, and all that are there before their first upload; what must not be taken in another
/// order is written when all before it was read.
struct Course {
    /// What a replay has read first, settings before uploads; nil: all is taken as it came.
    var range: ReplayRange?
    /// Whether what came after that is taken too.
    var goesOn = true

    /// The records of a partition.
    func records(_ partition: Int32, _ topics: TopicNames, _ cluster: Cluster) -> [(isUpload: Bool, record: LogRecord)]
    {
        var settings = cluster.committed(TopicPartition(topics.connections, partition))[...]
        var uploads = cluster.committed(TopicPartition(topics.uploads, partition))[...]
        var all: [(isUpload: Bool, record: LogRecord)] = []
        if let range {
            let number = Int(partition)
            while let next = settings.first, next.offset < range.connections[number] {
                all.append((false, next))
                settings.removeFirst()
            }
            while let next = uploads.first, next.offset < range.uploads[number].upperBound {
                if next.offset >= range.uploads[number].lowerBound { all.append((true, next)) }
                uploads.removeFirst()
            }
            if !goesOn { return all }
        }
        while true {
            let upload = uploads.first
            if let next = settings.first, next.timestamp <= upload?.timestamp ?? .max {
                all.append((false, next))
                settings.removeFirst()
            } else if let upload {
                all.append((true, upload))
                uploads.removeFirst()
            } else {
                return all
            }
        }
    }
}
