import Foundation
import Randomness

/// What a device sends one at a time: a sample, or the deletion of an id.
enum Arrival {
    case sample(PlainSample)
    case deletion(String)
}

/// A made-up history of one connection: everything that its devices will ever say, in some order.
struct History {
    static let connection = "conn-7"
    /// When the last upload may have been collected: 2025-01-10T00:00:00Z.
    static let collectedAt = 758_160_000.0

    var arrivals: [Arrival] = []
    var dice: SeededRandom
    private var days: [Double] = []
    private(set) var zones: [String] = []
    /// The types of which a mixture is made, and about when it is.
    private(set) var mixed: (types: (adding: (String, String), averaged: (String, String)), start: Double)
    /// Whether every other sample is part of a mixture.
    let mixes: Bool
    /// Whether every other sample was taken in a zone of its own.
    private var travels = false

    /// A history that follows from a seed; most are short, so that many can be tried.
    ///
    /// With ties, different copies of one sample have the same version, and some say as much.
    init(seed: UInt64, samples: Int? = nil, ties: Bool = false) {
        dice = SeededRandom(seed: seed)
        mixes = seed % 3 == 1
        mixed = (Self.mixtures[0], 0)
        let samples = samples ?? (seed % 5 == 0 ? 45 : 4 + Int(seed % 11))
        // Few lie in other years, whose samples no retention but the longest lets in.
        let era = seed % 12 == 7 ? Self.eras[Int(seed / 12) % Self.eras.count] : (days: Self.days, zones: Self.zones)
        days = (0..<2).map { _ in pick(era.days) }
        zones = (0..<2).map { _ in pick(era.zones) }
        travels = seed % 10 == 5
        mixed.types = pick(Self.mixtures)
        // Zones that mostly have different days.
        if mixes, !oneIn(3) { zones = ["Pacific/Kiritimati", "America/Santiago"] }
        mixed.start = instant()
        var made: [PlainSample] = []
        while made.count < samples { made += samplesOfOneKind() }
        if !mixes, oneIn(2) { made += night() }
        if seed % 8 == 3 { made += limit() }
        let lent = seed % 4 == 2 ? lending() : []
        made += lent
        if seed % 4 == 1 { made += detailed() }
        let hasAgain = seed % 5 == 3
        if hasAgain { addAgain(to: &made) }
        var all = made.flatMap { copies(of: $0, ties: ties) }
        if hasAgain { all += sentAgain(made) }
        for sample in made where oneIn(12) { all.append(.deletion(sample.id)) }
        // What a workout has of its own goes, and it begins to borrow; what it borrows goes, and it borrows elsewhere.
        for sample in lent where sample.workout == nil && oneIn(3) { all.append(.deletion(sample.id)) }
        if oneIn(4), let known = made.randomElement(using: &dice), known.memberSamples == nil, known.workout == nil {
            // Another sample under the same id, and mostly the end of both.
            var other = cumulative()
            other.id = known.id
            all += copies(of: other, ties: ties)
            if !oneIn(3) { all.append(.deletion(known.id)) }
        }
        if oneIn(3) { all.append(.deletion(uuid())) }
        // More than one block of them holds.
        if seed % 24 == 11 { all += (0..<number(100...400)).map { _ in .deletion(uuid()) } }
        if !ties { all = Self.untied(all) }
        arrivals = Self.reordered(all, using: &dice)
        collect()
    }

    /// The same in another order: each for itself, or in runs that stay together, as devices send them.
    static func reordered(_ arrivals: [Arrival], using dice: inout SeededRandom) -> [Arrival] {
        if Bool.random(using: &dice) { return arrivals.shuffled(using: &dice) }
        var runs: [ArraySlice<Arrival>] = []
        var rest = arrivals[...]
        while !rest.isEmpty {
            runs.append(rest.prefix(Int.random(in: 1...6, using: &dice)))
            rest = rest.dropFirst(runs[runs.count - 1].count)
        }
        return runs.shuffled(using: &dice).flatMap { $0 }
    }

    /// Types of one stream, one that adds up and one that is averaged, and their units.
    private static let mixtures = [
        (adding: ("AppleExerciseTime", "min"), averaged: ("RunningPower", "W")),
        (adding: ("PushCount", "count"), averaged: ("RunningPower", "W")),
        (adding: ("NumberOfAlcoholicBeverages", "count"), averaged: ("BloodAlcoholContent", "%")),
        (adding: ("DietaryWater", "mL"), averaged: ("DietaryWater", "L")),
    ]

    /// Days around changes of clocks, of the year's end and of a leap day: midnights in UTC.
    private static let days: [Double] = [
        730_857_600, 733_449_600, 733_536_000, 734_054_400, 734_140_800, 747_360_000, 747_446_400, 749_779_200,
        751_593_600, 751_680_000, 752_284_800, 757_296_000, 757_382_400,
    ]
    static let zones = [
        "Europe/Vilnius", "America/New_York", "Australia/Lord_Howe", "GMT+0530", "America/Santiago", "UTC",
        "Pacific/Kiritimati", "America/St_Johns",
    ]
    static let unknownZone = "Mars/Phobos"
    /// Other times: around a day that Samoa never had, and around the moment that instants are counted from.
    private static let eras: [(days: [Double], zones: [String])] = [
        (
            [346_723_200, 346_809_600, 346_896_000, 346_982_400],
            ["Pacific/Apia", "Pacific/Apia", "Pacific/Fakaofo", "Pacific/Pago_Pago", "UTC"]
        ),
        ([-172_800, -86_400, 0, 86_400], zones),
    ]
    /// More zones than a connection's header lists.
    private static let manyZones =
        zones + [
            "UTC+9", "Europe/London", "America/Los_Angeles", "Asia/Kathmandu", "Australia/Adelaide", "Asia/Tehran",
            "America/Caracas", "Africa/Cairo", "Pacific/Chatham", "Pacific/Marquesas", "Asia/Yangon", "Europe/Dublin",
            "America/Havana", "Africa/Casablanca", "Pacific/Pago_Pago", "Antarctica/Troll", "Asia/Calcutta",
            unknownZone,
        ]
    static let watch = PlainSource(name: "Watch", bundle: "com.apple.health.W", version: "10.4", product: "Watch6,9")
    static let phone = PlainSource(name: "Phone", bundle: "com.apple.health.P", version: "17.4", product: "iPhone15,2")
    static let otherPhone = PlainSource(name: "Phone", bundle: "com.apple.health.A", version: nil, product: "iPhone9")
    static let ring = PlainSource(name: "Ring", bundle: "com.ring.app", version: "5.1", product: nil)
    /// They share a bundle with the ones above, but not their place in the ranking, or only their version.
    static let newWatch = PlainSource(name: "Watch", bundle: "com.apple.health.W", version: "11.0", product: "Watch7,1")
    static let watchApp = PlainSource(name: "Watch", bundle: "com.apple.health.W", version: nil, product: "iPhone9")
    static let ringOnPhone = PlainSource(name: "Ring", bundle: "com.ring.app", version: "5.1", product: "iPhone15,2")
    static let nameless = PlainSource(name: "Scale \"1\"", bundle: nil, version: nil, product: nil)
    static let sources: [PlainSource?] = [
        watch, watch, watch, phone, phone, phone, otherPhone, ring, ring, nameless, nil, newWatch, watchApp,
        ringOnPhone,
    ]
    private static let devices: [[String: String]?] = [
        nil, nil, ["name": "Apple Watch", "model": "Watch", "hardwareVersion": "Watch6,9"],
        ["name": "Ring", "model": "iPhone case"], ["name": "Ring", "model": "Watch strap", "localIdentifier": "2"],
    ]

    /// Lets the samples that are made from now on be of a day or near it.
    mutating func move(to day: Double) {
        days = [day]
        mixed.start = instant()
    }

    // What the dice say.

    mutating func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &dice)] }
    mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &dice) == 0 }
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }

    mutating func uuid() -> String {
        let digits = (0..<2).map { _ in String(dice.next(), radix: 16, uppercase: true) }
            .map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
        let ends = [8, 12, 16, 20, 32]
        return zip([0] + ends, ends).map { from, to in
            String(digits.dropFirst(from).prefix(to - from))
        }.joined(separator: "-")
    }

    /// A time on one of the days or near it, to a quarter of a second, often on a full minute, hour or midnight.
    mutating func instant() -> Double {
        let day = pick(days)
        switch number(0...9) {
        case 0: return day + Double(number(-6...30)) * 3600
        case 1...5: return day + Double(number(-360...1800)) * 60
        default: return day + Double(number(-86_400...432_000)) / 4
        }
    }

    mutating func length() -> Double {
        switch number(0...19) {
        case 0...5: 0
        case 6...15: Double(number(1...1800))
        case 16...17: Double(number(1...10)) * 3600
        case 18: 86_400
        default: Double(number(25...120)) * 3600
        }
    }

    mutating func plain(_ type: String, _ start: Double, _ length: Double) -> PlainSample {
        var sample = PlainSample(
            id: uuid(),
            type: type,
            start: start,
            end: start + length,
            source: pick(Self.sources),
            device: pick(Self.devices),
            uploadZone: pick(zones)
        )
        if travels ? oneIn(2) : oneIn(6) { sample.ownZone = pick(travels ? Self.manyZones : Self.zones) }
        if oneIn(9) { sample.isUserEntered = true }
        if oneIn(9) { sample.note = "note \(number(0...3))" }
        return sample
    }

    /// A sample as it arrives: mostly once, sometimes again, sometimes in other versions or under another start.
    private mutating func copies(of sample: PlainSample, ties: Bool) -> [Arrival] {
        var copies = [sample]
        while oneIn(5) { copies.append(sample) }
        var other = sample
        var version = 0
        while oneIn(6) {
            version += ties && oneIn(2) ? 0 : number(1...3)
            switch number(0...3) {
            case 0: (other.ownVersion, other.syncVersion) = (nil, Double(version) - (version % 2 == 1 ? 0.5 : 0))
            // The sample's own counts.
            case 1: (other.ownVersion, other.syncVersion) = (version, Double(number(0...9)) / 2)
            default: (other.ownVersion, other.syncVersion) = (version, nil)
            }
            if sample.workout != nil {
                other.start = max(0, sample.start - Double(number(0...1800)))
            } else if other.value != nil, other.unit != nil {
                other.value = Double(number(1...500)) / (other.unit == "%" ? 500 : 1)
            }
            // The same start to the millisecond, and sometimes another hour or day.
            if oneIn(6), sample.workout == nil { other.start = sample.start + pick([0.0003, -0.0003]) }
            if oneIn(2) { other.end = other.start + (other.points == nil ? length() : 60) }
            other.end = max(other.end, other.start)
            if oneIn(3) { other.source = pick(Self.sources) }
            if oneIn(3) { other.ownZone = pick(Self.zones) }
            if ties || version > 0 { copies.append(other) }
        }
        if sample.workout == nil, oneIn(10) {
            var elsewhere = sample
            elsewhere.start += pick([0.25, 3600, 86_400])
            elsewhere.end = elsewhere.start
            copies.append(elsewhere)
        }
        return copies.map { .sample($0) }
    }
}
