import JSON
import Vocabulary

extension FHIR.Bundle {
    /// Adds an Observation for each series of heartbeats, with a component for each interval between two beats.
    mutating func addHeartbeats(_ items: [ForkDocument.Item], _ type: SampleType) {
        let codes = FHIR.Codes.of("\(type.identifier).interval")
        for item in items {
            addObservation(item, type) { resource in
                resource.addFields(of: item, type, except: ["beats"])
                for interval in item.heartbeatIntervals {
                    resource.component(codes) { writer in
                        guard let interval else { return writer.absent() }
                        writer.key("valueQuantity")
                        writer.quantity(ForkDocument.Measure(number: interval.milliseconds, unit: "ms"), in: codes.unit)
                    }
                }
            }
        }
    }
}
