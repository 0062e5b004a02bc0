package import Kafka
package import Observation
import Store
package import System
import Vocabulary

/// Finds the partitions that a worker would refuse, because state, inputs and committed offsets do not match.
///
/// The checks are those of a worker that restores a partition without a local store. Nothing is written, and no group
/// is joined.
package struct InputCheckup {
    private let names: TopicNames
    private let expected: ExpectedState
    private let configuration: Configuration
    private let clocks: Clocks
    /// The time after which the checkup fails, in milliseconds.
    private let milliseconds: Int32

    /// Creates a checkup; `configuration` has the group of the workers, and reads committed records.
    package init(
        _ names: TopicNames,
        _ expected: ExpectedState,
        _ configuration: Configuration,
        _ clocks: Clocks,
        milliseconds: Int32
    ) {
        self.names = names
        self.expected = expected
        self.configuration = configuration
        self.clocks = clocks
        self.milliseconds = milliseconds
    }

    /// Returns the partitions that a worker would refuse, each with the reason.
    package func refusals(_ admin: borrowing Admin) throws(KafkaError) -> [Int32: Reason] {
        let numbers = Array(0..<expected.partitions)
        let states = numbers.map { TopicPartition(names.state, $0) }
        let inputs = numbers.flatMap { [Input.uploads($0), .connections($0)] }
        let logs = try admin.watermarks(of: states, timeoutMilliseconds: milliseconds)
        let ends = try admin.watermarks(of: inputs.map(names.place), timeoutMilliseconds: milliseconds)
        let reader = try LogReader(configuration, clocks) { _ in }
        let group = try reader.consumer.committed(inputs.map(names.place), timeoutMilliseconds: milliseconds)
        let identities = try newest(logs)
        var marks: [Input: LogMark] = [:]
        for case (let number, .success(let logged?)) in identities {
            marks[.uploads(number)] = logged.identity.lastUpload
            marks[.connections(number)] = logged.identity.lastSettings
        }
        var lookups: [TopicPartition: Int64] = [:]
        for (input, mark) in marks {
            guard let log = ends[names.place(input)], (log.low..<max(log.low, log.high)).contains(mark.offset) else {
                continue
            }
            lookups[names.place(input)] = mark.offset
        }
        var found: [TopicPartition: LogMark] = [:]
        try reader.firstRecords(atOrAfter: lookups, milliseconds: Int64(milliseconds)) { found[$0] = LogMark($1) }
        var refusals: [Int32: Reason] = [:]
        for number in numbers {
            guard let log = logs[TopicPartition(names.state, number)], let answer = identities[number] else { continue }
            func state(_ input: Input) -> StartVerdict.InputState? {
                let place = names.place(input)
                guard let end = ends[place] else { return nil }
                let bounds = LogBounds("\(place)", low: end.low, high: end.high)
                let use: LogUse = input.topic == .connections ? .settingsInput : .mainInput
                let comparison = LogComparison(KnownLog(use, mark: marks[input]), in: bounds, found: found[place])
                return StartVerdict.InputState(bounds, group: group[place], lastRead: comparison)
            }
            guard let uploads = state(.uploads(number)), let settings = state(.connections(number)) else { continue }
            refusals[number] = refusal(number, answer, log, uploads, settings)
        }
        return refusals
    }

    /// Returns the newest state identity of each partition that was read in time.
    private func newest(_ logs: [TopicPartition: Watermarks]) throws(KafkaError) -> [Int32: IdentitySearch.Answer] {
        var search = try IdentitySearch(names.state, configuration, clocks) { _ in }
        for (place, bounds) in logs { search.begin(place.partition, bounds) }
        let until = clocks.steadyMilliseconds() + Int64(milliseconds)
        var answers: [Int32: IdentitySearch.Answer] = [:]
        while search.isUnderWay, clocks.steadyMilliseconds() < until {
            answers.merge(try search.advance(milliseconds: 100)) { $1 }
        }
        return answers
    }

    private func refusal(
        _ number: Int32,
        _ answer: IdentitySearch.Answer,
        _ ends: Watermarks,
        _ uploads: StartVerdict.InputState,
        _ settings: StartVerdict.InputState
    ) -> Reason? {
        let logged: StoreVerdict.Logged?
        switch answer {
        case .success(let found): logged = found
        case .failure(let error): return error.reason
        }
        let log = LogBounds("\(TopicPartition(names.state, number))", low: ends.low, high: ends.high)
        let held = StoreVerdict.Held(offset: log.low, identity: nil, missed: nil)
        let store = StoreVerdict(number, held: held, logged: logged, log: log, expected: expected)
        if case .refuse(let reason) = store { return reason }
        let start = StartVerdict(
            state: logged?.identity,
            hasRecords: log.low < log.high,
            uploads: uploads,
            connections: settings,
            stateName: log.name,
            expected: expected
        )
        if case .refuse(let reason) = start { return reason }
        return nil
    }
}
