/// A night recorded by watch, phone and ring, and the following day.
enum Anna {
    static let person = Person(
        connection: "anna",
        app: "sleepwell",
        user: "user-1042",
        zone: "Europe/Vilnius",
        offset: 10_800
    )

    /// The settings with the callback URL and the data types for webhooks.
    static let settings = person.settings("Her app wants webhooks of sleep and steps.", settingsFields)

    static let uploads = [
        person.upload(
            "Her watch and phone: a night, but 71 minutes of it are missing, so the watch seems to have slept twice.",
            at: person.at(17, 7, 1),
            samples: inBed + evening + morning
        ),
        person.upload(
            "Her ring: the same night. It has more sleep than either half of the watch's, so its session is primary.",
            at: person.at(17, 7, 4),
            samples: ringNight
        ),
        person.upload(
            "The missing 71 minutes, late: the watch's two sessions become one, which is primary now.",
            at: person.at(17, 9, 32),
            samples: middle
        ),
        person.upload(
            "Her day: phone and watch have counted 14,660 steps, many of them both; 2,500 more she typed in.",
            at: person.at(17, 21, 15),
            samples: day
        ),
        person.upload(
            "She has reinstalled the app, which sends the whole day again.",
            at: person.at(17, 21, 20),
            samples: day
        ),
        person.upload(
            "She deletes the steps that she had typed in.",
            at: person.at(17, 21, 40),
            samples: [],
            deleted: [typedSteps.id]
        ),
    ]

    private static var settingsFields: JSONFields {
        var fields = JSONFields()
        fields.string("callback_url", "https://sleepwell.example/hooks/fork")
        fields.list("background_delivery", ["\"sleep\"", "\"steps\""])
        return fields
    }

    private static let watch = Gadget(
        owner: person,
        name: "Anna's Apple Watch",
        bundle: "com.apple.health.5D0A91C4",
        version: "10.4",
        product: "Watch6,9"
    )
    private static let phone = Gadget(
        owner: person,
        name: "Anna's iPhone",
        bundle: "com.apple.health.9C1B44E2",
        version: "17.4.1",
        product: "iPhone15,2"
    )
    private static let ring = Gadget(
        owner: person,
        name: "Oura",
        bundle: "com.ouraring.oura",
        version: "4.21",
        product: "iPhone15,2"
    )

    private static let inBed = phone.sleep(from: person.at(16, 22, 41), [(.inBed, 497)])
    private static let evening = watch.sleep(
        from: person.at(16, 22, 58),
        [
            (.core, 16), (.deep, 38), (.core, 24), (.rem, 14), (.awake, 4), (.core, 31), (.deep, 29), (.core, 22),
            (.rem, 17),
        ]
    )
    private static let middle = watch.sleep(
        from: person.at(17, 2, 13),
        [(.core, 27), (.deep, 12), (.core, 18), (.rem, 11), (.awake, 3)]
    )
    private static let morning = watch.sleep(
        from: person.at(17, 3, 24),
        [
            (.core, 34), (.rem, 26), (.awake, 6), (.core, 41), (.deep, 9), (.core, 26), (.rem, 33), (.core, 19),
            (.awake, 2), (.core, 10),
        ]
    )
    private static let ringNight = ring.sleep(
        from: person.at(16, 23, 4),
        [
            (.awake, 5), (.core, 30), (.deep, 45), (.core, 40), (.rem, 20), (.awake, 9), (.core, 45), (.deep, 30),
            (.core, 50), (.rem, 30), (.awake, 6), (.core, 40), (.rem, 35), (.core, 60), (.awake, 4),
        ]
    )

    private static let day = steps + [typedSteps.sample] + heart + others

    private static let steps: [String] = [
        walk(watch, (8, 10), (8, 40), 2140), walk(phone, (8, 12), (8, 40), 1990),
        walk(phone, (12, 0), (12, 35), 1910), walk(watch, (12, 5), (12, 35), 1850),
        walk(phone, (15, 0), (15, 12), 640), walk(watch, (17, 30), (18, 20), 3620),
        walk(phone, (17, 30), (18, 0), 2200), walk(watch, (20, 0), (20, 10), 310),
    ]

    private static func walk(_ gadget: Gadget, _ from: (Int, Int), _ to: (Int, Int), _ count: Double) -> String {
        let start = person.at(17, from.0, from.1)
        return gadget.quantity("StepCount", start, person.at(17, to.0, to.1), count, "count")
    }

    /// Steps entered by hand; such samples count only at times without measured steps.
    private static let typedSteps: (id: String, sample: String) = {
        let type = Gadget.quantityType("StepCount")
        let start = person.at(17, 13, 0)
        let sample = phone.sample(type, start, person.at(17, 14, 0)) { fields in
            fields.number("value", 2_500)
            fields.string("unit", "count")
            fields.json("metadata", "{\"HKWasUserEntered\":true}")
        }
        return (phone.id(type, start), sample)
    }()

    private static let heart: [String] = [
        (7, 10, 58.0), (7, 40, 64), (8, 15, 97), (8, 30, 104), (8, 50, 82), (12, 10, 88), (12, 30, 93), (17, 35, 109),
        (17, 50, 124), (18, 15, 118), (20, 5, 84), (20, 45, 66),
    ].map { hour, minute, rate in
        let instant = person.at(17, hour, minute)
        return watch.quantity("HeartRate", instant, instant, rate, "count/min")
    }

    private static let others: [String] = [
        watch.quantity("ActiveEnergyBurned", person.at(17, 8, 10), person.at(17, 8, 40), 96, "kcal"),
        watch.quantity("ActiveEnergyBurned", person.at(17, 17, 30), person.at(17, 18, 20), 780, "kJ"),
        phone.quantity("FlightsClimbed", person.at(17, 8, 20), person.at(17, 8, 26), 4, "count"),
    ]
}
