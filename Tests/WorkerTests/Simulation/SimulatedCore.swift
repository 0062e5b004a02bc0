import Health
import Store

/// What arrives in the simulation: an upload of samples and deletions, or settings, which have a number only.
struct SimulatedUpload: Equatable {
    struct Sample: Equatable {
        let id: UInt8
        let version: UInt8

        /// Some samples are refused.
        var isRefused: Bool { id >= 60 }
        /// Samples lie in buckets, each with its stateKey in the state and its document.
        var bucket: UInt8 { id % 4 }
    }

    let connection: ConnectionID
    let number: UInt8
    var samples: [Sample] = []
    var deletions: [UInt8] = []
}

/// What became of the samples of one upload.
struct SimulatedAccount: Equatable {
    var new = 0
    var duplicates = 0
    var replaced = 0
    var deletedBefore = 0
    var refused = 0

    var total: Int { new + duplicates + replaced + deletedBefore + refused }
}

/// One record of an output topic.
enum SimulatedRecord: Equatable {
    /// A document by its number, nil when it is gone.
    case document(ConnectionID, UInt8, [UInt8]?)
    /// The uploads that a job names.
    case job([UInt8])
    /// A refused sample of an upload.
    case letter(upload: UInt8, sample: UInt8)
    /// What an upload is said to have brought.
    case account(upload: UInt8, SimulatedAccount)
}

/// The core in small: a two-phase set of samples in buckets, read from a store, changed, and published where it differs.
///
/// A bucket that is empty is a tombstone in the changelog and in the outputs.
struct SimulatedCore {
    /// The stateKey of the setting and of the uploads in their order, which is a document too.
    static let history = StateKey(head: 1)
    /// The stateKey of the deleted ids.
    static let deleted = StateKey(head: 3)
    /// The number of the history as a document.
    static let historyDocument: UInt8 = 255

    static func bucket(_ number: UInt8) -> StateKey { StateKey(head: 2, low: UInt64(number)) }

    /// All places of a connection.
    static let places = [history, deleted] + (0..<4).map { bucket($0) }

    /// The document that shows a stateKey.
    static func document(at stateKey: StateKey) -> UInt8? {
        if stateKey == deleted { return nil }
        return stateKey == history ? historyDocument : UInt8(stateKey.low)
    }

    private let connection: ConnectionID
    private let store: MemoryStore
    private var values: [StateKey: [UInt8]] = [:]
    private(set) var records: [SimulatedRecord] = []

    init(_ connection: ConnectionID, _ store: MemoryStore) {
        self.connection = connection
        self.store = store
    }

    private func value(_ stateKey: StateKey) -> [UInt8] {
        values[stateKey] ?? store.value(at: stateKey, of: connection) ?? []
    }

    mutating func take(setting: UInt8) { values[Self.history] = [setting] + value(Self.history).dropFirst() }

    mutating func take(_ upload: SimulatedUpload) {
        var history = value(Self.history)
        if history.isEmpty { history = [0] }
        values[Self.history] = history + [upload.number]
        delete(upload.deletions)
        var account = SimulatedAccount()
        for sample in upload.samples { merge(sample, of: upload.number, &account) }
        records.append(.account(upload: upload.number, account))
    }

    private mutating func delete(_ ids: [UInt8]) {
        if ids.isEmpty { return }
        values[Self.deleted] = Set(value(Self.deleted) + ids).sorted()
        for number in Set(ids.map { $0 % 4 }) {
            let pairs = value(Self.bucket(number))
            let left = stride(from: 0, to: pairs.count, by: 2).filter { !ids.contains(pairs[$0]) }
            values[Self.bucket(number)] = left.flatMap { [pairs[$0], pairs[$0 + 1]] }
        }
    }

    private mutating func merge(_ sample: SimulatedUpload.Sample, of upload: UInt8, _ account: inout SimulatedAccount) {
        if sample.isRefused {
            account.refused += 1
            records.append(.letter(upload: upload, sample: sample.id))
            return
        }
        guard !value(Self.deleted).contains(sample.id) else { return account.deletedBefore += 1 }
        var pairs = value(Self.bucket(sample.bucket))
        let held = stride(from: 0, to: pairs.count, by: 2).first { pairs[$0] >= sample.id } ?? pairs.count
        if held == pairs.count || pairs[held] != sample.id {
            account.new += 1
            pairs.insert(contentsOf: [sample.id, sample.version], at: held)
        } else if pairs[held + 1] < sample.version {
            account.replaced += 1
            pairs[held + 1] = sample.version
        } else {
            return account.duplicates += 1
        }
        values[Self.bucket(sample.bucket)] = pairs
    }

    /// The documents that have changed, and the changes of state.
    mutating func finish() -> [StateChange] {
        var changes: [StateChange] = []
        for (stateKey, value) in values.sorted(by: { $0.key < $1.key }) {
            let kept = value.isEmpty ? nil : value
            let held = store.value(at: stateKey, of: connection)
            if kept == held { continue }
            changes.append(StateChange(connection: connection, stateKey: stateKey, value: kept, heldBytes: held?.count))
            if let number = Self.document(at: stateKey) { records.append(.document(connection, number, kept)) }
        }
        return changes
    }
}
