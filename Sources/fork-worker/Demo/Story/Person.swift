import Health

/// A person of the story, with connection and time zone.
struct Person: Sendable {
    let connection: String
    let app: String
    let user: String
    /// The name in the IANA database.
    let zone: String
    /// The zone's offset in April 2024, in seconds.
    let offset: Double

    /// 2024-04-16T00:00:00Z in seconds since 2001, the first of the story's two days.
    private static let firstMidnight = 734_918_400.0
    /// The seconds from 1970 to 2001.
    private static let unixEpoch = 978_307_200.0

    /// Returns a time on the 16th or 17th by the person's clock, in seconds since 2001.
    func at(_ day: Int, _ hour: Int, _ minute: Int, _ second: Double = 0) -> Double {
        Self.firstMidnight + Double(day - 16) * 86_400 + Double(hour * 3_600 + minute * 60) + second - offset
    }

    /// Returns a settings record with a timestamp before all uploads.
    func settings(_ caption: String, _ fields: JSONFields) -> StoryRecord {
        var all = JSONFields()
        all.string("connection_id", connection)
        all.string("app_id", app)
        all.string("user_id", user)
        all.add(fields)
        return record(caption, "settings", all.object, uploadID: nil, at: at(16, 9, 0))
    }

    /// Returns an upload with these samples and deletions.
    func upload(_ caption: String, at instant: Double, samples: [String], deleted: [String] = []) -> StoryRecord {
        let id = Self.id("upload", connection, instant)
        var all = JSONFields()
        all.number("schema", 1)
        all.string("upload_id", id)
        all.string("connection_id", connection)
        all.string("app_id", app)
        all.string("user_id", user)
        all.number("collected_at", instant)
        all.string("time_zone", zone)
        if !samples.isEmpty { all.list("samples", samples) }
        if !deleted.isEmpty { all.list("deleted", deleted.map { "{\"id\":\"\($0)\"}" }) }
        let contents =
            deleted.isEmpty ? Self.count(samples.count, "sample") : Self.count(deleted.count, "deletion")
        return record(caption, contents, all.object, uploadID: id, at: instant)
    }

    /// Returns a record of this person with any text as its value.
    func record(
        _ caption: String,
        _ contents: String,
        _ text: String,
        uploadID: String?,
        at instant: Double
    ) -> StoryRecord {
        StoryRecord(
            connection: connection,
            caption: caption,
            contents: contents,
            value: Array(text.utf8),
            uploadID: uploadID,
            timestampMilliseconds: Int64((instant + Self.unixEpoch) * 1_000),
            collectedAt: instant,
            zone: zone
        )
    }

    private static func count(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }

    /// Derives an id that is the same in every run.
    static func id(_ kind: String, _ owner: String, _ instant: Double) -> String {
        UUID128.v5(name: "demo/\(kind)/\(owner)/\(Int64(instant * 1_000))".utf8).description
    }
}
