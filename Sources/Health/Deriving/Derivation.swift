import Vocabulary

/// Derives the documents of windows from a connection's samples.
///
/// A document is a pure function of the samples in its window and the rules. One derivation serves all windows of a
/// commit, because windows share intermediate results, such as the tallies of a day:
///
/// ```swift
/// var derivation = Derivation(of: windows, workouts: workouts, rules: rules)
/// let derived = derivation.document(of: .totals(.steps, day), by: uploads, in: &state)
/// ```
///
/// Sleep is derived by `SleepDerivation`.
struct Derivation {
    private let rules: Rules
    private var tallies: [Day: DayTallies] = [:]
    private var workouts: WorkoutDerivation
    private var motion = MotionDerivation()

    init(of windows: some Sequence<Window>, workouts: WorkoutTimes, rules: Rules) {
        self.rules = rules
        self.workouts = WorkoutDerivation(WorkoutSamples(workouts, windows), rules)
    }

    /// Derives the current document of a window.
    ///
    /// `uploads` are the uploads that changed the window. `perhaps` are the uploads that may have changed samples of
    /// other sources that a workout shows. `state` is read for further samples if needed.
    ///
    /// - Returns: The document; nil if it is frozen.
    mutating func document(
        of window: Window,
        by uploads: [Int],
        perhaps: [Int] = [],
        in state: inout ConnectionState
    ) -> DerivedDocument? {
        switch window {
        case .totals(let type, let day):
            let document = totals(type, day, in: &state)
            return derived(type, day, document, by: uploads)
        case .samples(let type, let day):
            let rows = state.rows(of: type, days: days(of: day, state))
            let document = DayDocuments(connection: state.connection).samples(type, day, rows, of: state.segments.pool)
            return derived(type, day, document, by: uploads)
        case .summary(let day):
            return derived(.activitiesSummary, day, summary(day, in: &state), by: uploads)
        case .motion(let day): return motion.document(of: day, by: uploads, in: &state)
        case .hour(let hour): return self.hour(hour, by: uploads, in: &state)
        case .characteristics:
            let rows = state.rows(of: .characteristic, days: 0...0)
            return DerivedDocument(
                stateKey: StateKey(.published, stream: .characteristic),
                type: .characteristic,
                name: [],
                document: HourDocuments(connection: state.connection).characteristics(rows, of: state.segments.pool),
                uploads: uploads
            )
        case .workout(let id): return workouts.document(of: id, by: uploads, perhaps: perhaps, in: &state)
        }
    }

    private mutating func totals(_ type: DataType, _ day: Day, in state: inout ConnectionState) -> Document? {
        // Removed from the dictionary first. Otherwise the change would copy the tallies.
        var known = tallies.removeValue(forKey: day) ?? read(day, state)
        defer { tallies[day] = known }
        return DayDocuments(connection: state.connection).totals(
            type,
            day,
            known.tallies(type, in: &state),
            of: state.segments.pool
        )
    }

    private mutating func summary(_ day: Day, in state: inout ConnectionState) -> Document? {
        var known = tallies.removeValue(forKey: day) ?? read(day, state)
        defer { tallies[day] = known }
        let all = known.tallies(in: &state)
        let rings = state.rows(of: .activitiesSummary, days: known.days)
        return DayDocuments(connection: state.connection).summary(day, all, rings: rings, of: state.segments.pool)
    }

    private mutating func days(of day: Day, _ state: borrowing ConnectionState) -> ClosedRange<Int32> {
        let known = tallies[day] ?? read(day, state)
        tallies[day] = known
        return known.days
    }

    private func read(_ day: Day, _ state: borrowing ConnectionState) -> DayTallies {
        DayTallies(day, state, sourcePriority: rules.sourcePriority)
    }

    private func derived(_ type: DataType, _ day: Day, _ document: Document?, by uploads: [Int]) -> DerivedDocument {
        DerivedDocument(
            stateKey: StateKey(.published, day: day.days, stream: type),
            type: type,
            name: day.bytes,
            document: document,
            uploads: uploads
        )
    }

    private func hour(_ hour: Int64, by uploads: [Int], in state: inout ConnectionState) -> DerivedDocument {
        let day = Instant.utcDay(Double(hour) * 3600)
        let ofDay = UInt8(clamping: hour - Int64(day) * 24)
        let rows = state.rows(of: .heart, day: day, hour: ofDay)
        return DerivedDocument(
            stateKey: StateKey(.published, day: day, stream: .heart, hour: ofDay),
            type: .heart,
            name: HourDocuments.name(hour),
            document: HourDocuments(connection: state.connection).document(hour, rows, of: state.segments.pool),
            uploads: uploads
        )
    }
}
