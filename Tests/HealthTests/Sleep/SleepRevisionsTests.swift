import Health
import Testing
import Vocabulary

/// Which uploads of a commit changed which session.
struct SleepRevisionsTests {
    private static let id = UUID128(hi: 1, lo: 1)

    /// A chain of points, each brought by an upload of its own, with the work that it takes to follow them.
    private static func course(uploads: Int, samplesMax: Int) throws -> (course: SleepRevisions, split: Int) {
        var samples = Samples()
        let type = try Samples.type("SleepAnalysis")
        let origin = samples.origin("A")
        let chain = try (0..<uploads).map { number in
            var sample = try samples.sample(type, Double(number), Double(number), 3, from: origin)
            sample.upload = Int32(number)
            return sample
        }
        var split = 0
        let course = SleepRevisions(of: Array(0..<uploads), samples: chain, removed: [], samplesMax: samplesMax) {
            rows in
            split += rows.count
            let key = Array("A".utf8)
            return rows.isEmpty ? [:] : [id: SleepSession(sourceKey: key, samples: Sample.sorted(rows))]
        }
        return (course, split)
    }

    @Test(arguments: [1, 10, 100, 1000])
    func `many uploads of a long session are followed a few at a time, and each is named`(uploads: Int) throws {
        let (course, split) = try Self.course(uploads: uploads, samplesMax: 4000)
        #expect(course.uploads[Self.id] == Array(0..<uploads))
        #expect(split <= 4000 + uploads)
    }
}
