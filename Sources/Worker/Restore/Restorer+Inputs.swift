import Kafka
import Observation
import Store
import System
import Vocabulary

/// Checks whether an input was recreated, by looking up the last record that the state has read from it.
extension Restorer {
    /// Begins to look up the last records that the state has read; returns false if there is nothing to look up.
    mutating func beginComparing(_ partition: Int32) throws(KafkaError) -> Bool {
        guard let known = progress[partition], known.inputs.isEmpty else { return false }
        let state = stateRead(known)
        let marks: [Input: LogMark?] = [
            .uploads(partition): state?.lastUpload, .connections(partition): state?.lastSettings,
        ].filter { plan.owner.followsSettings || $0.key.topic == .uploads }
        var bounds: [Input: LogBounds] = [:]
        for input in marks.keys.sorted() {
            let place = plan.place(input)
            let ends = try uncommitted.watermarks(of: place, timeoutMilliseconds: Self.askMilliseconds)
            bounds[input] = LogBounds("\(place)", low: ends.low, high: ends.high)
        }
        progress[partition]?.inputs = bounds
        for (input, mark) in marks {
            guard let mark, let log = bounds[input], (log.low..<log.high).contains(mark.offset) else { continue }
            progress[partition]?.compared.insert(input)
            lookup.begin(plan.place(input), at: mark.offset, to: .firstRecord)
        }
        return progress[partition]?.compared.isEmpty == false
    }

    /// Reads looked-up records for up to 20 ms, or 100 ms if no changelog is being read.
    mutating func compareInputs() {
        let until = clocks.steadyMilliseconds() + (reader.isReading ? 20 : 100)
        do throws(KafkaError) {
            while lookup.isReading, clocks.steadyMilliseconds() < until, let event = try lookup.next(until: until) {
                switch consume event {
                case .record(let message): noteFound(message)
                case .end(let place): noteCompared(place)
                case .failed(let place, let error):
                    if error.kind == .ofPartition { fail(place.partition, .kafka(error)) }
                }
            }
        } catch {
            guard error.passesAtWork else {
                for (partition, known) in progress where known.isCompared { fail(partition, .kafka(error)) }
                return
            }
            plan.observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
        }
    }

    private mutating func noteFound(_ message: borrowing Message) {
        let place = TopicPartition(message.topic, message.partition)
        if place.topic == plan.changelog {
            progress[place.partition]?.foundIdentity = LogMark(message)
        } else {
            let input = input(of: place)
            progress[place.partition]?.found[input] = LogMark(message)
        }
    }

    private mutating func noteCompared(_ place: TopicPartition) {
        if place.topic == plan.changelog {
            progress[place.partition]?.isSearched = true
        } else {
            let input = input(of: place)
            progress[place.partition]?.compared.remove(input)
        }
    }

    private func input(of place: TopicPartition) -> Input {
        place.topic == plan.topics.input(of: plan.owner) ? .uploads(place.partition) : .connections(place.partition)
    }

    /// Begins to look up the record of the store's identity in the changelog, if it is not the newest identity.
    mutating func compareChangelog(_ partition: Int32) {
        let place = TopicPartition(plan.changelog, partition)
        guard let known = progress[partition], let mark = known.store.identityMark,
            let log = known.committedLog, (log.low..<max(log.low, log.high)).contains(mark.offset)
        else {
            progress[partition]?.isSearched = true
            return
        }
        if known.logged?.isRecord(of: known.store.identity, at: mark.offset) == true {
            progress[partition]?.foundIdentity = mark
            progress[partition]?.isSearched = true
        } else {
            lookup.begin(place, at: mark.offset, to: .firstRecord)
        }
    }

    /// Returns the description of the store for the verdict.
    func held(_ partition: Int32, _ known: Progress, _ missed: String?, _ ends: Watermarks) -> StoreVerdict.Held {
        let mark = known.store.identityMark
        return StoreVerdict.Held(
            offset: known.store.changelogOffset,
            identity: known.store.identity,
            missed: missed,
            comparison: LogComparison(
                KnownLog(.state, mark: mark),
                in: log(partition, ends),
                found: known.foundIdentity
            )
        )
    }

    func log(_ partition: Int32, _ ends: Watermarks) -> LogBounds {
        LogBounds("\(TopicPartition(plan.changelog, partition))", low: ends.low, high: ends.high)
    }

    /// Returns the identity with the offsets that the state has read, or nil if there is no state.
    func stateRead(_ known: Progress) -> StateIdentity? {
        var state = known.store.identity
        if known.writesBack, known.logged == nil {
            // The changelog is new, so the inputs may be new too, and the state's offsets could skip records. Without
            // these offsets, records may be read twice, which is harmless. The last records that the state has read are
            // still looked up, to detect recreated inputs.
            state?.uploads = nil
            state?.connections = nil
        }
        return state
    }

    /// Compares an input with the last record that the state has read from it.
    func lastRead(_ input: Input, _ mark: LogMark?) -> LogComparison {
        guard let known = progress[input.partition], let log = known.inputs[input] else { return .unknown }
        let use: LogUse = input.topic == .connections ? .settingsInput : .mainInput
        return LogComparison(KnownLog(use, mark: mark), in: log, found: known.found[input])
    }

    /// Returns the bounds of an input that were requested earlier.
    func bounds(of input: Input) throws(KafkaError) -> LogBounds {
        if let known = progress[input.partition]?.inputs[input] { return known }
        throw KafkaError(.watermarks, .timedOut)
    }

    /// Whether the store and the changelog would be refused without `--adopt-state`.
    func isRefused(_ partition: Int32, _ known: Progress, _ missed: String?, _ ends: Watermarks) -> Bool {
        let verdict = StoreVerdict(
            partition,
            held: held(partition, known, missed, ends),
            logged: known.logged,
            log: log(partition, ends),
            expected: plan.expected.withoutAdoption
        )
        if case .refuse = verdict { return true }
        return false
    }
}
