import Health
import Randomness
import Testing
import Vocabulary

/// What holds for the forms in which documents leave: they are always those of the published documents.
///
/// A failure names its seed, the argument: PROPERTY_SEED=<it> tries that one alone.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct FormPropertyTests {
    /// Settings of the connection of a history.
    private struct Settings {
        var formats: [String] = []
        var app = "one"

        static func random(using dice: inout SeededRandom) -> Settings {
            Settings(
                formats: [[], ["pieces"], ["type"], ["type", "pieces"]].randomElement(using: &dice) ?? [],
                app: Bool.random(using: &dice) ? "one" : "two"
            )
        }

        var bytes: [UInt8] {
            let names = formats.map { "\"\($0)\"" }.joined(separator: ",")
            return Array(
                #"{"connection_id":"\#(History.connection)","app_id":"\#(app)","formats":[\#(names)]}"#.utf8
            )
        }
    }

    private static func rules(using dice: inout SeededRandom) -> Rules {
        var rules = Course.rules.withForms
        rules.documentMaxBytes = [900_000, 3000, 1500].randomElement(using: &dice) ?? 1500
        rules.routing = [.connection, .single, .app].randomElement(using: &dice) ?? .single
        rules.sleepThresholdSeconds = [600, 3600].randomElement(using: &dice) ?? 600
        return rules
    }

    /// The topics that documents of the history can go to.
    private static func topics(_ routing: Rules.Routing, _ app: String) -> [String] {
        let owner: DocumentOwner =
            switch routing {
            case .connection: .connection(History.connection)
            case .single: .all
            case .app: .app(app)
            }
        return [nil, "pieces", "type"].map { owner.topic(form: $0, prefix: "fork.") }
    }

    /// What is live by these rules and settings if nothing ever was otherwise.
    private static func expected(
        _ uploads: [PlainUpload],
        _ rules: Rules,
        _ settings: Settings,
        using dice: inout SeededRandom
    ) -> [String: [UInt8]] {
        var course = Course(rules: rules)
        course.commit([settings.bytes], to: .connections)
        course.run(uploads, largest: 9, using: &dice)
        return course.everywhere
    }

    /// The records that are live in the topics of forms, of the documents that a worker without limits has.
    private static func forms(
        _ uploads: [PlainUpload],
        _ rules: Rules,
        _ settings: Settings,
        using dice: inout SeededRandom
    ) -> [String: [UInt8]] {
        var whole = rules
        whole.documentMaxBytes = .max
        let documents = expected(uploads, whole, Settings(app: settings.app), using: &dice)
        let topics = topics(rules.routing, settings.app)
        var records: [String: [UInt8]] = [:]
        for (place, document) in documents {
            for (form, topic) in zip(rules.forms, topics.dropFirst()) where settings.formats.contains(form.name) {
                for (index, record) in form.records(document, rules.documentMaxBytes).enumerated() {
                    let part = index == 0 ? "" : "#\(index + 1)"
                    records[place.replacing("\(topics[0]) ", with: "\(topic) ") + part] = record
                }
            }
        }
        return records
    }

    private static func compare(
        _ found: [String: [UInt8]],
        _ uploads: [PlainUpload],
        _ rules: Rules,
        _ settings: Settings,
        _ seed: UInt64,
        without gone: Set<String> = [],
        using dice: inout SeededRandom
    ) {
        func isThere(_ place: String) -> Bool { !gone.contains { place.hasPrefix($0 + " ") } }
        let wanted = expected(uploads, rules, settings, using: &dice).filter { isThere($0.key) }
        #expect(Set(found.keys) == Set(wanted.keys), "seed \(seed)")
        for (key, document) in wanted {
            #expect(found[key].map(Course.essence) == Course.essence(document), "seed \(seed), \(key)")
        }
        let ofForms = found.filter { $0.key.contains(".pieces.") || $0.key.contains(".type.") }
        let wantedForms = forms(uploads, rules, settings, using: &dice).filter { isThere($0.key) }
        #expect(ofForms == wantedForms, "seed \(seed)")
    }

    @Test(arguments: Seeds.some(36))
    func `whatever changes, the forms are those of the published documents`(seed: UInt64) throws {
        var dice = SeededRandom(seed: ~seed)
        let uploads = History.uploads(History(seed: seed, ties: true).arrivals, longest: 12, using: &dice)
        var rules = Self.rules(using: &dice)
        var settings = Settings.random(using: &dice)
        var course = Course(rules: rules)
        course.commit([settings.bytes], to: .connections)
        var rest = uploads[...]
        while !rest.isEmpty {
            let some = rest.prefix(Int.random(in: 1...(uploads.count / 3 + 1), using: &dice))
            rest = rest.dropFirst(some.count)
            course.run(Array(some), largest: 4, using: &dice)
            if Bool.random(using: &dice) {
                settings = .random(using: &dice)
                // Between uploads of one commit, too.
                let more = rest.prefix(Int.random(in: 0...2, using: &dice))
                rest = rest.dropFirst(more.count)
                course.commit(
                    [Course.Input(topic: .connections, value: settings.bytes)]
                        + more.map { Course.Input(value: $0.bytes) }
                )
            }
            if Int.random(in: 0...3, using: &dice) == 0 {
                rules = Self.rules(using: &dice)
                course.change(rules)
            }
            for _ in 0..<Int.random(in: 0...3, using: &dice) {
                _ = course.rederive(budgetBytes: Int.random(in: 1...40_000, using: &dice))
                if Int.random(in: 0...3, using: &dice) == 0 { try course.restart() }
            }
        }
        for _ in 0..<100_000 where !course.rederive(budgetBytes: Int.random(in: 1...100_000, using: &dice)) {}
        #expect(course.standing == .current, "seed \(seed)")
        Self.compare(course.everywhere, uploads, rules, settings, seed, using: &dice)
    }

    @Test(arguments: Seeds.some(24))
    func `whatever comes while a topic takes nothing, the forms are in the end as if it always had`(seed: UInt64) {
        var dice = SeededRandom(seed: ~seed)
        let uploads = History.uploads(History(seed: seed, ties: true).arrivals, longest: 12, using: &dice)
        var rules = Self.rules(using: &dice)
        var settings = Settings(formats: ["pieces", "type"])
        var course = Course(rules: rules)
        course.commit([settings.bytes], to: .connections)
        var rest = uploads[...]
        while !rest.isEmpty {
            let some = rest.prefix(Int.random(in: 1...(uploads.count / 2 + 1), using: &dice))
            rest = rest.dropFirst(some.count)
            let app = Bool.random(using: &dice) ? "one" : "two"
            if Bool.random(using: &dice), let topic = Self.topics(rules.routing, app).randomElement(using: &dice) {
                course.refuse(topic)
            }
            course.run(Array(some), largest: 4, using: &dice)
            if Bool.random(using: &dice) {
                // Between uploads of one commit, too.
                let several = rest.prefix(Int.random(in: 0...3, using: &dice))
                rest = rest.dropFirst(several.count)
                var inputs: [Course.Input] = []
                for upload in several {
                    settings = .random(using: &dice)
                    inputs += [Course.Input(topic: .connections, value: settings.bytes), .init(value: upload.bytes)]
                }
                settings = .random(using: &dice)
                course.commit(inputs + [Course.Input(topic: .connections, value: settings.bytes)])
            }
            if Int.random(in: 0...4, using: &dice) == 0 {
                rules = Self.rules(using: &dice)
                course.change(rules)
            }
            for _ in 0..<Int.random(in: 0...2, using: &dice) {
                _ = course.rederive(budgetBytes: Int.random(in: 1...40_000, using: &dice))
            }
            if Int.random(in: 0...2, using: &dice) == 0 { course.accept() }
        }
        course.accept()
        Self.compare(course.everywhere, uploads, rules, settings, seed, using: &dice)
    }

    @Test(arguments: Seeds.some(24))
    func `what was in the topic of a form that somebody deleted is published again`(seed: UInt64) throws {
        var dice = SeededRandom(seed: ~seed)
        let uploads = History.uploads(History(seed: seed, ties: true).arrivals, longest: 12, using: &dice)
        let rules = Self.rules(using: &dice)
        let settings = Settings(formats: ["pieces", "type"])
        var course = Course(rules: rules)
        course.commit([settings.bytes], to: .connections)
        let half = uploads.count / 2
        course.run(Array(uploads[..<half]), largest: 4, using: &dice)
        let topics = Self.topics(rules.routing, "one").dropFirst()
        for upload in uploads[half...] {
            for topic in topics where Int.random(in: 0...4, using: &dice) == 0 { course.delete(topic) }
            course.aborts = Int.random(in: 0...1, using: &dice)
            course.commit([upload.bytes])
            for _ in 0..<Int.random(in: 0...3, using: &dice) {
                _ = course.rederive(budgetBytes: Int.random(in: 1...20_000, using: &dice))
                if Bool.random(using: &dice) { try course.restart() }
            }
        }
        for _ in 0..<100_000 where !course.rederive(budgetBytes: Int.random(in: 1...100_000, using: &dice)) {}
        #expect(course.standing == .current, "seed \(seed)")
        // A topic is made again only when something goes there.
        Self.compare(course.everywhere, uploads, rules, settings, seed, without: course.gone, using: &dice)
    }

    @Test(arguments: Seeds.some(24))
    func `an upload that changes no document makes no form, and each record changes something`(seed: UInt64) {
        var dice = SeededRandom(seed: ~seed)
        let uploads = History.uploads(History(seed: seed, ties: true).arrivals, longest: 12, using: &dice)
        var course = Course(rules: Self.rules(using: &dice))
        course.commit([Settings(formats: ["pieces", "type"]).bytes], to: .connections)
        course.run(uploads, largest: 5, using: &dice)
        for upload in uploads.shuffled(using: &dice).prefix(5) {
            let outcome = course.commit([upload.bytes])
            #expect(outcome.records.isEmpty, "seed \(seed), upload \(upload.id)")
        }
        var live: [String: String] = [:]
        for record in course.outcomes.flatMap(\.records) where record.kind == .document {
            let place = "\(record.topic) \(Course.text(record.key))"
            let value = record.value.map(Course.essence)
            #expect(value != live[place], "seed \(seed), \(place) does not change")
            live[place] = value
        }
    }

    @Test(arguments: Seeds.some(12))
    func `a connection that is forgotten has no forms, and one without forms has no trace of them`(seed: UInt64) {
        var dice = SeededRandom(seed: ~seed)
        let uploads = History.uploads(History(seed: seed, ties: true).arrivals, longest: 12, using: &dice)
        let rules = Self.rules(using: &dice)
        var course = Course(rules: rules)
        course.commit([Settings(formats: ["pieces", "type"]).bytes], to: .connections)
        course.run(uploads, largest: 5, using: &dice)
        #expect(course.everywhere.contains { $0.key.contains(".pieces.") }, "seed \(seed)")
        let forget = #"{"connection_id":"\#(History.connection)","forget":true}"#
        course.commit([Array(forget.utf8)], to: .connections)
        #expect(course.everywhere.isEmpty && course.store.firstConnection(after: nil) == nil, "seed \(seed)")
        // The state is the same, byte for byte, whether the worker knows forms or not.
        var withoutForms = rules
        withoutForms.forms = []
        var one = Course(rules: rules)
        var other = Course(rules: withoutForms)
        for upload in uploads.prefix(20) {
            let (found, expected) = (one.commit([upload.bytes]), other.commit([upload.bytes]))
            #expect(found.changes == expected.changes && found.records == expected.records, "seed \(seed)")
        }
    }
}
