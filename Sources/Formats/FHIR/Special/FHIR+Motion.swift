import JSON
import Vocabulary

extension FHIR.Bundle {
    /// Adds an Observation for each run of motion, with its seconds as value.
    mutating func addMotion(_ item: ForkDocument.Item) {
        var resource = FHIR.Resource()
        for series in item.series {
            let identifier = "CMMotionActivity.\(series.key)"
            let coding = FHIR.Coding(.apple, identifier, series.key)
            let codes = FHIR.Codes([coding], category: "activity")
            for run in series.quantities {
                resource.observation(FHIR.Observation(run, codes, in: document), in: self)
                resource.once("valueQuantity") { $0.quantity(run.value, in: nil) }
                add("Observation", run.id.map { .sample($0) } ?? .identifier(identifier), &resource)
            }
        }
    }
}
