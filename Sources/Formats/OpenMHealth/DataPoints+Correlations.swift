import JSON
import Vocabulary

extension DataPoints {
    /// Appends a blood pressure, or another correlation with its members.
    ///
    /// A blood pressure that lacks a value, or has more than its two, is a correlation, because no other schema allows
    /// it.
    mutating func addCorrelation(_ item: ForkDocument.Item, _ type: SampleType) {
        let members = item.series.filter { $0.type?.isListed == true && !$0.quantities.isEmpty }
        if type == SampleType.bloodPressure, let (systolic, diastolic) = item.bloodPressure, members.count == 2 {
            return add(subject(item, type), .bloodPressure) { writer in
                writer.appendMember("systolic_blood_pressure", systolic, unit: "mmHg")
                writer.appendMember("diastolic_blood_pressure", diastolic, unit: "mmHg")
            }
        }
        guard !members.isEmpty else { return }
        let lists = [
            ("quantity_samples", bodies(of: members.filter { $0.type?.kind == .quantity }, in: item)),
            ("category_samples", bodies(of: members.filter { $0.type?.kind == .category }, in: item)),
        ]
        add(subject(item, type), .correlation) { writer in
            writer.member("correlation_type", type.identifier)
            for (name, bodies) in lists where !bodies.isEmpty {
                writer.member(name) { $0.array(bodies) { $1.raw($0) } }
            }
            writer.append(item.metadata)
        }
    }

    /// Returns the body of each member of a correlation.
    private func bodies(of members: [ForkDocument.Series], in item: ForkDocument.Item) -> [[UInt8]] {
        members.flatMap { series in
            series.quantities.map { quantity in
                guard let type = series.type else { return [] }
                var subject = subject(quantity, type)
                subject.zone = subject.zone ?? item.metadata.zone
                return Writer.object {
                    appendTimeFrame(of: subject, to: &$0)
                    if type.kind == .category {
                        $0.appendCategory(quantity, type)
                    } else {
                        $0.appendQuantity(quantity, type)
                    }
                }
            }
        }
    }
}

extension ForkDocument.Item {
    /// The systolic and diastolic pressure in mmHg; nil if there is not exactly one of each.
    fileprivate var bloodPressure: (Double, Double)? {
        let systolic = quantities("HKQuantityTypeIdentifierBloodPressureSystolic")
        let diastolic = quantities("HKQuantityTypeIdentifierBloodPressureDiastolic")
        guard systolic.count == 1, diastolic.count == 1 else { return nil }
        let (upper, lower) = (systolic[0].value, diastolic[0].value)
        return upper.unit == "mmHg" && lower.unit == "mmHg" ? (upper.number, lower.number) : nil
    }
}
