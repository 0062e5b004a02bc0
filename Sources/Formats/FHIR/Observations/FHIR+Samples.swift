import JSON
package import Vocabulary

extension FHIR.Bundle {
    /// Adds an Observation for each quantity and category sample of an item, and for each total of a day.
    ///
    /// A total is a quantity without an id, whose bounds are those of the day.
    mutating func addSamples(of item: ForkDocument.Item) {
        var resource = FHIR.Resource()
        let members = item.correlationMembers
        for series in item.series {
            guard let type = series.type else { continue }
            let codes = FHIR.Codes.of(type)
            for quantity in series.quantities where quantity.id.map({ !members.contains($0) }) ?? true {
                resource.observation(FHIR.Observation(quantity, codes, in: document), in: self)
                resource.value(of: quantity, type)
                add("Observation", quantity.id.map { .sample($0) } ?? .identifier(type.identifier), &resource)
            }
        }
    }
}

extension FHIR.Resource {
    /// Adds the value of a sample, and components for the minimum, maximum and count of a condensed one.
    fileprivate mutating func value(of quantity: ForkDocument.Quantity, _ type: SampleType) {
        if type.kind == .category {
            once("valueCodeableConcept") { $0.concept([FHIR.Coding(category: quantity.value, of: type)]) }
            return
        }
        let unit = FHIR.Codes.of(type).unit
        once("valueQuantity") { $0.quantity(quantity.value, in: unit) }
        guard let count = quantity.count else { return }
        let statistics = [(FHIR.Codes.minimum, quantity.minimum), (FHIR.Codes.maximum, quantity.maximum)]
        components { writer in
            for case (let codes, let number?) in statistics {
                writer.component(codes, ForkDocument.Measure(number: number, unit: quantity.value.unit), in: unit)
            }
            let count = ForkDocument.Measure(number: Double(count), integer: count, unit: "count")
            writer.component(FHIR.Codes.count, count, in: nil)
        }
    }
}

extension Writer {
    /// Appends a component with a number, and a comma before it if needed.
    fileprivate mutating func component(_ codes: FHIR.Codes, _ measure: ForkDocument.Measure, in unit: FHIR.Unit?) {
        separate()
        component(codes) { writer in
            writer.key("valueQuantity")
            writer.quantity(measure, in: unit)
        }
    }
}

extension FHIR.Codes {
    fileprivate static let minimum = FHIR.Codes([FHIR.Coding(.statistics, "minimum", "Minimum")])
    fileprivate static let maximum = FHIR.Codes([FHIR.Coding(.statistics, "maximum", "Maximum")])
    fileprivate static let count = FHIR.Codes([FHIR.Coding(.statistics, "count", "Count")])
}

extension FHIR.Coding {
    /// Creates Apple's code of a category value: `HKCategoryTypeIdentifierHeadache.3`, with the name of the value.
    package init(category value: ForkDocument.Measure, of type: SampleType) {
        let number = value.integer.map(String.init) ?? "\(value.number)"
        self.init(.apple, "\(type.identifier).\(number)", value.unit)
    }
}
