/// Histories of one connection: short bytes come to many uploads whose samples overlap, come twice, change and are deleted.
///
/// Each four bytes are a step: what it is, when it starts, how long it is, and which id, source and value it has.
enum Histories {
    private static let first = 730_944_000
    private static let quantities = [
        ("HKQuantityTypeIdentifierStepCount", "count"), ("HKQuantityTypeIdentifierHeartRate", "count/min"),
        ("HKQuantityTypeIdentifierActiveEnergyBurned", "kcal"), ("HKQuantityTypeIdentifierDistanceCycling", "m"),
    ]

    static func check(_ bytes: [UInt8]) throws(Fault) {
        try Uploads.check(steps(bytes), length: bytes.count)
    }

    static func steps(_ bytes: [UInt8]) -> [Uploads.Step] {
        var steps: [Uploads.Step] = []
        var samples: [String] = []
        var deleted: [String] = []
        func endUpload() {
            if samples.isEmpty, deleted.isEmpty { return }
            let text = """
                {"upload_id":"\(id(steps.count, of: 9))","connection_id":"conn-7","collected_at":\(first + 40_000_000),\
                "samples":[\(samples.joined(separator: ","))],"deleted":[\(deleted.joined(separator: ","))]}
                """
            steps.append(.upload(Array(text.utf8)))
            (samples, deleted) = ([], [])
        }
        for start in stride(from: 0, through: bytes.count - 4, by: 4) where steps.count < 60 {
            let (when, length, what) = (Int(bytes[start + 1]), Int(bytes[start + 2]), Int(bytes[start + 3]))
            switch bytes[start] % 16 {
            case 0:
                endUpload()
                steps.append(.commit)
            case 1, 2: endUpload()
            case 3: deleted.append(#"{"id":"\#(id(when % 32, of: what % 4))"}"#)
            case let kind: samples.append(sample(Int(kind), when, length, what))
            }
        }
        endUpload()
        return steps
    }

    private static func sample(_ kind: Int, _ when: Int, _ length: Int, _ what: Int) -> String {
        // Mostly within some days, now and then a year apart.
        let start = first + (when % 128) * 1_800 + (when / 128) * (length % 8) * 5_000_000
        let end = start + length * length
        let head = """
            {"id":"\(id(what % 32, of: kind % 4))","start_date":\(start),"end_date":\(end),\
            "source":{"name":"\(what % 3)","bundle_identifier":"s.\(what % 3)"},
            """
        switch kind % 4 {
        case 0: return head + #""type":"HKCategoryTypeIdentifierSleepAnalysis","value":\#(what % 6)}"#
        case 1: return head + #""type":"HKWorkoutTypeIdentifier","workout_activity_type":\#(13 + what % 40)}"#
        default:
            let (type, unit) = quantities[what / 32 % 4]
            return head + #""type":"\#(type)","value":\#(what),"unit":"\#(unit)"}"#
        }
    }

    private static func id(_ number: Int, of kind: Int) -> String {
        let digits = String(number + 4096 * (kind + 1), radix: 16, uppercase: true)
        return "0F6E1B2C-1234-4A5B-8C9D-" + String(repeating: "0", count: 12 - digits.count) + digits
    }
}
