import Randomness

/// What phones make of a day: an upload an hour with all that came since the last, so that a commit has one upload of a
/// connection.
///
/// Nights of stages and a workout on every second day; motion contexts on heart rates and sync identifiers on a tenth of the
/// energies; a third of the uploads has the newest sample first, 2 % of the samples are deleted by the next upload, and half
/// of the connections have a webhook.
struct Phone {
    /// How many phones there are at scale 1.
    private static let count = 100.0

    private let number: Int
    private var draw: SeededRandom
    /// Ids that the next upload deletes.
    private var deleted: [String] = []

    private init(_ number: Int) {
        self.number = number
        draw = SeededRandom(seed: UInt64(number) + 11)
    }

    private var connection: String { "conn-\(number)" }

    /// A day of phones, hour by hour, nothing before it.
    @Sendable static func day(_ scale: Double) -> Workload { workload("phones", days: 0, scale) }

    /// The same, with 400 days behind each of fewer phones: of what was measured a fifth, so that memory holds it.
    @Sendable static func dayAfterHistory(_ scale: Double) -> Workload {
        workload(nameAfterHistory, days: 399, scale / 20)
    }

    static let nameAfterHistory = "phones, 400 days before"

    private static func workload(_ name: String, days: Int, _ scale: Double) -> Workload {
        var behind: [Workload.Upload] = []
        var workload = day(name, scale, daysBehind: days, every: 5) { behind += $0 }
        workload.before += behind
        return workload
    }

    /// A day of phones, hour by hour, and what each had uploaded before, an upload a day.
    ///
    /// - Parameters:
    ///   - name: Its name in the table.
    ///   - scale: How many times a hundred phones.
    ///   - days: How many days each has behind it.
    ///   - stride: Of what was measured on these days, every so many are uploaded.
    ///   - behind: Takes the uploads of these days, phone by phone; they are no part of the workload, whose `before` has
    ///     settings.
    /// - Returns: The day that is measured.
    static func day(
        _ name: String,
        _ scale: Double,
        daysBehind days: Int,
        every stride: Int,
        behind: ([Workload.Upload]) throws -> Void
    ) rethrows -> Workload {
        var phones = (0..<max(2, Int((count * scale).rounded()))).map { Phone($0) }
        var before: [Workload.Upload] = []
        for index in phones.indices {
            if let settings = phones[index].settings { before.append(settings) }
            if days == 0 { continue }
            try behind(
                (Day.first - days..<Day.first).flatMap { day in
                    phones[index].uploads(of: day, hours: 24, every: stride).map(\.upload)
                }
            )
        }
        let each = phones.indices.map { phones[$0].uploads(of: Day.first, hours: 1) }
        var uploads: [Workload.Upload] = []
        for hour in 0..<24 { for own in each { uploads.append(own[hour].upload) } }
        return Workload(
            name: name,
            before: before,
            uploads: uploads,
            samples: each.joined().reduce(0) { $0 + $1.samples },
            uploadsPerCommit: phones.count
        )
    }

    /// Those of every second one, with a webhook.
    private var settings: Workload.Upload? {
        number % 2 == 1 ? nil : Self.settings(of: connection)
    }

    /// A webhook of a connection.
    static func settings(of connection: String) -> Workload.Upload {
        Workload.Upload(settingsOf: connection, "\"callback_url\":\"https://example.com/hook\"")
    }

    /// The uploads of a day, each of so many hours; of what was measured every `stride`-th.
    private mutating func uploads(
        of day: Int,
        hours: Int,
        every stride: Int = 1
    ) -> [(samples: Int, upload: Workload.Upload)] {
        var samples = Day.samples(day, &draw) + Day.night(day, &draw)
        if day % 2 == 0 { samples += Day.run(day, &draw).filter { $0.unit == nil || Int($0.start) % 5 == 0 } }
        samples = samples.enumerated().filter { $0.offset % stride == 0 || $0.element.unit == nil }.map(\.element)
        let midnight = Double(day) * 86_400
        return Swift.stride(from: 0, to: 24, by: hours).map { hour in
            let end = midnight + Double(hour + hours) * 3_600
            // What began the evening before comes first, and a workout when it is over.
            let from = hour == 0 ? -.infinity : end - Double(hours) * 3_600
            let own = samples.filter { (from..<end).contains($0.start + $0.duration) }
            return (own.count, upload(own.sorted { $0.start < $1.start }, at: end))
        }
    }

    private mutating func upload(_ samples: [SampleText], at end: Double) -> Workload.Upload {
        let gone = deleted
        deleted = []
        var texts = samples.map { sample in
            let id = draw.uuid()
            if draw.next() % 50 == 0 { deleted.append(id) }
            return Self.withMetadata(sample, id, &draw).json(id: id)
        }
        if draw.next() % 3 == 0 { texts.reverse() }
        return Workload.Upload(of: connection, at: end + 60, samples: texts, deleted: gone, &draw)
    }

    /// A sample with the metadata that a phone gives it: few have any.
    static func withMetadata(_ sample: SampleText, _ id: String, _ draw: inout SeededRandom) -> SampleText {
        var sample = sample
        if sample.type.hasSuffix("HeartRate") {
            sample.further += ",\"metadata\":{\"HKMetadataKeyHeartRateMotionContext\":\(draw.next() % 3)}"
        } else if sample.type.hasSuffix("ActiveEnergyBurned"), draw.next() % 10 == 0 {
            sample.further += ",\"metadata\":{\"HKMetadataKeySyncIdentifier\":\"\(id)\",\"HKMetadataKeySyncVersion\":1}"
        }
        return sample
    }
}
