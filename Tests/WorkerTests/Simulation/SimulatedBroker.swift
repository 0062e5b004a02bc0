import Health
import Store
import Worker

/// What a real broker keeps, in a few arrays: input logs, transactional logs, the group's offsets and members.
struct SimulatedBroker {
    struct Transaction {
        enum Fate { case open, prepared, committed, aborted }
        var fate = Fate.open
        var offsets: [Input: Int64] = [:]
        /// What it brought to the output topics, and to the changelogs.
        var records: [(partition: Int32, record: SimulatedRecord)] = []
        var changes: [(partition: Int32, record: Changelog.Record)] = []
    }

    struct Producer {
        var epoch = 0
        var open: Int?
    }

    /// A static member: of two processes with its name the later one counts.
    struct Member {
        var process: Int
        var hasJoined = false
        /// What it says it has, when it joins without giving anything back.
        var owned: [Int32] = []
        var assigned: [Int32]?
        var generation = -1
    }

    let partitions: Int32
    /// Whether members give back only what moves, and go on with the rest while the group rebalances.
    let isCooperative: Bool
    /// What stands at each offset; nil is a marker.
    var inputs: [Input: [SimulatedUpload?]] = [:]
    var changelog: [Int32: SimulatedLog] = [:]
    var transactions: [Transaction] = []
    /// Those that are open or prepared.
    var unsettled: [Int] = []
    /// Those that have become visible, in order.
    var settled: [Int] = []
    var offsets: [Input: Int64] = [:]
    var producers: [Int: Producer] = [:]
    var members: [Int: Member] = [:]
    var generation = 0
    var isRebalancing = false
    /// How often members came or went; partitions move each time.
    var changes = 0

    init(partitions: Int32, isCooperative: Bool) {
        self.partitions = partitions
        self.isCooperative = isCooperative
        for partition in 0..<partitions {
            inputs[.uploads(partition)] = []
            inputs[.connections(partition)] = []
            changelog[partition] = SimulatedLog()
        }
    }

    func isCommitted(_ transaction: Int) -> Bool { transactions[transaction].fate == .committed }
}

/// Transactions: their records, their ends and who may end them.
extension SimulatedBroker {
    /// Fences the older producers of an id and ends what they left open.
    mutating func initialise(producer id: Int) -> Int {
        endOpen(of: id)
        producers[id, default: Producer()].epoch += 1
        return producers[id]?.epoch ?? 0
    }

    /// The transaction's timeout: what is open is aborted, and its producer fenced.
    mutating func timeOut(producer id: Int) {
        guard producers[id]?.open != nil else { return }
        endOpen(of: id)
        producers[id]?.epoch += 1
    }

    private mutating func endOpen(of id: Int) {
        guard let open = producers[id]?.open else { return }
        if transactions[open].fate == .open { abort(open) }
        settle(open)
        producers[id]?.open = nil
    }

    /// The transaction that a producer's next write belongs to; nil when the producer is fenced.
    mutating func transaction(of id: Int, epoch: Int) -> Int? {
        guard let producer = producers[id], producer.epoch == epoch else { return nil }
        if let open = producer.open {
            if transactions[open].fate == .open { return open }
            settle(open)
        }
        unsettled.append(transactions.count)
        transactions.append(Transaction())
        producers[id]?.open = transactions.count - 1
        return transactions.count - 1
    }

    mutating func prepareCommit(_ transaction: Int) {
        transactions[transaction].fate = .prepared
    }

    mutating func abort(_ transaction: Int) {
        transactions[transaction].fate = .aborted
        unsettled.removeAll { $0 == transaction }
    }

    /// Writes the markers: what was prepared becomes visible, offsets included.
    mutating func settle(_ transaction: Int) {
        guard transactions[transaction].fate == .prepared else { return }
        transactions[transaction].fate = .committed
        unsettled.removeAll { $0 == transaction }
        settled.append(transaction)
        offsets.merge(transactions[transaction].offsets) { $1 }
    }

    /// The group's offsets of a partition: none while a transaction that may change them is under way.
    func stableOffsets(_ partition: Int32) -> (uploads: Int64, connections: Int64)? {
        let inputs = [Input.uploads(partition), .connections(partition)]
        for index in unsettled where inputs.contains(where: { transactions[index].offsets[$0] != nil }) { return nil }
        return (offsets[inputs[0]] ?? 0, offsets[inputs[1]] ?? 0)
    }

    /// Where readers of committed records come to in a changelog.
    func lastStableOffset(_ partition: Int32) -> Int64 {
        guard let log = changelog[partition] else { return 0 }
        if unsettled.isEmpty { return log.end }
        let open = log.entries.firstIndex { $0.map { unsettled.contains($0.transaction) } ?? false }
        return open.map(Int64.init) ?? log.end
    }

    /// The log cleaner comes by; it never goes beyond what is settled.
    mutating func compact(_ partition: Int32, upTo offset: Int64, at now: Int64) {
        let transactions = transactions
        changelog[partition]?.compact(upTo: Int(offset), at: now) { transactions[$0].fate == .committed }
    }
}
