import Foundation
import Health
import JSON
import Randomness
import Testing
import Vocabulary

/// What a reader remembers of the samples before changes nothing of what it reads.
struct SampleReaderTests {
    private static let types = Catalogue.sampleTypes.filter { $0.isListed }

    /// The units in which samples of a type may come: several types share some of them.
    private static func units(of type: SampleType) -> [String] {
        let all = ["g", "kg", "lb", "m", "cm", "ft", "count", "%", "kcal", "J", "mmHg", "Pa", "count/min", "count/s"]
        guard let canonical = type.canonicalUnit else { return [] }
        return all.filter { (try? Unit($0))?.isCompatible(with: canonical) == true } + [canonical.string]
    }

    /// The samples of an upload as JSON, from more sources, metadata and types than a reader remembers.
    private static func samples(_ dice: inout SeededRandom) -> [String] {
        let sources = (0..<12).map { #","source":{"name":"s\#($0 / 2)","bundle_identifier":"b\#($0)"}"# } + [""]
        let devices = (0..<5).map { #","device":{"name":"d\#($0)","model":"Watch"}"# } + [""]
        let zones = [#","HKTimeZone":"Asia/Kolkata""#, #","HKTimeZone":"Nowhere/There""#, ""]
        let metadata = (0..<12).map { number in
            let version = number % 3 == 0 ? #","HKMetadataKeySyncVersion":\#(Double(number) / 2)"# : ""
            let hand = number % 4 == 0 ? #","HKWasUserEntered":true"# : ""
            return #","metadata":{"own":\#(number)\#(zones[number % zones.count])\#(version)\#(hand)}"#
        }
        return (0..<200).map { number in
            // Every second of a few, so that more is remembered of them.
            let type = (number % 2 == 0 ? types[...] : types[..<20]).randomElement(using: &dice) ?? types[0]
            let unit = units(of: type).randomElement(using: &dice) ?? ""
            let value =
                type.kind == .quantity
                ? #""value":\#(type.bounds == .fraction ? 1 : 7),"unit":"\#(unit)""# : #""value":0"#
            let version = number % 7 == 0 ? #","version":4"# : ""
            let workout = Bool.random(using: &dice) ? #","workout_id":"\#(Line.id(1000 + number % 3))""# : ""
            let shared = [sources, devices, metadata + [""]].map { $0[Int.random(in: $0.indices, using: &dice)] }
            return #"{"id":"\#(Line.id(number))","type":"\#(type.identifier)","start_date":\#(number),"#
                + value + shared.joined() + workout + version + "}"
        }
    }

    /// What a sample says, apart from where its parts lie in the pool.
    private static func said(_ sample: Sample, _ pool: Pool) -> String {
        let origin = String(decoding: pool.origin(sample).canonical, as: UTF8.self)
        let numbers = "\(sample.id) \(sample.value) \(sample.version) \(sample.type) \(sample.flags.rawValue)"
        return "\(numbers) \(origin) \(Array(pool.extra(sample)))"
    }

    /// A date of a sample, read by the reader that takes the usual form at once.
    private static func start(_ date: [UInt8], _ units: inout UnitTable) -> Double? {
        let fields = #"{"type":"HKQuantityTypeIdentifierStepCount","value":1,"unit":"count","id":"\#(Line.id(1))""#
        let bytes = Array((fields + #","start_date":""#).utf8) + date + Array("\"}".utf8)
        var parser = Parser()
        var pool = Pool(zones: ZoneTable { _ in nil })
        var reader = SampleReader(collectedAt: 1e12, claim: -1)
        guard let value = try? parser.parse(bytes) else { return nil }
        return try? reader.read(value, pool: &pool, units: &units).sample.start
    }

    @Test(arguments: ["2024-04-26T04:10:50.120Z", "2024-04-26T18:15:59Z"])
    func `a date with any character changed is the date that it is elsewhere, or none`(date: String) {
        var units = UnitTable()
        let text = Array(date.utf8)
        for place in text.indices {
            for byte in Array("0123456789:;/TZ.+- tz".utf8) {
                var changed = text
                changed[place] = byte
                let string = String(decoding: changed, as: UTF8.self)
                // What lies before 1900 is refused as a sample.
                var reader = DateReader()
                let expected = reader.instant(changed.span).flatMap { $0 < Instant.of1900 ? nil : $0 }
                #expect(Self.start(changed, &units) == expected, "\(string)")
            }
        }
    }

    @Test(.enabled(if: ZoneFiles.areInstalled), arguments: 0..<10 as Range<UInt64>)
    func `a sample after others is read as one alone`(seed: UInt64) throws {
        var dice = SeededRandom(seed: seed)
        let bytes = Array("[\(Self.samples(&dice).joined(separator: ","))]".utf8)
        var parser = Parser()
        var units = UnitTable()
        let zones = ZoneTable(read: ZoneFiles.read)
        var elements = try parser.parse(bytes).elements
        var shared = (reader: SampleReader(collectedAt: 1000, claim: -1), pool: Pool(zones: zones))
        var (together, alone): ([String], [String]) = ([], [])
        while let element = elements?.next() {
            let sample = try shared.reader.read(element, pool: &shared.pool, units: &units).sample
            together.append(Self.said(sample, shared.pool))
            var own = (reader: SampleReader(collectedAt: 1000, claim: -1), pool: Pool(zones: zones))
            var ownUnits = UnitTable()
            let same = try own.reader.read(element, pool: &own.pool, units: &ownUnits).sample
            alone.append(Self.said(same, own.pool))
        }
        #expect(together.count == 200)
        #expect(together == alone, "seed \(seed)")
    }
}
