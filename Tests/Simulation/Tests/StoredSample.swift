/// A sample as a device has stored it.
struct StoredSample {
    enum Kind: CaseIterable {
        case steps, heartRate, sleep, workout
    }

    /// 2024-04-10, in milliseconds since 2001.
    static let firstDay = 734_400_000_000

    static let sources = [
        "{\"name\":\"iPhone\",\"bundle_identifier\":\"com.apple.health.1\",\"product_type\":\"iPhone14,2\"}",
        "{\"name\":\"Watch\",\"bundle_identifier\":\"com.apple.health.2\",\"product_type\":\"Watch6,2\"}",
        "{\"name\":\"Runs\",\"bundle_identifier\":\"com.example.runs\",\"product_type\":\"iPhone14,2\"}",
    ]

    var id: Int
    let kind: Kind
    /// In milliseconds since 2001.
    var start: Int
    var value: Int
    /// A position in `sources`.
    var source: Int
    /// The id of the workout that the sample names.
    var workout: Int?
    /// The number of a sync identifier, or of a workout's external id.
    var identifier: Int?
    /// The version of the sync identifier.
    var version = 0
    private var areDatesCut = false

    init(id: Int, kind: Kind, start: Int, value: Int, source: Int) {
        self.id = id
        self.kind = kind
        self.start = start
        self.value = value
        self.source = source
    }

    /// The same sample from a client that writes whole seconds.
    var cut: StoredSample {
        var sample = self
        sample.areDatesCut = true
        return sample
    }

    /// How long a sample of the kind is.
    private var milliseconds: Int {
        switch kind {
        case .steps: 600_000
        case .heartRate: 0
        case .sleep: 1_800_000
        case .workout: 2_400_000
        }
    }

    private var type: String {
        switch kind {
        case .steps: "HKQuantityTypeIdentifierStepCount"
        case .heartRate: "HKQuantityTypeIdentifierHeartRate"
        case .sleep: "HKCategoryTypeIdentifierSleepAnalysis"
        case .workout: "HKWorkoutTypeIdentifier"
        }
    }

    /// The sample as an upload has it.
    var json: String {
        let end = date(start + milliseconds)
        var fields = ["\"id\":\"\(Uploads.id(id))\"", "\"start_date\":\(date(start))", "\"end_date\":\(end)"]
        fields += ["\"type\":\"\(type)\"", "\"source\":\(Self.sources[source])"]
        switch kind {
        case .steps: fields.append("\"value\":\(value),\"unit\":\"count\"")
        case .heartRate: fields.append("\"value\":\(60 + value),\"unit\":\"count/min\"")
        case .sleep: fields.append("\"value\":\(value)")
        case .workout: fields.append("\"workout_activity_type\":37")
        }
        if let workout { fields.append("\"workout_id\":\"\(Uploads.id(workout))\"") }
        if let identifier { fields.append("\"metadata\":{\(metadata(identifier))}") }
        return "{\(fields.joined(separator: ","))}"
    }

    private func metadata(_ identifier: Int) -> String {
        if kind == .workout { return "\"HKExternalUUID\":\"e\(identifier)\"" }
        return "\"HKMetadataKeySyncIdentifier\":\"k\(identifier)\",\"HKMetadataKeySyncVersion\":\(version)"
    }

    /// A date in seconds since 2001.
    private func date(_ milliseconds: Int) -> String {
        areDatesCut ? "\(milliseconds / 1_000)" : "\(Double(milliseconds) / 1_000)"
    }
}
