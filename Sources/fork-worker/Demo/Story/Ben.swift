/// A workout with two sports and a route, and a scale.
enum Ben {
    static let person = Person(
        connection: "ben",
        app: "sleepwell",
        user: "user-2077",
        zone: "America/New_York",
        offset: -14_400
    )

    static let uploads = [
        person.upload(
            "His watch: an hour on the bicycle and on foot, with his heart rate minute by minute.",
            at: person.at(17, 18, 20),
            samples: [Ride.workout] + Ride.heart
        ),
        person.upload(
            "The route, after its workout: it names the workout and finds its place in it.",
            at: person.at(17, 18, 24),
            samples: [Ride.route]
        ),
        person.upload(
            "His scale, in pounds; and a type that no HealthKit knows, which is refused alone.",
            at: person.at(17, 18, 50),
            samples: [weight, moonPhase]
        ),
    ]

    static let watch = Gadget(
        owner: person,
        name: "Ben's Apple Watch",
        bundle: "com.apple.health.77E10B3A",
        version: "10.4",
        product: "Watch7,1"
    )
    private static let scale = Gadget(
        owner: person,
        name: "Withings",
        bundle: "com.withings.wiScaleNG",
        version: "6.5",
        product: "iPhone14,7"
    )
    private static let measured = person.at(17, 18, 45)
    private static let weight = scale.quantity("BodyMass", measured, measured, 172.4, "lb")
    private static let moonPhase = scale.quantity("MoonPhase", measured, measured, 0.62, "%")
}
