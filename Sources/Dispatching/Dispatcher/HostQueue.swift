/// The jobs that wait for the turn of a host.
struct HostQueue {
    /// A fresh job of a partition.
    struct FreshOffer {
        let partition: Int32
        let offer: PartitionJobs.Offer
    }

    var offers = Fifo<FreshOffer>()
    /// The partitions that have stored jobs for the host, in the order of their turns.
    var partitions: [Int32] = []
    /// Whether the host is in the queue of hosts to check.
    var isReady = false
    /// The standing whose hosts must have fewer running requests before this host gets a turn; nil if it does not wait.
    var waitsForShare: Host.Standing?
    /// The time of the next scheduled check, or `.max` if there is none.
    var lookAt = Int64.max
    /// Whether stored jobs came first in the last turn.
    var prefersStored = false

    var isEmpty: Bool { offers.isEmpty && partitions.isEmpty }
}
