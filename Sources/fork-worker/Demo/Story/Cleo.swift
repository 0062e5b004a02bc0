/// A glucose meter, a wrong unit, and a truncated upload.
enum Cleo {
    static let person = Person(
        connection: "cleo",
        app: "sugarcoach",
        user: "user-3110",
        zone: "Europe/Lisbon",
        offset: 3_600
    )

    static let uploads = [
        person.upload(
            "Her glucose meter, in mmol/L; one reading claims to be in kilograms, and is refused alone.",
            at: person.at(17, 20, 5),
            samples: readings
        ),
        person.record(
            "The network broke off in the middle of an upload: no JSON, so all of it is refused.",
            "two thirds of an upload",
            String(decoding: whole.value.prefix(whole.value.count * 2 / 3), as: UTF8.self),
            uploadID: nil,
            at: person.at(17, 20, 9)
        ),
    ]

    private static let meter = Gadget(
        owner: person,
        name: "Contour",
        bundle: "com.ascensia.contour",
        version: "3.8",
        product: "iPhone13,2"
    )

    private static let readings = [
        reading(7, 50, 5.4, mmol), reading(9, 30, 7.9, mmol), reading(13, 10, 6.1, "kg"), reading(19, 45, 6.6, mmol),
    ]
    private static let whole = person.upload("", at: person.at(17, 20, 8), samples: [reading(20, 6, 6.2, mmol)])
    /// The unit contains the molar mass of glucose, as HealthKit writes it.
    private static let mmol = "mmol<180.15588000005408>/L"

    private static func reading(_ hour: Int, _ minute: Int, _ value: Double, _ unit: String) -> String {
        let instant = person.at(17, hour, minute)
        return meter.quantity("BloodGlucose", instant, instant, value, unit)
    }
}

/// A closed connection whose phone still sends uploads.
enum Dan {
    static let person = Person(
        connection: "dan",
        app: "sleepwell",
        user: "user-4006",
        zone: "Europe/Berlin",
        offset: 7_200
    )

    static let settings: StoryRecord = {
        var fields = JSONFields()
        fields.bool("closed", true)
        return person.settings("He has closed his connection.", fields)
    }()

    static let uploads = [
        person.upload(
            "His phone does not know yet that the connection is closed, and goes on.",
            at: person.at(17, 22, 0),
            samples: [phone.quantity("StepCount", person.at(17, 9, 0), person.at(17, 9, 30), 1_204, "count")]
        )
    ]

    private static let phone = Gadget(
        owner: person,
        name: "Dan's iPhone",
        bundle: "com.apple.health.0B44D8F1",
        version: "17.2",
        product: "iPhone12,1"
    )
}
