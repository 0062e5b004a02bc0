/// The source and device of samples.
struct Gadget: Sendable {
    let owner: Person
    let name: String
    let bundle: String
    let version: String
    let product: String

    private var source: String {
        var fields = JSONFields()
        fields.string("name", name)
        fields.string("bundle_identifier", bundle)
        fields.string("version", version)
        fields.string("product_type", product)
        return fields.object
    }

    /// Returns a sample of any type; `more` adds further members.
    func sample(
        _ type: String,
        _ start: Double,
        _ end: Double,
        _ more: (inout JSONFields) -> Void
    ) -> String {
        var fields = JSONFields()
        fields.string("id", id(type, start))
        fields.string("type", type)
        fields.number("start_date", start)
        if end != start { fields.number("end_date", end) }
        more(&fields)
        fields.json("source", source)
        return fields.object
    }

    /// Returns the id of this gadget's sample of a type at a time.
    func id(_ type: String, _ start: Double) -> String {
        Person.id(type, owner.connection + bundle, start)
    }

    /// Returns a quantity sample; `type` is without HealthKit's prefix.
    func quantity(_ type: String, _ start: Double, _ end: Double, _ value: Double, _ unit: String) -> String {
        sample(Self.quantityType(type), start, end) { fields in
            fields.number("value", value)
            fields.string("unit", unit)
        }
    }

    static func quantityType(_ name: String) -> String { "HKQuantityTypeIdentifier" + name }

    /// Returns consecutive sleep stages without gaps.
    func sleep(from start: Double, _ stages: [(stage: SleepStage, minutes: Int)]) -> [String] {
        var end = start
        return stages.map { stage, minutes in
            let begin = end
            end += Double(minutes) * 60
            return sample("HKCategoryTypeIdentifierSleepAnalysis", begin, end) { fields in
                fields.number("value", Double(stage.rawValue))
            }
        }
    }
}

/// The values of `HKCategoryValueSleepAnalysis`.
enum SleepStage: Int, Sendable {
    case inBed = 0
    case unspecified = 1
    case awake = 2
    case core = 3
    case deep = 4
    case rem = 5
}
