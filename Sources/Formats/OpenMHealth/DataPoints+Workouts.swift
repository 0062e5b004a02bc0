import JSON
import Vocabulary

extension DataPoints {
    /// Appends a workout as a physical activity, unless a better recording of it exists.
    mutating func addWorkout(_ item: ForkDocument.Item) {
        guard item.isPrimary else { return }
        add(subject(item, .workout), .physicalActivity) { writer in
            writer.member("activity_name", item.name)
            if let meters = item.sum(of: { $0.hasPrefix(WorkoutDistance.prefix) }) {
                writer.appendMember("distance", meters, unit: "m")
            }
            if let energy = item.sum(of: { $0 == "HKQuantityTypeIdentifierActiveEnergyBurned" }) {
                writer.appendMember("kcal_burned", energy, unit: "kcal")
            }
        }
    }
}

extension ForkDocument.Item {
    /// Returns the total of the sums under some keys of `data`; nil if there are none.
    fileprivate func sum(of keys: (String) -> Bool) -> Double? {
        let sums = series.filter { keys($0.key) }.flatMap(\.quantities).filter { $0.kind == "sum" }
        // Two of the greatest doubles have no sum.
        return sums.isEmpty ? nil : min(sums.reduce(0) { $0 + $1.value.number }, .greatestFiniteMagnitude)
    }
}
