import Randomness

/// Uploads as lines of JSON, of a few connections, such that their samples meet each other.
struct Uploads {
    private var sample = 0
    private var ids: [String: [Int]] = [:]
    private var count = 0
    /// The last sample that nothing else has to do with, of each connection.
    private var loners: [Int: Int] = [:]

    static func connection(_ number: Int) -> String { "c\(number)" }

    /// Settings of a connection; without an answer to the contrary, every second connection has documents in another form.
    static func settings(_ number: Int, hasForm: Bool? = nil) -> String {
        let form = hasForm ?? (number % 2 == 1) ? ",\"formats\":[\"copy\"]" : ""
        return """
            {"connection_id":"c\(number)","app_id":"a","user_id":"u","callback_url":"https://example.com/hook"\(form)}
            """
    }

    /// Settings that workers refuse, as long as nothing allows them such a callback.
    static func refusedSettings(_ number: Int) -> String {
        settings(number).replacing("https://example.com", with: "http://127.0.0.1")
    }

    /// Settings that forget a connection.
    static func order(_ number: Int, isRefused: Bool = false) -> String {
        let json = isRefused ? refusedSettings(number) : settings(number)
        return json.dropLast() + ",\"forget\":true}"
    }

    /// Settings that open it again, up to when it stays forgotten.
    static func reopening(_ number: Int, forgottenUntil milliseconds: Int64) -> String {
        let seconds = Double(milliseconds - epochMilliseconds) / 1_000
        return settings(number).dropLast() + ",\"forget\":\(seconds)}"
    }

    /// 2001-01-01, which dates of the first dialect count from.
    private static let epochMilliseconds: Int64 = 978_307_200_000

    /// A refused sample of these uploads as it should have been.
    static func mended(_ sample: String) -> [UInt8] {
        let more = "\"type\":\"HKQuantityTypeIdentifierStepCount\",\"value\":7,\"unit\":\"count\""
        return Array(sample.replacing("\"type\":\"Nonsense\",\"value\":1", with: more).utf8)
    }

    /// The UUID of a number.
    static func id(_ number: Int) -> String {
        "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - String(number).count) + String(number)
    }

    /// An upload of a connection.
    mutating func next(_ connection: Int, _ random: inout SeededRandom) -> String {
        let name = Self.connection(connection)
        count += 1
        var samples: [String] = []
        for _ in 0..<random.below(5) { samples.append(draw(name, &random)) }
        var deleted: [Int] = []
        if random.below(4) == 0, let known = ids[name], !known.isEmpty {
            deleted.append(known[random.below(known.count)])
        }
        if samples.isEmpty, deleted.isEmpty { samples.append(draw(name, &random)) }
        let deletions = deleted.map { "{\"id\":\"\(Self.id($0))\"}" }.joined(separator: ",")
        let minute = count % 60
        return """
            {"upload_id":"\(Self.id(900_000 + count))","connection_id":"\(name)",\
            "collected_at":"2024-04-27T08:\(minute < 10 ? "0" : "")\(minute):00Z",\
            "samples":[\(samples.joined(separator: ","))],"deleted":[\(deletions)]}
            """
    }

    /// An upload of a sample that nothing else has to do with.
    mutating func last(_ connection: Int) -> String {
        count += 1
        sample += 1
        loners[connection] = sample
        let head = "\"id\":\"\(Self.id(sample))\",\"type\":\"HKQuantityTypeIdentifierStepCount\""
        let more = "\"start_date\":\"2024-04-26T08:00:00Z\",\"end_date\":\"2024-04-26T08:05:00Z\",\"value\":\(sample)"
        return """
            {"upload_id":"\(Self.id(900_000 + count))","connection_id":"\(Self.connection(connection))",\
            "collected_at":"2024-04-27T09:00:00Z","samples":[{\(head),\(more),"unit":"count"}]}
            """
    }

    /// An upload of a sample that is refused until somebody mends it.
    mutating func refused(_ connection: Int) -> String {
        count += 1
        sample += 1
        let head = "\"id\":\"\(Self.id(sample))\",\"type\":\"Nonsense\",\"value\":1"
        let time = "\"start_date\":\"2024-04-25T08:00:00Z\",\"end_date\":\"2024-04-25T08:05:00Z\""
        return """
            {"upload_id":"\(Self.id(900_000 + count))","connection_id":"\(Self.connection(connection))",\
            "collected_at":"2024-04-27T09:00:00Z","samples":[{\(head),\(time)}]}
            """
    }

    /// An upload that deletes such a sample.
    mutating func withoutLast(_ connection: Int) -> String {
        count += 1
        return """
            {"upload_id":"\(Self.id(900_000 + count))","connection_id":"\(Self.connection(connection))",\
            "collected_at":"2024-04-27T09:00:00Z","samples":[],"deleted":[{"id":"\(Self.id(loners[connection] ?? 0))"}]}
            """
    }

    private mutating func draw(_ name: String, _ random: inout SeededRandom) -> String {
        sample += 1
        var number = sample
        // The same sample again, as it was or in another version.
        if random.below(5) == 0, let known = ids[name], !known.isEmpty { number = known[random.below(known.count)] }
        ids[name, default: []].append(number)
        // By its number, so that the same id is the same sample.
        let day = 10 + number % 4
        let hour = 10 + number % 9
        let (start, end) = ("2024-04-\(day)T\(hour):00:00Z", "2024-04-\(day)T\(hour):30:00Z")
        let head = "\"id\":\"\(Self.id(number))\",\"start_date\":\"\(start)\",\"end_date\":\"\(end)\""
        let version = "\"version\":\(random.below(3))"
        switch number % 8 {
        case 0: return "{\(head),\(version),\"type\":\"HKWorkoutTypeIdentifier\",\"workout_activity_type\":37}"
        case 1, 2:
            let more = "\"value\":\(1 + number % 5),\"source\":{\"name\":\"watch\"}"
            return "{\(head),\"type\":\"HKCategoryTypeIdentifierSleepAnalysis\",\(more)}"
        case 3: return "{\(head),\"type\":\"Nonsense\",\"value\":1}"
        case 4:
            let more = "\"value\":\(60 + number % 40),\"unit\":\"count/min\""
            return "{\(head),\"type\":\"HKQuantityTypeIdentifierHeartRate\",\(more)}"
        default:
            let more = "\"value\":\(10 + random.below(9) * 10),\"unit\":\"count\""
            return "{\(head),\(version),\"type\":\"HKQuantityTypeIdentifierStepCount\",\(more)}"
        }
    }
}
