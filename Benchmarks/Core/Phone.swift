import Randomness

/// A simulated phone that uploads every hour the samples since its last upload.
///
/// A commit has at most one upload of each phone. The samples include the sleep stages of each night, and a workout on
/// every second day. Each heart rate has a motion context, and a tenth of the energy samples a sync identifier. A third
/// of the uploads lists the newest sample first. The next upload deletes 2 % of the samples. Half of the connections
/// have a webhook.
struct Phone {
    /// The number of phones at scale 1.
    private static let count = 100.0

    private let number: Int
    private var draw: SeededRandom
    /// The ids of the samples that the next upload deletes.
    private var deleted: [String] = []

    private init(_ number: Int) {
        self.number = number
        draw = SeededRandom(seed: UInt64(number) + 11)
    }

    private var connection: String { "conn-\(number)" }

    /// Returns one day of hourly uploads of phones without history.
    @Sendable static func day(_ scale: Double) -> Workload { workload("phones", days: 0, scale) }

    /// Returns one day of hourly uploads of phones with 400 days of history.
    ///
    /// To fit into memory, there are a twentieth of the phones, and the history has every fifth sample.
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

    /// Returns one day of hourly uploads of phones, after a history of one upload a day.
    ///
    /// - Parameters:
    ///   - name: The name of the workload in the table.
    ///   - scale: The number of phones, in hundreds.
    ///   - days: The number of days in the history of each phone.
    ///   - stride: The history has every `stride`-th sample, and all sleep stages and workouts.
    ///   - behind: Called with the history of each phone in turn. The history is not part of the workload: `before` has
    ///     only settings.
    /// - Returns: The measured day.
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

    /// The settings record of this phone: a webhook; nil for every second phone.
    private var settings: Workload.Upload? {
        number % 2 == 1 ? nil : Self.settings(of: connection)
    }

    /// Returns a settings record that gives a connection a webhook.
    static func settings(of connection: String) -> Workload.Upload {
        Workload.Upload(settingsOf: connection, "\"callback_url\":\"https://example.com/hook\"")
    }

    /// Returns the uploads of a day, each with the samples of `hours` hours.
    ///
    /// They have every `stride`-th sample, and all sleep stages and workouts.
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
            // A sample is uploaded after its end; the first upload also has the samples of the evening before.
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

    /// Returns a sample with the metadata that a phone adds: to all heart rates and to a tenth of the energy samples.
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
