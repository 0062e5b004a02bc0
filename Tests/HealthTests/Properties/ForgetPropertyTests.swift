import Randomness
import Testing
import Vocabulary

/// What holds when a connection is forgotten: it is as if there had been nothing before.
///
/// A failure names its seed, the argument: PROPERTY_SEED=<it> tries that one alone.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct ForgetPropertyTests {
    private static func settings(_ more: String) -> Course.Input {
        let text = #"{"connection_id":"\#(History.connection)"\#(more)}"#
        return Course.Input(topic: .connections, value: Array(text.utf8))
    }

    @Test(arguments: Seeds.some(24))
    func `after a connection was forgotten and opened its documents are those of what came since`(seed: UInt64) throws {
        var dice = SeededRandom(seed: ~seed)
        let uploads = History.uploads(History(seed: seed, ties: true).arrivals, longest: 12, using: &dice)
        let half = uploads.count / 2
        let since = Array(uploads[half...])
        var course = Course()
        course.run(Array(uploads[..<half]), largest: 4, using: &dice)
        let forget = [Self.settings(#","forget":true"#), Self.settings("")]
        if Bool.random(using: &dice) {
            course.commit(forget + since.prefix(2).map { Course.Input(value: $0.bytes) })
        } else {
            course.commit([forget[0]])
            if Bool.random(using: &dice) { try course.restart() }
            #expect(course.everywhere.isEmpty, "seed \(seed)")
            course.commit([forget[1]])
        }
        course.run(since, largest: 4, using: &dice)
        var expected = Course()
        expected.run(since, largest: 9, using: &dice)
        let (found, wanted) = (course.everywhere, expected.everywhere)
        #expect(Set(found.keys) == Set(wanted.keys), "seed \(seed)")
        for (key, document) in wanted {
            #expect(found[key].map(Course.essence) == Course.essence(document), "seed \(seed), \(key)")
        }
    }
}
