import JSON
import Vocabulary

/// Reads the fields that only motion activities have: `activities` and `confidence`.
enum MotionReader {
    /// Returns the activities and the confidence, encoded as the value of a sample.
    static func value(_ fields: borrowing SampleFields) throws(Refusal) -> Double {
        guard let list = fields.own("activities") else { throw .missing("activities") }
        let confidence = try confidence(fields.own("confidence"))
        return MotionActivity(try flags(list), confidence: confidence).value
    }

    private static func flags(_ list: Value) throws(Refusal) -> MotionActivity.Flags {
        guard var elements = list.elements else { throw .wrongType("activities", "an array of strings") }
        var flags: MotionActivity.Flags = []
        while let element = elements.next() {
            if element.isNull { continue }
            guard let name = element.text else { throw .wrongType("activities", "an array of strings") }
            flags.insert(try flag(name))
        }
        return flags
    }

    private static func flag(_ name: Text) throws(Refusal) -> MotionActivity.Flags {
        if name == "stationary" { return .stationary }
        if name == "automotive" { return .automotive }
        if name == "walking" { return .walking }
        if name == "running" { return .running }
        if name == "cycling" { return .cycling }
        if name == "unknown" { return .unknown }
        let names = "`stationary`, `automotive`, `walking`, `running`, `cycling` and `unknown`"
        throw Refusal(.invalidValue, "`activities` may have only \(names).")
    }

    private static func confidence(_ field: Value?) throws(Refusal) -> UInt8 {
        guard let field else { return 0 }
        guard let number = field.double else { throw .wrongType("confidence", "an integer") }
        guard let confidence = UInt8(exactly: number), confidence <= MotionActivity.confidenceMax else {
            throw Refusal(.invalidValue, "`confidence` must be 0, 1 or 2.")
        }
        return confidence
    }
}
