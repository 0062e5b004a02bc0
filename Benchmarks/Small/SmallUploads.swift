import Randomness
import Vocabulary

/// The small uploads to a connection; each of them finds the same state.
struct SmallUploads {
    /// The content of an upload.
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
    /// The number of uploads of each kind.
    ///
    /// Each upload of a kind begins one sample later than the previous one.
    private static let each = 20

    /// The samples of the day before and of the first half of the day, then a deletion.
    ///
    /// The first deletion of a connection costs more than later ones, so it must not be measured.
    let before: [Workload.Upload]
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
                // The deleted samples are spread over both days.
                let gone = kind == .deletion ? [held.ids[(2 * number + 1) * held.ids.count / (2 * Self.each)]] : nil
                let some = kind == .deletion ? nil : Array(new[number..<number + kind.samples])
                let at = noon + 3 * 3600
                return Workload.Upload(of: Self.connection, at: at, samples: some, deleted: gone, &draw)
            }
        }
        self.uploads = uploads
    }
}
