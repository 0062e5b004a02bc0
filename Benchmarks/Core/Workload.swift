import Randomness

/// Uploads in the order of their arrival, and the number of uploads per commit.
struct Workload {
    /// One record of an input topic.
    struct Upload {
        /// Whether the record has settings of a connection instead of an upload.
        var isSettings = false
        /// The id of the connection: the key of the record.
        let connection: [UInt8]
        /// The upload or the settings as JSON: the value of the record.
        let bytes: [UInt8]
        /// The timestamp of the record, in milliseconds since 1970.
        let timestampMilliseconds: Int64
    }

    /// The name of the workload in the table.
    let name: String
    /// Earlier records of the connections, in order; processed before the measurement.
    var before: [Upload] = []
    let uploads: [Upload]
    /// The number of samples in all uploads.
    let samples: Int
    /// The number of uploads per commit.
    let uploadsPerCommit: Int

    /// The length of all uploads, in bytes.
    var bytes: Int { uploads.reduce(0) { $0 + $1.bytes.count } }

    /// The workloads by name, each with a function that creates it at a scale.
    static let all: [(name: String, make: @Sendable (Double) -> Workload)] = [
        ("first sight", firstSight), ("first sight, one upload a commit", trickle), ("re-uploads", reuploads),
        ("heart at 1 Hz", heart), ("sleep stages", sleep),
        ("a year's backfill", year), ("phones", Phone.day), (Phone.nameAfterHistory, Phone.dayAfterHistory),
    ]

    /// A backlog of new samples: days of many connections, their uploads interleaved.
    ///
    /// An upload has 100 samples, and a commit takes 1,000 uploads.
    @Sendable private static func firstSight(_ scale: Double) -> Workload {
        inTurn("first sight", connections: 50, scale) { connection, draw in
            (0..<3).flatMap { chunks(Day.samples(Day.first + $0, &draw), 100, connection, &draw) }
        }
    }

    /// New samples with one upload of each connection per commit, as from phones that upload now and then.
    ///
    /// So the cost of a commit per connection is spread over only 100 samples.
    @Sendable private static func trickle(_ scale: Double) -> Workload {
        inTurn("first sight, one upload a commit", connections: 100, scale, uploadsPerCommit: 100) {
            connection,
            draw in
            chunks(Day.samples(Day.first, &draw), 100, connection, &draw)
        }
    }

    /// A whole day of each connection, uploaded twelve times without a change.
    @Sendable private static func reuploads(_ scale: Double) -> Workload {
        inTurn("re-uploads", connections: 8, scale) { connection, draw in
            let day = chunks(Day.samples(Day.first, &draw), 2000, connection, &draw)
            return Array(repeating: day, count: 12).flatMap { $0 }
        }
    }

    /// Runs of an hour with a heart rate each second, each workout after its samples.
    @Sendable private static func heart(_ scale: Double) -> Workload {
        inTurn("heart at 1 Hz", connections: 10, scale) { connection, draw in
            (0..<2).flatMap { chunks(Day.run(Day.first + $0, &draw), 600, connection, &draw) }
        }
    }

    /// Sleep stages, one night per upload.
    @Sendable private static func sleep(_ scale: Double) -> Workload {
        inTurn("sleep stages", connections: 40, scale) { connection, draw in
            (0..<20).flatMap { chunks(Day.night(Day.first + $0, &draw), 100, connection, &draw) }
        }
    }

    /// A year of samples and sleep stages, every third day, in uploads of 1,000 samples.
    @Sendable private static func year(_ scale: Double) -> Workload {
        inTurn("a year's backfill", connections: 1, scale) { connection, draw in
            var samples: [SampleText] = []
            for day in stride(from: Day.first - 365, to: Day.first, by: 3) {
                samples += Day.night(day, &draw)
                samples += Day.samples(day, &draw)
            }
            return chunks(samples, 1000, connection, &draw)
        }
    }

    /// Returns a workload that takes one upload of each connection in turn.
    private static func inTurn(
        _ name: String,
        connections: Int,
        _ scale: Double,
        uploadsPerCommit: Int = 1000,
        _ uploads: (String, inout SeededRandom) -> [(samples: Int, upload: Upload)]
    ) -> Workload {
        var draw = SeededRandom(seed: 7)
        let count = max(1, Int((Double(connections) * scale).rounded()))
        let each = (0..<count).map { uploads("conn-\($0)", &draw) }
        var dealt: [Upload] = []
        var samples = 0
        for index in 0..<(each.map(\.count).max() ?? 0) {
            for own in each where index < own.count {
                dealt.append(own[index].upload)
                samples += own[index].samples
            }
        }
        return Workload(
            name: name,
            uploads: dealt,
            samples: samples,
            uploadsPerCommit: max(1, Int(Double(uploadsPerCommit) * min(1, scale)))
        )
    }

    /// Returns the uploads of a connection with these samples, `size` of them in each upload.
    static func chunks(
        _ samples: [SampleText],
        _ size: Int,
        _ connection: String,
        _ draw: inout SeededRandom
    ) -> [(samples: Int, upload: Upload)] {
        stride(from: 0, to: samples.count, by: size).map { from in
            let part = samples[from..<min(from + size, samples.count)]
            let last = part.map { $0.start + $0.duration }.max() ?? 0
            let texts = part.map { $0.json(&draw) }
            let upload = Upload(of: connection, at: last + 60, samples: texts, &draw)
            return (part.count, upload)
        }
    }
}
