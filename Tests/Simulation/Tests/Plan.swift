import Randomness

/// What can happen to workers and brokers, beside uploads.
enum Disturbance: String, CaseIterable {
    /// A process ends at one of its next calls.
    case kill
    /// All threads of a process stand still, for a moment or for longer than sessions and transactions.
    case stall
    /// One thread of a process stands still in the middle of a call.
    case hang
    /// Brokers answer after some seconds, or after the caller has given up.
    case slow
    /// Answers, or questions, get lost.
    case loss
    /// The group lets a member go at once.
    case expel
    /// The same while a process stands still in the middle of a commit.
    case evict
    /// A process is asked to stop, and started again.
    case restart
    /// The log cleaner runs.
    case compact
    /// A process ends and its state directory is gone.
    case wipe
    /// Markers take their time.
    case markers
    /// Somebody deletes a topic of documents.
    case forgetTopic
    /// A topic takes shorter records for a while.
    case narrow
    /// Days go by, in which the log cleaner forgets deletions.
    case days
    /// The clock of a machine is set wrong, or right.
    case clock
    /// Two machines change their state directories.
    case swap
    /// A machine gets a copy of what another has on its disk.
    case copy
    /// The rules of documents change, from one machine to the next.
    case rules
    /// A process stands still in the middle of a transaction until its broker has ended that, and soon once more.
    case doze
    /// The system gives a process no thread when it next asks for one.
    case threads

    /// What some histories concentrate on, since each of these needs the others soon before or after it.
    static let themes: [[Disturbance]] = [
        [.clock, .clock, .days, .restart, .copy, .compact, .expel],
        [.doze, .stall, .evict, .markers, .expel, .hang, .threads],
        [.narrow, .forgetTopic, .rules, .loss, .slow, .restart],
        [.kill, .wipe, .swap, .copy, .compact, .days],
    ]

    /// What can happen to dispatchers, whose receivers and settings change anyway.
    static let ofDispatchers: [Disturbance] = allCases.filter { !ofWorkers.contains($0) }
    private static let ofWorkers: Set<Disturbance> = [.forgetTopic, .narrow, .rules, .threads]

    /// Those after which a process may be behind what it should know.
    static let delaying: Set<Disturbance> = [.stall, .hang, .slow, .loss, .evict, .doze, .markers]
    /// Those after which a clock does not say what passed.
    static let changingClocks: Set<Disturbance> = [.clock, .days]
}

/// One history as a line of text: a seed, how much happens, and what is left out.
struct Plan: CustomStringConvertible {
    var seed: UInt64
    var steps = 40
    var machines: Int
    var isRough = true
    var without: Set<Disturbance> = []
    /// What operators do beside it.
    var deeds: Set<Deed> = []
    /// How known data comes again in it.
    var repeats: Set<Repeat> = []
    /// What happens in it in a given order, if anything does.
    var scene: Scene?
    /// Whether dispatchers run, and no workers.
    let isOfDispatchers: Bool
    private var withoutDeeds: Set<Deed> { isOfDispatchers ? [] : Deed.all(of: seed).subtracting(deeds) }
    private var withoutRepeats: Set<Repeat> { isOfDispatchers ? [] : Repeat.all(of: seed).subtracting(repeats) }

    init(seed: UInt64, isOfDispatchers: Bool = false) {
        self.seed = seed
        self.isOfDispatchers = isOfDispatchers
        var random = SeededRandom(seed: seed &* 0x9E37 &+ 1)
        machines = 1 + Int(random.next() % 3)
        steps = 10 + Int(random.next() % 40)
        if isOfDispatchers { return }
        deeds = Deed.all(of: seed)
        repeats = Repeat.all(of: seed)
        scene = Scene.of(seed)
        if let scene { (machines, steps) = (scene.machines(machines), max(steps, Scene.steps)) }
    }

    private static let dispatchers = "dispatchers"

    /// Reads what `description` writes; nil for anything else.
    init?(_ text: String) {
        var words = text.split(separator: " ")[...]
        let isOfDispatchers = words.first == Self.dispatchers[...]
        if isOfDispatchers { words.removeFirst() }
        guard let seed = words.first.flatMap({ UInt64($0) }) else { return nil }
        self.init(seed: seed, isOfDispatchers: isOfDispatchers)
        for word in words.dropFirst() {
            let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { return nil }
            switch pair[0] {
            case "steps": steps = Int(pair[1]) ?? steps
            case "machines": machines = Int(pair[1]) ?? machines
            case "rough": isRough = pair[1] == "true"
            case "without":
                let names = pair[1].split(separator: ",").map(String.init)
                without = Set(names.compactMap { Disturbance(rawValue: $0) })
                deeds.subtract(names.compactMap { Deed(rawValue: $0) })
                repeats.subtract(names.compactMap { Repeat(rawValue: $0) })
                if let scene, names.contains(scene.rawValue) { self.scene = nil }
            default: return nil
            }
        }
    }

    var description: String {
        let withoutScene = scene == nil && !isOfDispatchers ? Scene.of(seed).map { [$0.rawValue] } ?? [] : []
        let less = withoutDeeds.map(\.rawValue) + withoutRepeats.map(\.rawValue)
        let names = (without.map(\.rawValue) + less + withoutScene).sorted()
        let left = names.isEmpty ? "" : " without=" + names.joined(separator: ",")
        let kind = isOfDispatchers ? "\(Self.dispatchers) " : ""
        return "\(kind)\(seed) steps=\(steps) machines=\(machines) rough=\(isRough)\(left)"
    }

    /// Whether nothing but jobs, answers and settings happens, so that every request can be counted.
    var isCalm: Bool { isOfDispatchers && seed % 4 == 0 }

    /// What may happen in it: beside a scene little, in half of the other histories anything, in the rest
    /// what belongs to their theme.
    var disturbances: [Disturbance] {
        if isOfDispatchers { return isCalm ? [] : Disturbance.ofDispatchers }
        if scene != nil { return Scene.disturbances }
        let themes = Disturbance.themes
        let number = Int(seed % UInt64(2 * themes.count))
        return number < themes.count ? themes[number] : Disturbance.allCases
    }

    /// The chance of one step, whatever became of those before.
    func random(ofStep step: Int) -> SeededRandom {
        var random = SeededRandom(seed: seed ^ 0xA5A5 &+ UInt64(step) &* 0x1_0001)
        _ = random.next()
        return random
    }

    /// Plans that are less than this one, the smallest first.
    var smaller: [Plan] {
        var plans: [Plan] = []
        for part in [4, 2] where steps / part > 0 { plans.append(changed { $0.steps = steps / part }) }
        if scene != nil { plans.append(changed { $0.scene = nil }) }
        for deed in Deed.allCases where deeds.contains(deed) { plans.append(changed { $0.deeds.remove(deed) }) }
        if !repeats.isEmpty { plans.append(changed { $0.repeats = [] }) }
        for kind in Repeat.allCases where repeats.contains(kind) { plans.append(changed { $0.repeats.remove(kind) }) }
        for kind in Disturbance.allCases where !without.contains(kind) {
            plans.append(changed { $0.without.insert(kind) })
        }
        if machines > 1 { plans.append(changed { $0.machines = machines - 1 }) }
        for less in [5, 1] where steps > less { plans.append(changed { $0.steps = steps - less }) }
        return plans
    }

    private func changed(_ change: (inout Plan) -> Void) -> Plan {
        var plan = self
        change(&plan)
        return plan
    }
}

extension SeededRandom {
    /// A number below `count`.
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
}
