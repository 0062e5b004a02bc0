import Vocabulary

extension Documents {
    /// Returns a document with one sample of a type.
    static func document(of type: SampleType, id: String) -> String {
        let (key, name) = (type.documentKey, type.document.name)
        let unit = type.canonicalUnit?.string ?? Catalogue.categoryName(type, 1) ?? "1"
        let bounds = (734_945_400.0, 734_945_460.0)
        let value = sample(id: id, type.kind == .category ? "1" : "0.75", unit, bounds)
        switch type.kind {
        case .quantity where type.documentsTotals:
            let total = sample(id: nil, "3100", unit, (734_907_600, 734_994_000), more: #","type":"sum""#)
            return document(name, id: "\(name)/\(key)", item: #","data":{"\#(key)":[\#(total)]}"#)
        case .quantity, .category:
            let primary = #""meta_data":{"primary":{"quantity":1,"unit":"bool"}}"#
            return document(name, item: #","data":{"\#(key)":[\#(value)]},\#(primary)"#)
        case .workout:
            return document(name, item: "").replacing("6201756A-DE63-57DE-956D-5990056AF490", with: id)
        default:
            let beats = [0, 1].map { sample(id: nil, "0", #"{\"time_since_start\":\#($0)}"#, bounds) }
            let member = sample(id: "00000000-0000-0000-0000-000000000000", "120", "mmHg", bounds)
            let data = """
                "beats":[\(beats.joined(separator: ","))],"HKQuantityTypeIdentifierBloodPressureSystolic":[\(member)],\
                "HKQuantityTypeIdentifierBloodPressureDiastolic":[\(member)]
                """
            let item =
                #"{"id":"\#(id)","name":"x","start_date":\#(bounds.0),"end_date":\#(bounds.1),"data":{\#(data)}}"#
            return document(name, item: #","nested_data":{"\#(key)":[\#(item)]}"#)
        }
    }
}

extension SampleType {
    /// Whether documents have the totals of a day in place of the samples.
    fileprivate var documentsTotals: Bool {
        [.steps, .distance, .calories, .flightsClimbed].contains(document)
    }
}
