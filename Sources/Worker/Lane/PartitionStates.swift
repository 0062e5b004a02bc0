import Health
import Kafka
import Store
import Vocabulary

/// The stores, state identities and replay totals of a lane's restored partitions.
struct PartitionStates {
    /// A cache of values read from the stores.
    let cache: StateCache
    private var stores: [Int32: RocksStore] = [:]
    /// The state identity of each restored partition, with the offsets that were last sent.
    private var identities: [Int32: StateIdentity] = [:]
    /// The replay totals of each restored partition.
    private var tallies: [Int32: LaneTally] = [:]
    /// The last read and the last committed record of each input.
    private var lastRead = InputMarks()
    private var watch: StoreWatch
    /// The number of changelog records of the current commit.
    var changelogRecords = 0

    init(cacheBytes: Int, tombstoneMilliseconds: Int64) {
        cache = StateCache(maxBytes: cacheBytes)
        watch = StoreWatch(tombstoneMilliseconds: tombstoneMilliseconds)
    }

    subscript(partition: Int32) -> RocksStore? { stores[partition] }

    /// Returns the last known record and end of a partition's changelog; nil for an unknown partition.
    func knownChangelog(_ partition: Int32) -> KnownLog? { stores[partition]?.knownChangelog }

    /// Returns the last known records and ends of the inputs and changelogs of all restored partitions.
    func knownLogs(_ topics: TopicNames) -> [TopicPartition: KnownLog] {
        var logs: [TopicPartition: KnownLog] = [:]
        for (number, store) in stores {
            logs[TopicPartition(topics.state, number)] = store.knownChangelog
            logs[topics.place(.uploads(number))] = lastRead.known(.uploads(number), .mainInput)
            logs[topics.place(.connections(number))] = lastRead.known(.connections(number), .settingsInput)
        }
        return logs
    }

    /// Adds a restored partition; only a replay has replay totals.
    mutating func add(_ store: RocksStore, _ identity: StateIdentity, _ tally: LaneTally?) {
        stores[identity.partition] = store
        identities[identity.partition] = identity
        lastRead.restored(identity)
        if let tally { tallies[identity.partition] = tally }
    }

    /// Drops the stores of revoked or failed partitions.
    mutating func drop(_ partitions: [Int32]) { for partition in partitions { stores[partition] = nil } }

    /// Drops the stores of all partitions except these, before other partitions are restored.
    mutating func keep(_ partitions: Set<Int32>) {
        stores = stores.filter { partitions.contains($0.key) }
        watch.reset()
    }

    mutating func read(_ mark: LogMark, of input: Input) { lastRead.note(mark, of: input) }

    /// Forgets the uncommitted reads and writes, because they were committed or will be repeated.
    mutating func dropUncommitted() {
        lastRead.drop()
        changelogRecords = 0
    }

    /// Returns the state identity for a commit.
    ///
    /// The identity repeats the offsets, so that a restore can compare both copies.
    ///
    /// - Parameters:
    ///   - number: The partition.
    ///   - offsets: The offsets that the commit sends, and the offsets that are already committed.
    ///   - outcome: The outcome of the partition, for the totals of a replay, or nil if the commit has none.
    ///   - now: The time. Only a replay uses it.
    /// - Returns: The identity, or nil for an unknown partition.
    mutating func identity(
        of number: Int32,
        _ offsets: (sent: [Input: Int64], committed: [Input: Int64]),
        _ outcome: Outcome?,
        at now: @autoclosure () -> Int64
    ) -> StateIdentity? {
        guard var identity = identities[number] else { return nil }
        identity.uploads = offsets.sent[.uploads(number)] ?? offsets.committed[.uploads(number)]
        identity.connections = offsets.sent[.connections(number)] ?? offsets.committed[.connections(number)]
        identity.lastUpload = lastRead.mark(.uploads(number), before: identity.uploads)
        identity.lastSettings = lastRead.mark(.connections(number), before: identity.connections)
        identity.changelogKnown = stores[number]?.changelogOffset ?? identity.changelogKnown
        identity.tally = tallies[number]?.count(outcome, at: now())
        identities[number] = identity
        return identity
    }

    /// Writes a committed outcome to the store of its partition.
    ///
    /// `span` is nil if the commit wrote nothing to the changelog.
    ///
    /// - Throws: An error if the store cannot be written.
    mutating func apply(_ outcome: Outcome, to partition: Int32, _ span: DeliveredSpan?, wall: Int64) throws(StoreError)
    {
        if let identity = identities[partition] { lastRead.committed(identity) }
        try stores[partition]?.apply(
            outcome.changes + outcome.afterDelivery,
            forgetting: outcome.forgotten,
            changelogOffset: span?.end,
            identity: identities[partition],
            identityOffset: span?.certainLast,
            atMilliseconds: wall
        )
        tallies[partition]?.committed()
    }

    /// Records once a minute that the stores match their changelogs, for the check at the next start.
    mutating func noteInSync(isRestored: Bool, at now: Int64, wall: Int64) throws(StoreError) {
        guard let time = watch.inSync(isRestored: isRestored, at: now, wall: wall) else { return }
        for store in stores.values { try store.noteInSync(atMilliseconds: time) }
    }
}
