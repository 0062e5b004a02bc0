import JSON
import Views

/// The records of the demo, with a caption for each.
struct Story {
    /// The connections that get documents; Dan's connection is closed.
    static let connections = ["anna", "ben", "cleo"]

    private static let settingsCaptions = [
        "Her app wants webhooks of sleep and steps.", "He has closed his connection.",
    ]
    private static let captions = [
        "Her watch and phone: a night, but 71 minutes of it are missing, so the watch seems to have slept twice.",
        "Her ring: the same night. It has more sleep than either half of the watch's, so its session is primary.",
        "The missing 71 minutes, late: the watch's two sessions become one, which is primary now.",
        "Her day: phone and watch have counted 14,660 steps, many of them both; 2,500 more she typed in.",
        "She has reinstalled the app, which sends the whole day again.",
        "She deletes the steps that she had typed in.",
        "Her glucose meter, in mmol/L; one reading claims to be in kilograms, and is refused alone.",
        "The network broke off in the middle of an upload: no JSON, so all of it is refused.",
        "His phone does not know yet that the connection is closed, and goes on.",
        "His watch: an hour on the bicycle and on foot, with his heart rate minute by minute.",
        "The route, after its workout: it names the workout and finds its place in it.",
        "His scale, in pounds; and a type that no HealthKit knows, which is refused alone.",
        "His phone's motion processor: how he moved. Three minutes in a car are too short for a drive: they count as stationary.",
    ]

    /// The settings of connections, which are sent first.
    let settings = zip(ExampleUploads.demoSettings, settingsCaptions).map { StoryRecord($0, caption: $1) }
    /// The uploads, ordered by time.
    let uploads = zip(ExampleUploads.lines(of: "demo"), captions).map { StoryRecord($0, caption: $1) }
}

/// A record that the demo sends, with a caption.
struct StoryRecord {
    /// The seconds from 1970 to 2001.
    private static let unixEpoch = 978_307_200.0

    /// 2024-04-16T00:00:00Z in seconds since 2001, before all uploads: the time of settings.
    private static let beginning = 734_918_400.0

    /// The value, normally JSON.
    let value: [UInt8]
    let caption: String
    /// The content in a few words, such as `2 samples`.
    var contents = "two thirds of an upload"
    /// The connection of the record, which is also its key.
    var connection = "cleo"
    /// The name in the IANA database.
    var zone = "Europe/Lisbon"
    /// Nil for settings, and for the upload that is truncated.
    var uploadID: String?
    /// The collection time in seconds since 2001, different for each upload.
    var collectedAt = 735_073_740.0

    /// Reads a line; the initial values are those of the upload that is truncated.
    init(_ value: [UInt8], caption: String) {
        self.value = value
        self.caption = caption
        var parser = Parser()
        guard let root = try? parser.parse(value) else { return }
        let deleted = root.member("deleted")?.count ?? 0
        contents =
            deleted > 0
            ? Figures.count(deleted, "deletion") : Figures.count(root.member("samples")?.count ?? 0, "sample")
        connection = root.member("connection_id")?.text?.string ?? ""
        zone = root.member("time_zone")?.text?.string ?? "UTC"
        uploadID = root.member("upload_id")?.text?.string
        collectedAt = root.member("collected_at")?.double ?? Self.beginning
    }

    /// Unix milliseconds, by which a refusal is matched to its upload.
    var timestampMilliseconds: Int64 { Int64((collectedAt + Self.unixEpoch) * 1_000) }
}
