import Randomness

/// Uploads in the order in which they come, and how many of them a commit takes.
struct Workload {
    /// One record of an input topic.
    struct Upload {
        /// Whether it holds the settings of a connection, and no upload.
        var isSettings = false
        /// Key of the record.
        let connection: [UInt8]
        /// The upload, or the settings, as JSON.
        let bytes: [UInt8]
        /// When it came, in milliseconds since 1970.
        let timestampMilliseconds: Int64
    }

    /// Its name in the table.
    let name: String
    /// What the connections had uploaded before, in order: no part of what is measured.
    var before: [Upload] = []
    let uploads: [Upload]
    /// How many samples they hold together.
    let samples: Int
    /// How many uploads a commit takes.
    let uploadsPerCommit: Int

    /// The length of all uploads.
    var bytes: Int { uploads.reduce(0) { $0 + $1.bytes.count } }

    /// The workloads, each made when it is its turn.
    static let all: [(name: String, make: @Sendable (Double) -> Workload)] = [
        ("first sight", firstSight), ("first sight, one upload a commit", trickle), ("re-uploads", reuploads),
        ("heart at 1 Hz", heart), ("sleep stages", sleep),
        ("a year's backfill", year), ("phones", Phone.day), (Phone.nameAfterHistory, Phone.dayAfterHistory),
    ]

    /// Days of many connections, each sample new, 100 samples an upload, the connections in turn: a backlog, of which a
    /// commit takes 100,000 samples.
    @Sendable private static func firstSight(_ scale: Double) -> Workload {
        inTurn("first sight", connections: 50, scale) { connection, draw in
            (0..<3).flatMap { chunks(Day.samples(Day.first + $0, &draw), 100, connection, &draw) }
        }
    }

    /// The same with one upload of a connection in each commit, as when phones upload now and then: what a commit costs
    /// for each connection is shared by 100 samples.
    @Sendable private static func trickle(_ scale: Double) -> Workload {
        inTurn("first sight, one upload a commit", connections: 100, scale, uploadsPerCommit: 100) {
            connection,
            draw in
            chunks(Day.samples(Day.first, &draw), 100, connection, &draw)
        }
    }

    /// A day uploaded as a whole, twelve times the same.
    @Sendable private static func reuploads(_ scale: Double) -> Workload {
        inTurn("re-uploads", connections: 8, scale) { connection, draw in
            let day = chunks(Day.samples(Day.first, &draw), 2000, connection, &draw)
            return Array(repeating: day, count: 12).flatMap { $0 }
        }
    }

    /// Runs with the heart measured each second, the workout after its samples.
    @Sendable private static func heart(_ scale: Double) -> Workload {
        inTurn("heart at 1 Hz", connections: 10, scale) { connection, draw in
            (0..<2).flatMap { chunks(Day.run(Day.first + $0, &draw), 600, connection, &draw) }
        }
    }

    /// Nights of stages, one an upload.
    @Sendable private static func sleep(_ scale: Double) -> Workload {
        inTurn("sleep stages", connections: 40, scale) { connection, draw in
            (0..<20).flatMap { chunks(Day.night(Day.first + $0, &draw), 100, connection, &draw) }
        }
    }

    /// The history of a year, of everything, in large uploads.
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

    /// The uploads of each connection, dealt out in turn.
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

    /// The uploads of a connection that carry these samples, so many in each.
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
