import Health
import Store
import Worker

/// A reader of committed records, which holds what becomes visible against a batch over the input that counts as read.
struct SimulatedReader {
    private struct Key: Hashable {
        let connection: ConnectionID
        let number: UInt8
    }

    private static let setting: UInt8 = 200
    private var documents: [Key: [UInt8]] = [:]
    private var state: [Int32: MemoryStore] = [:]
    private var oracles: [ConnectionID: SimulatedOracle] = [:]
    private var read: [Int32: Int] = [:]
    private var checked = 0
    /// The samples of the uploads that count as read, and those that the accounts name.
    private var samplesRead = 0
    private var samplesNamed = 0

    /// What is wrong with what has become visible since, if anything.
    mutating func check(_ broker: SimulatedBroker) -> String? {
        while checked < broker.settled.count {
            let transaction = broker.transactions[broker.settled[checked]]
            checked += 1
            let taken = take(broker, transaction)
            if let fault = compareOnce(transaction, taken) ?? compare(transaction, taken) { return fault }
        }
        return nil
    }

    /// The uploads that the transaction's offsets pass, which the oracles take.
    private mutating func take(_ broker: SimulatedBroker, _ transaction: SimulatedBroker.Transaction)
        -> [UInt8: SimulatedUpload]
    {
        var taken: [UInt8: SimulatedUpload] = [:]
        for (input, offset) in transaction.offsets where input.topic == .uploads {
            let from = read[input.partition] ?? 0
            guard Int(offset) > from else { continue }
            for case let upload? in broker.inputs[input]?[from..<Int(offset)] ?? [] {
                taken[upload.number] = upload
                oracles[upload.connection, default: SimulatedOracle()].take(upload)
                samplesRead += upload.samples.count
            }
            read[input.partition] = Int(offset)
        }
        return taken
    }

    /// Jobs, dead letters and accounts are those of the uploads that the offsets pass, each once.
    private mutating func compareOnce(_ transaction: SimulatedBroker.Transaction, _ taken: [UInt8: SimulatedUpload])
        -> String?
    {
        var jobs: [UInt8] = []
        var letters: [UInt16] = []
        var accounts: [UInt8] = []
        for (_, record) in transaction.records {
            switch record {
            case .document: break
            case .job(let uploads): jobs += uploads
            case .letter(let upload, let sample): letters.append(UInt16(upload) << 8 | UInt16(sample))
            case .account(let upload, let account):
                accounts.append(upload)
                samplesNamed += account.total
                guard let sent = taken[upload] else { return "an account names upload \(upload), which is not read" }
                let expected = oracles[sent.connection]?.accounts[upload]
                if account != expected { return "accounting of upload \(upload): \(account), not \(expected as Any)" }
                if account.total != sent.samples.count { return "accounting of upload \(upload) is not balanced" }
            }
        }
        let numbers = taken.keys.sorted()
        if jobs.sorted() != numbers { return "atomicity: jobs of \(jobs), offsets pass \(numbers)" }
        if accounts.sorted() != numbers { return "atomicity: accounts of \(accounts), offsets pass \(numbers)" }
        let refused = taken.values.flatMap { upload in
            upload.samples.filter(\.isRefused).map { UInt16(upload.number) << 8 | UInt16($0.id) }
        }
        if letters.sorted() != refused.sorted() { return "atomicity: dead letters \(letters), not \(refused)" }
        if samplesRead != samplesNamed { return "accounting: \(samplesNamed) samples, \(samplesRead) came" }
        return nil
    }

    /// Documents and state of whatever the transaction touched are those of the batch.
    private mutating func compare(_ transaction: SimulatedBroker.Transaction, _ taken: [UInt8: SimulatedUpload])
        -> String?
    {
        var touched = Set(taken.values.map(\.connection))
        for (_, record) in transaction.records {
            guard case .document(let name, let number, let value) = record else { continue }
            documents[Key(connection: name, number: number)] = value
            touched.insert(name)
        }
        for (partition, record) in transaction.changes {
            state[partition, default: MemoryStore()]
                .mustReplay(record, at: 0)
        }
        for name in touched {
            guard let oracle = oracles[name] else { continue }
            let expected = oracle.values(setting: Self.setting)
            for place in SimulatedCore.places {
                let wanted = expected[place]
                let held = state.values.lazy.compactMap { $0.value(at: place, of: name) }.first
                if held != wanted {
                    return "atomicity: the state of \(name.string) at \(place) is \(held ?? []), not \(wanted ?? [])"
                }
                guard let number = SimulatedCore.document(at: place) else { continue }
                let seen = documents[Key(connection: name, number: number)]
                if seen != wanted {
                    return "convergence: \(name.string)/\(number) is \(seen ?? []), not \(wanted ?? [])"
                }
            }
        }
        return nil
    }

    /// Whether a store holds what the committed changelog makes.
    func compare(_ store: MemoryStore, of partition: Int32, _ names: [ConnectionID]) -> String? {
        for name in names {
            for place in SimulatedCore.places {
                let held = store.value(at: place, of: name)
                let wanted = state[partition]?.value(at: place, of: name)
                if held != wanted {
                    return
                        "partition \(partition), \(name.string) at \(place): a store has \(held ?? []), not \(wanted ?? [])"
                }
            }
        }
        return nil
    }
}

extension MemoryStore {
    mutating func mustReplay(_ record: Changelog.Record, at offset: Int64) {
        do throws(StoreError) {
            let value = unsafe record.value?.span.bytes
            unsafe try replay(key: record.key.span.bytes, value: value, offset: offset)
        } catch {
            preconditionFailure("the simulation wrote what the store cannot read: \(error)")
        }
    }
}
