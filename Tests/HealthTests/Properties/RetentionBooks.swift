import Foundation
import Vocabulary

/// What becomes of samples under a horizon, by plain bookkeeping.
struct RetentionBooks {
    /// What was accepted, whether or not the state still has it.
    private(set) var accepted: [Arrival] = []
    /// The horizon's UTC day, counted from 2001.
    private(set) var horizonDay = -Double.infinity
    private let retention: Double
    private var newest = -Double.infinity
    private var books = Books()

    init(retention: Double) { self.retention = retention }

    /// Whether a sample lies before a horizon; characteristics never do.
    static func expires(_ sample: PlainSample, before day: Double) -> Bool {
        sample.known.kind != .characteristic && (sample.start / 86_400).rounded(.down) < day
    }

    /// Enters an upload and says what its account must be.
    mutating func enter(_ upload: PlainUpload) -> Accounting {
        newest = max(newest, upload.collectedAt)
        horizonDay = ((newest - retention) / 86_400).rounded(.down)
        var taken = upload
        taken.samples.removeAll { Self.expires($0, before: horizonDay) }
        let claim = upload.claim()
        for index in taken.samples.indices { taken.samples[index].claim = claim }
        accepted += upload.deletions.map { .deletion($0) } + taken.samples.map { .sample($0) }
        // What lies behind the horizon is forgotten with the upload, whatever else its commit holds: a copy of a
        // workout can start on a later day, and then it is new.
        defer {
            let day = horizonDay
            books.drop { Self.expires($0, before: day) }
        }
        return books.enter(upload, taking: taken, refusing: .tooLate)
    }
}
