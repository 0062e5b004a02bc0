/// The jobs that wait for their turn at a host.
struct HostQueue {
    /// A fresh job of a partition.
    struct FreshOffer {
        let partition: Int32
        let offer: PartitionJobs.Offer
    }

    var offers = Fifo<FreshOffer>()
    /// The partitions that have stored jobs for the host, in the order of their turns.
    var partitions: [Int32] = []
    /// Whether the host stands among those that are worth a look.
    var isReady = false
    /// The standing whose hosts must have fewer requests before the host has its turn; nil if it does not wait.
    var waitsForShare: Host.Standing?
    /// The next time on the agenda; `.max`: none.
    var lookAt = Int64.max
    /// Whether the next turn is that of stored jobs.
    var prefersStored = false

    var isEmpty: Bool { offers.isEmpty && partitions.isEmpty }
}
