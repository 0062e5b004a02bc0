import Health
import Randomness

/// The small uploads that a connection gets, each of which finds the same state.
struct SmallUploads {
    /// What an upload brings.
    enum Kind: String, CaseIterable {
        case one = "1 sample"
        case ten = "10 samples"
        case hundred = "100 samples"
        case deletion = "a deletion"

        fileprivate var samples: Int {
            switch self {
            case .one: 1
            case .ten: 10
            case .hundred: 100
            case .deletion: 0
            }
        }
    }

    static let connection = "conn-small"
    /// How many uploads of each kind there are: they begin with one sample after the other.
    private static let each = 20

    /// The day before, and the first half of the day; and a deletion, since the first of a connection does more than others.
    let before: [Workload.Upload]
    /// The uploads of each kind.
    let uploads: [Kind: [Workload.Upload]]

    init() {
        var draw = SeededRandom(seed: 3)
        let noon = Double(Day.first) * 86_400 + 43_200
        let samples = [Day.first - 1, Day.first].flatMap { Day.night($0, &draw) + Day.samples($0, &draw) }
            .sorted { $0.start < $1.start }
        func texts(_ samples: some Sequence<SampleText>) -> (ids: [String], json: [String]) {
            let each = samples.map { sample in
                let id = draw.uuid()
                return (id, Phone.withMetadata(sample, id, &draw).json(id: id))
            }
            return (each.map(\.0), each.map(\.1))
        }
        let held = texts(samples.filter { $0.start + $0.duration < noon })
        let new = texts(samples.drop { $0.start < noon }.prefix(2 * Self.each + 100)).json
        before = [
            Workload.Upload(of: Self.connection, at: noon, samples: held.json, &draw),
            Workload.Upload(of: Self.connection, at: noon, deleted: [draw.uuid()], &draw),
        ]
        var uploads: [Kind: [Workload.Upload]] = [:]
        for kind in Kind.allCases {
            uploads[kind] = (0..<Self.each).map { number in
                // Of all hours of both days.
                let gone = kind == .deletion ? [held.ids[(2 * number + 1) * held.ids.count / (2 * Self.each)]] : nil
                let some = kind == .deletion ? nil : Array(new[number..<number + kind.samples])
                let at = noon + 3 * 3600
                return Workload.Upload(of: Self.connection, at: at, samples: some, deleted: gone, &draw)
            }
        }
        self.uploads = uploads
    }
}
