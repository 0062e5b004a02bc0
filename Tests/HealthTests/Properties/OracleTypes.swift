/// What the oracle knows of a sample type, written down by hand.
struct OracleType {
    enum Kind {
        case cumulative, discrete, category, sleep, workout, route, characteristic, correlation, rings, motion, other
    }

    let identifier: String
    let kind: Kind
    /// The data type of its documents.
    let document: String
    /// Whether its documents are totals of a day.
    var isTotal: Bool { !key.isEmpty }
    /// Its key in a day's totals.
    var key = ""
    var unit = ""
    /// Names of a category's values.
    var names: [Int: String] = [:]
    /// Whether its values are decibels, which are averaged as energy.
    var isLevel = false

    var isQuantity: Bool { kind == .cumulative || kind == .discrete }
    var isListed: Bool { isQuantity || kind == .category || kind == .sleep }

    static let all: [String: OracleType] = {
        let quantity = "HKQuantityTypeIdentifier"
        let list = [
            OracleType(
                identifier: quantity + "StepCount",
                kind: .cumulative,
                document: "steps",
                key: "steps",
                unit: "count"
            ),
            OracleType(
                identifier: quantity + "DistanceWalkingRunning",
                kind: .cumulative,
                document: "distance",
                key: "distance",
                unit: "m"
            ),
            OracleType(
                identifier: quantity + "DistanceCycling",
                kind: .cumulative,
                document: "distance",
                key: quantity + "DistanceCycling",
                unit: "m"
            ),
            OracleType(
                identifier: quantity + "DistanceSwimming",
                kind: .cumulative,
                document: "distance",
                key: quantity + "DistanceSwimming",
                unit: "m"
            ),
            OracleType(
                identifier: quantity + "ActiveEnergyBurned",
                kind: .cumulative,
                document: "calories",
                key: "calories",
                unit: "kcal"
            ),
            OracleType(
                identifier: quantity + "FlightsClimbed",
                kind: .cumulative,
                document: "flightsClimbed",
                key: "flightsClimbed",
                unit: "count"
            ),
            OracleType(identifier: quantity + "HeartRate", kind: .discrete, document: "heart", unit: "count/min"),
            OracleType(
                identifier: quantity + "HeartRateVariabilitySDNN",
                kind: .discrete,
                document: "heart",
                unit: "ms"
            ),
            OracleType(identifier: quantity + "BloodGlucose", kind: .discrete, document: "glucose", unit: "mg/dL"),
            OracleType(identifier: quantity + "BodyMass", kind: .discrete, document: "body", unit: "kg"),
            OracleType(
                identifier: quantity + "EnvironmentalAudioExposure",
                kind: .discrete,
                document: "hearing",
                unit: "dBASPL",
                isLevel: true
            ),
            OracleType(
                identifier: quantity + "OxygenSaturation",
                kind: .discrete,
                document: "oxygenSaturation",
                unit: "%"
            ),
            OracleType(
                identifier: quantity + "BloodPressureSystolic",
                kind: .discrete,
                document: "vitalSigns",
                unit: "mmHg"
            ),
            OracleType(
                identifier: quantity + "BloodPressureDiastolic",
                kind: .discrete,
                document: "vitalSigns",
                unit: "mmHg"
            ),
            OracleType(
                identifier: "HKCategoryTypeIdentifierMindfulSession",
                kind: .category,
                document: "mindfulness",
                names: [0: "notApplicable"]
            ),
            OracleType(
                identifier: "HKCategoryTypeIdentifierSleepAnalysis",
                kind: .sleep,
                document: "sleep",
                names: [0: "InBed", 1: "Asleep Unspecified", 2: "Awake", 3: "Core", 4: "Deep", 5: "REM"]
            ),
            OracleType(identifier: "HKWorkoutTypeIdentifier", kind: .workout, document: "workouts"),
            OracleType(identifier: "HKWorkoutRouteTypeIdentifier", kind: .route, document: "workoutRoute"),
            OracleType(
                identifier: "HKCharacteristicTypeIdentifierBloodType",
                kind: .characteristic,
                document: "characteristic",
                names: [0: "notSet", 1: "A+", 2: "A-", 3: "B+"]
            ),
            OracleType(
                identifier: "HKCharacteristicTypeIdentifierBiologicalSex",
                kind: .characteristic,
                document: "characteristic",
                names: [0: "notSet", 1: "female", 2: "male", 3: "other"]
            ),
            OracleType(
                identifier: "HKCorrelationTypeIdentifierBloodPressure",
                kind: .correlation,
                document: "vitalSigns"
            ),
            OracleType(
                identifier: quantity + "SwimmingStrokeCount",
                kind: .cumulative,
                document: "activity",
                unit: "count"
            ),
            OracleType(identifier: quantity + "PushCount", kind: .cumulative, document: "activity", unit: "count"),
            OracleType(identifier: quantity + "RunningPower", kind: .discrete, document: "activity", unit: "W"),
            OracleType(
                identifier: quantity + "AppleExerciseTime",
                kind: .cumulative,
                document: "activity",
                unit: "min"
            ),
            OracleType(
                identifier: quantity + "NumberOfAlcoholicBeverages",
                kind: .cumulative,
                document: "alcoholConsumption",
                unit: "count"
            ),
            OracleType(
                identifier: quantity + "BloodAlcoholContent",
                kind: .discrete,
                document: "alcoholConsumption",
                unit: "%"
            ),
            OracleType(identifier: quantity + "DietaryWater", kind: .cumulative, document: "nutrition", unit: "mL"),
            OracleType(
                identifier: "HKCategoryTypeIdentifierHighHeartRateEvent",
                kind: .category,
                document: "heart",
                names: [0: "notApplicable"]
            ),
            OracleType(
                identifier: "HKCategoryTypeIdentifierAppleStandHour",
                kind: .category,
                document: "activity",
                names: [0: "stood", 1: "idle"]
            ),
            OracleType(identifier: "HKCorrelationTypeIdentifierFood", kind: .correlation, document: "nutrition"),
            OracleType(identifier: "HKDataTypeIdentifierHeartbeatSeries", kind: .other, document: "heart"),
            OracleType(
                identifier: "HKDataTypeIdentifierElectrocardiogram",
                kind: .other,
                document: "electrocardiogram"
            ),
            OracleType(identifier: "HKActivitySummaryTypeIdentifier", kind: .rings, document: "activitiesSummary"),
            OracleType(identifier: "CMMotionActivity", kind: .motion, document: "motion"),
            OracleType(identifier: "HKDataTypeStateOfMind", kind: .other, document: "stateOfMind"),
        ]
        return Dictionary(uniqueKeysWithValues: list.map { ($0.identifier, $0) })
    }()

    /// What one of an uploaded unit is in the canonical one.
    static let factors: [String: Double] = [
        "km": 1000, "m": 1, "kcal": 1, "kJ": 1 / 4.184, "count": 1, "count/min": 1, "Hz": 60, "s": 1000, "ms": 1,
        "mg/dL": 1, "g": 0.001, "kg": 1, "%": 1, "mmHg": 1, "W": 1, "min": 1, "L": 1000, "mL": 1, "dBASPL": 1,
    ]

    /// The documents of the types that workouts borrow.
    static let collected: Set<String> = [
        "activity", "breathing", "calories", "distance", "diving", "flightsClimbed", "heart", "steps",
    ]

    static let workoutNames = [13: "Cycling", 37: "Running", 46: "Swimming", 52: "Walking", 82: "Swim Bike Run"]
    static let eventNames = [
        1: "Pause", 2: "Resume", 3: "Lap", 5: "Motion Paused", 6: "Motion Resumed", 7: "Segment",
    ]
}

extension PlainSample {
    var known: OracleType { OracleType.all[type] ?? OracleType(identifier: type, kind: .other, document: "") }
    /// The number in the canonical unit.
    var canonical: Double { canonical(value ?? 0) }
    /// Whether it stands for several.
    var isCondensed: Bool { (count ?? 1) > 1 }
    /// How often it counts in an average.
    var weight: Double { isCondensed ? Double(count ?? 1) : 1 }
    var least: Double { isCondensed && hasFittingBounds ? minimum.map(canonical) ?? canonical : canonical }
    var greatest: Double { isCondensed && hasFittingBounds ? maximum.map(canonical) ?? canonical : canonical }
    /// Whether its least and greatest can be those of the measurements that it stands for.
    var hasFittingBounds: Bool {
        let mean = known.kind == .cumulative ? canonical / weight : canonical
        let most = known.unit == "%" ? 1.1 : Double.infinity
        let (low, high) = (minimum.map(canonical) ?? mean, maximum.map(canonical) ?? mean)
        return low >= 0 && high <= most && low <= mean * (1 + 1e-9) && high >= mean * (1 - 1e-9)
    }

    func canonical(_ number: Double) -> Double { number * (OracleType.factors[unit ?? ""] ?? 1) }

    /// Whether it has time in [from, to); a point lies in it.
    func hasTime(in from: Double, _ to: Double) -> Bool {
        start == end ? from <= start && start < to : max(start, from) < min(end, to)
    }

    /// The class of its source, the better the less.
    var rankClass: Int {
        let product = source?.product ?? device?["hardwareVersion"] ?? device?["model"] ?? ""
        return isUserEntered ? 3 : product.hasPrefix("Watch") ? 0 : product.hasPrefix("iPhone") ? 1 : 2
    }

    var sourceKey: String { source?.key ?? "" }

    func isBetter(than other: PlainSample) -> Bool {
        rankClass != other.rankClass ? rankClass < other.rankClass : sourceKey < other.sourceKey
    }

    static func ascending(_ left: PlainSample, _ right: PlainSample) -> Bool {
        (left.start, left.end, left.id) < (right.start, right.end, right.id)
    }
}
