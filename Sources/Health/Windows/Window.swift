import Vocabulary

/// The unit of derivation: the samples from which one document is made.
///
/// For example, `.totals(.steps, day)` is a day's total of steps, and `.hour` is one UTC hour of heart samples. Sleep
/// sessions are not windows, because their bounds depend on the samples.
enum Window: Hashable {
    case totals(DataType, Day)
    case summary(Day)
    case samples(DataType, Day)
    case motion(Day)
    /// An hour of heart samples, counted from 2001-01-01T00Z.
    case hour(Int64)
    case characteristics
    case workout(UUID128)
}

extension Window {
    /// Creates the window of a published document that belongs to a day or an hour.
    init(_ stateKey: StateKey, _ type: DataType) {
        let day = Day(days: stateKey.day)
        if type == .heart {
            self = .hour(Int64(stateKey.day) * 24 + Int64(stateKey.hour))
        } else if type == .activitiesSummary {
            self = .summary(day)
        } else if type == .motion {
            self = .motion(day)
        } else {
            self = type.isTotals ? .totals(type, day) : .samples(type, day)
        }
    }
}

extension Window {
    /// Returns the UTC day of the window's date or start; nil for characteristics and unknown workouts.
    func utcDay(_ workouts: inout WorkoutDirectory) -> Int32? {
        switch self {
        case .totals(_, let day), .summary(let day), .samples(_, let day), .motion(let day): day.days
        case .hour(let hour): Instant.utcDay(Double(hour) * 3600)
        case .characteristics: nil
        case .workout(let id): workouts.entry(id).map { Instant.utcDay($0.start) }
        }
    }
}

extension DataType {
    /// Whether the documents of the data type are daily totals.
    var isTotals: Bool { self == .steps || self == .distance || self == .calories || self == .flightsClimbed }
}
