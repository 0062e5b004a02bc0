import Kafka
import Observation
import Store
import System
import Vocabulary

/// Checks that the inputs are those that the state has read, by looking up the last record of each again.
extension Restorer {
    /// Begins to look up the last records that the state has read.
    ///
    /// Returns false if there are none left.
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
            inputSearch.begin(plan.place(input), at: mark.offset)
        }
        return progress[partition]?.compared.isEmpty == false
    }

    /// Reads for a short time, or longer if no changelog is being read.
    mutating func compareInputs() {
        let isReading = progress.contains { $0.value.end != nil }
        do throws(KafkaError) {
            for (place, answer) in try inputSearch.advance(milliseconds: isReading ? 20 : 100) {
                let isUpload = place.topic == plan.topics.input(of: plan.owner)
                let input: Input = isUpload ? .uploads(place.partition) : .connections(place.partition)
                switch answer {
                case .success(let found):
                    progress[place.partition]?.found[input] = .some(found)
                    progress[place.partition]?.compared.remove(input)
                case .failure(let error): fail(place.partition, .kafka(error))
                }
            }
        } catch {
            guard error.passesAtWork else {
                for (partition, known) in progress where !known.compared.isEmpty { fail(partition, .kafka(error)) }
                return
            }
            plan.observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
        }
    }

    /// Returns the identity with the offsets that the state has read, or nil if there is no state.
    func stateRead(_ known: Progress) -> StateIdentity? {
        var state = known.store.identity
        if known.writesBack, known.logged == nil {
            // The changelog is new, so the inputs may be new too, and the offsets of the old logs could skip records.
            // Reading records twice changes nothing. The last records are still looked up: if they exist, the logs are
            // the old ones.
            state?.uploads = nil
            state?.connections = nil
        }
        return state
    }

    /// Returns the fate of the last record that the state has read of an input.
    func lastRead(_ input: Input, _ mark: LogMark?) -> LastRead {
        guard let known = progress[input.partition], let log = known.inputs[input] else { return .none }
        return LastRead(mark, in: log, found: known.found[input] ?? nil, isCompacted: input.topic == .connections)
    }

    /// Returns the bounds of an input that were requested earlier.
    func bounds(of input: Input) throws(KafkaError) -> LogBounds {
        if let known = progress[input.partition]?.inputs[input] { return known }
        throw KafkaError(.watermarks, .timedOut)
    }

    /// Whether the partition would be refused without `--adopt-state`.
    func isRefused(_ partition: Int32, _ known: Progress, _ missed: String?, _ ends: Watermarks) -> Bool {
        let verdict = StoreVerdict(
            partition,
            held: StoreVerdict.Held(
                offset: known.store.changelogOffset,
                identity: known.store.identity,
                missed: missed
            ),
            logged: known.logged,
            log: LogBounds("", low: ends.low, high: ends.high),
            expected: plan.expected.withoutAdoption
        )
        if case .refuse = verdict { return true }
        return false
    }
}
