import SimulatedKafka
import SimulatedStore
import SimulatedWorker
import Vocabulary

/// What must be so on machines at the end of a history, although no reader of documents sees it.
extension Site {
    /// What operators are told to look into must have happened.
    func falseAlarm() -> String? {
        let alarms = [
            "would be skipped", "set back, or lost", "were lost", "made again?", "deleted before they were read",
            "lacks state",
            "it was deleted and made again",
        ]
        for machine in machines {
            for line in machine.lines where alarms.contains(where: line.contains) {
                return "\(machine.number) raises a false alarm: \(line)"
            }
        }
        return nil
    }

    /// Whoever looks at metrics sees no debt when readers see all documents.
    func owedFault() -> String? {
        for machine in machines {
            guard let count = machine.metric("fork_worker_owed_connections"), count != "0" else { continue }
            return "\(machine.number) owes the documents of \(count) connections, and readers see all"
        }
        return nil
    }

    /// Stores that have their changelogs to the end hold what these say.
    func storeFault() -> String? {
        for machine in machines {
            do throws(StoreError) {
                let database = try open(machine.storePath)
                for held in database.partitions() where held.identity != nil {
                    if let fault = try fault(of: held, in: database) { return "\(machine.number): \(fault)" }
                }
            } catch {
                return "\(machine.number): its store cannot be read: \(error)"
            }
        }
        return nil
    }

    /// Whether stores lack commits, according to their own marks.
    ///
    /// `ends` are the offsets of the last records of the changelogs.
    func lacksState(before ends: [Int64]) -> Bool {
        var known: [Int32: Int64] = [:]
        for machine in machines {
            guard let database = try? open(machine.storePath) else { continue }
            for held in database.partitions() where held.identity != nil {
                known[held.partition] = max(known[held.partition] ?? 0, held.changelogOffset)
            }
        }
        return ends.enumerated().contains { number, end in known[Int32(number)] ?? 0 <= end }
    }

    private func open(_ path: String) throws(StoreError) -> Database {
        try Database(path: path, memory: Database.Memory(cacheBytes: 0, writeBufferBytes: 0))
    }

    private func fault(of held: Database.Held, in database: Database) throws(StoreError) -> String? {
        let records = cluster.committed(TopicPartition(changelog, held.partition))
        guard let last = records.last, last.offset < held.changelogOffset else { return nil }
        let path = machines[0].storePath + "-wanted"
        SimulatedDisk.wipe(path)
        let wanted = try RocksStore(held.partition, in: open(path))
        for record in records {
            guard let key = record.key else { continue }
            try wanted.replay(key: key.span.bytes, value: record.value?.span.bytes, offset: record.offset)
        }
        try wanted.endReplay(at: held.changelogOffset, atMilliseconds: 0)
        let (has, should) = (contents(try RocksStore(held.partition, in: database)), contents(wanted))
        guard let key = Set(has.keys).union(should.keys).sorted().first(where: { has[$0] != should[$0] }) else {
            return nil
        }
        return """
            its store of partition \(held.partition), which has the changelog up to \(held.changelogOffset), holds \
            \(has[key]?.count ?? -1) bytes under \(key), and the changelog \(should[key]?.count ?? -1)
            """
    }

    private func contents(_ store: RocksStore) -> [String: [UInt8]] {
        var values: [String: [UInt8]] = [:]
        store.forEach { change in
            let key = "\(change.connection) \(change.stateKey.head) \(change.stateKey.high) \(change.stateKey.low)"
            values[key] = change.value
        }
        return values
    }
}
