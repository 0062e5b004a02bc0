import Randomness
import Testing
import Vocabulary

/// Days of samples in all three formats: whatever is sent how, the documents are the same.
@Suite struct DialectPropertyTests {
    /// A sample, written in each format.
    private struct Written {
        let native: String
        let record: String?
        let sleep: String?
        let element: String
    }

    /// Milliseconds since 1970, as ISO 8601 and as a number of seconds.
    private static func date(_ second: Int) -> (text: String, unix: Int) {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hour, minute) = (second / 3600 % 24, second / 60 % 60)
        let day = 1 + second / 86_400
        return ("2024-01-\(two(day))T\(two(hour)):\(two(minute)):\(two(second % 60))Z", 1_704_067_200 + second)
    }

    private static let types: [(identifier: String, unit: String)] = [
        ("HKQuantityTypeIdentifierStepCount", "count"), ("HKQuantityTypeIdentifierHeartRate", "count/min"),
        ("HKQuantityTypeIdentifierActiveEnergyBurned", "Cal"), ("HKQuantityTypeIdentifierBodyMass", "kg"),
    ]
    private static let stages = ["in_bed", "sleeping", "awake", "light", "deep", "rem"]

    private static func sample(_ number: Int, _ dice: inout SeededRandom) -> Written {
        let from = date(Int.random(in: 0..<4 * 86_400, using: &dice))
        let to = date(from.unix - 1_704_067_200 + Int.random(in: 0...3600, using: &dice))
        let id = Line.id(number)
        let source = Int.random(in: 0..<3, using: &dice)
        let native =
            #""id":"\#(id)","start_date":"\#(from.text)","end_date":"\#(to.text)","source":{"name":"s\#(source)"}"#
        let body = #""id":"\#(id)","startDate":"\#(from.text)","endDate":"\#(to.text)","source":{"name":"s\#(source)"}"#
        let element =
            #""uuid":"\#(id)","startTimestamp":\#(from.unix),"endTimestamp":\#(to.unix),"sourceRevision":{"source":{"name":"s\#(source)"}}"#
        let metadata = Bool.random(using: &dice) ? #","metadata":{"HKTimeZone":"+0\#(source):00"}"# : ""
        if Bool.random(using: &dice) {
            let stage = Int.random(in: stages.indices, using: &dice)
            let type = "HKCategoryTypeIdentifierSleepAnalysis"
            return Written(
                native: #"{\#(native),"type":"\#(type)","value":\#(stage)\#(metadata)}"#,
                record: nil,
                sleep: #"{\#(body),"stage":"\#(stages[stage])"\#(metadata)}"#,
                element: #"{\#(element),"identifier":"\#(type)","harmonized":{"value":\#(stage)\#(metadata)}}"#
            )
        }
        let type = types[Int.random(in: types.indices, using: &dice)]
        // One in ten is refused.
        let value = Int.random(in: 0..<10, using: &dice) == 0 ? -1 : Int.random(in: 1..<100, using: &dice)
        let data = #""value":\#(value),"unit":"\#(type.unit)"\#(metadata)"#
        return Written(
            native: #"{\#(native),"type":"\#(type.identifier)",\#(data)}"#,
            record: #"{\#(body),"type":"\#(type.identifier)",\#(data)}"#,
            sleep: nil,
            element: #"{\#(element),"identifier":"\#(type.identifier)","harmonized":{\#(data)}}"#
        )
    }

    private static func record(_ samples: [Written], _ format: Int) -> String {
        switch format {
        case 0: Line.upload("2024-01-06T00:00:00Z", samples.map(\.native))
        case 1: DialectRecord.body(records: samples.compactMap(\.record), sleep: samples.compactMap(\.sleep))
        case 2: "[" + samples.map(\.element).joined(separator: ", ") + "]"
        default: #"{"payloads":["# + samples.map(\.element).joined(separator: ",") + "]}"
        }
    }

    @Test(.enabled(if: ZoneFiles.areInstalled), arguments: 0..<20 as Range<UInt64>)
    func `the format of a record changes no document and no count`(seed: UInt64) {
        var dice = SeededRandom(seed: seed)
        let samples = (0..<60).map { Self.sample($0, &dice) }
        var plain = Journey()
        var mixed = Journey()
        for start in stride(from: 0, to: samples.count, by: 10) {
            let part = Array(samples[start..<start + 10])
            plain.commit([.uploads(Self.record(part, 0), at: DialectRecord.time)])
            let format = Int.random(in: 1..<4, using: &dice)
            mixed.commit([.uploads(Self.record(part, format), at: DialectRecord.time)])
        }
        #expect(plain.documents == mixed.documents, "seed \(seed)")
        #expect(plain.accounting == mixed.accounting, "seed \(seed)")
        #expect(plain.refusals.sorted() == mixed.refusals.sorted(), "seed \(seed)")
        #expect(plain.documents.count > 10)
    }
}
