package import Observation
package import Store
import Vocabulary

/// The offsets at which a restored partition continues, or the reason why it must not continue.
///
/// State and offsets are committed in one transaction. So they match, unless offsets have expired or someone has
/// changed topics or offsets.
package enum StartVerdict: Equatable, Sendable {
    /// Continue reading at these offsets.
    case resume(uploads: Int64, connections: Int64)
    /// State, topics and offsets do not match; the reason contains the values and advice.
    case refuse(Reason)

    /// The facts about an input: its log, the group's offset, and the last record that the state has read.
    package struct InputState: Sendable {
        let log: LogBounds
        /// The group's committed offset, or nil if there is none or it has expired.
        let group: Int64?
        /// The offset at which reading begins if nothing was read yet.
        let first: Int64
        /// Whether the last record that the state has read is still in the log.
        let lastRead: LogComparison

        /// Creates the facts; a new input is read from `begin`, or from the first existing record if `begin` is nil.
        package init(_ log: LogBounds, group: Int64?, begin: Int64? = nil, lastRead: LogComparison = .unknown) {
            self.log = log
            self.group = group
            self.lastRead = lastRead
            first = max(log.low, begin ?? log.low)
        }
    }

    /// Compares the state with the offsets and the logs of the inputs.
    ///
    /// `state` is nil if there is no state identity. `hasRecords` is true if the changelog contains any state.
    /// `connections` is nil if the state does not follow settings.
    package init(
        state: StateIdentity?,
        hasRecords: Bool,
        uploads: InputState,
        connections: InputState?,
        stateName: String,
        expected: ExpectedState
    ) {
        if state == nil, hasRecords, !expected.isAdopting {
            self = .refuse(
                Reason(
                    .stateWithoutIdentity,
                    """
                    \(stateName) holds state that does not say whose it is: another version or program wrote it; \
                    \(ExpectedState.advice)
                    """
                )
            )
            return
        }
        let judge = Judge(stateName: stateName, expected: expected)
        let settings = connections.map { judge.start($0, state: state?.connections) } ?? .success(0)
        switch (judge.start(uploads, state: state?.uploads), settings) {
        case (.failure(let refusal), _), (_, .failure(let refusal)): self = .refuse(refusal.reason)
        case (.success(let first), .success(let second)): self = .resume(uploads: first, connections: second)
        }
    }
}

private struct Refusal: Error {
    let reason: Reason
}

/// Judges each input separately.
private struct Judge {
    let stateName: String
    let expected: ExpectedState

    func start(_ input: StartVerdict.InputState, state: Int64?) -> Result<Int64, Refusal> {
        if let problem = problem(input, state) {
            guard expected.isAdopting else { return .failure(Refusal(reason: problem)) }
            // Prefer the group's offset, then the state's offset, then the first. Reading records twice is harmless.
            let usable = words(input, state).first(where: input.log.holds)
            return .success(usable ?? input.first)
        }
        // The state's offset is used only if the record before it is still in the log. Then the topic was not recreated.
        // Otherwise start at the first offset, so that no record of a recreated topic is skipped.
        return .success(input.group ?? (input.lastRead == .same ? state : nil) ?? input.first)
    }

    /// Returns the offsets at which an input may continue with `--adopt-state`, the preferred offset first.
    ///
    /// After a topic was recreated, only an offset that was set for the group since then is meaningful.
    private func words(_ input: StartVerdict.InputState, _ state: Int64?) -> [Int64] {
        let isSame =
            switch input.lastRead {
            case .unknown, .same, .expired: true
            case .gone: input.group != nil
            case .other, .shorter: false
            }
        if isSame { return [input.group, state].compactMap { $0 } }
        return input.group == state ? [] : [input.group].compactMap { $0 }
    }

    private func problem(_ input: StartVerdict.InputState, _ state: Int64?) -> Reason? {
        let log = input.log
        let advice = "With --adopt-state it goes on from what is there"
        guard let group = input.group else {
            guard let state else { return nil }
            if log.holds(state) { return anotherLog(input) }
            // The state has read no record, so there is nothing that could belong to another log.
            if input.lastRead == .unknown, state > log.high { return nil }
            return Reason(
                .inputTruncated,
                """
                the state has read \(log.name) up to offset \(state), and the group \(expected.groupID) has committed \
                none, but the log \(log.extent): \(cause(state, log)). \(advice)
                """
            )
        }
        guard log.holds(group) else {
            return Reason(
                .inputTruncated,
                """
                the group \(expected.groupID) has read \(log.name) up to offset \(group), but the log \(log.extent): \
                \(cause(group, log)). \(advice)
                """
            )
        }
        if state == nil, group > 0 {
            return Reason(
                .stateMissing,
                """
                the group \(expected.groupID) has read \(log.name) up to offset \(group), but \(stateName) has no state \
                of that: was it deleted, or made again? \(expected.owner.adviceWithoutState)
                """
            )
        }
        guard let state, state != group else { return anotherLog(input) }
        let what =
            group > state
            ? "the offsets from \(state) to \(group - 1) would be skipped" : "they have been set back, or lost"
        return Reason(
            .offsetsReset,
            """
            the group \(expected.groupID) has committed offset \(group) of \(log.name), but the state has read up to \
            \(state): \(what). With --adopt-state it goes on from \(group)
            """
        )
    }

    /// Returns the evidence that the topic was recreated, or nil if there is none.
    private func anotherLog(_ input: StartVerdict.InputState) -> Reason? {
        let advice = "With --adopt-state it is read from offset \(input.first), the earliest that is there"
        switch input.lastRead {
        case .unknown, .same, .expired, .shorter: return nil
        case .gone(let mark):
            // If the topic had been deleted, the broker would have deleted the group's offset, too.
            if input.group != nil { return nil }
            return Reason(
                .inputRecreated,
                """
                the group \(expected.groupID) has committed no offset of \(input.log.name), and the record at offset \
                \(mark.offset), the last that the state has read, is not there: was the topic deleted and made again? What \
                is in it now would be skipped. \(advice)
                """
            )
        case .other(let mark, let found):
            let now =
                found.map { "is another one (its timestamp is \($0.timestampMilliseconds))" } ?? "is not there"
            return Reason(
                .inputRecreated,
                """
                the last record of \(input.log.name) that the state has read, at offset \(mark.offset) with the timestamp \
                \(mark.timestampMilliseconds), \(now): the topic was deleted and made again, and what is in it now would be \
                skipped. It holds the offsets from \(input.log.low) to \(input.log.high - 1). \(advice)
                """
            )
        }
    }

    private func cause(_ offset: Int64, _ log: LogBounds) -> String {
        offset > log.high
            ? "the topic was made again or restored, or its newest records were lost; what is in it now would be skipped"
            : "the offsets from \(offset) to \(log.low - 1) were deleted before they were read"
    }
}
