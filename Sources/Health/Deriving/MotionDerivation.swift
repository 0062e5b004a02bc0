import Vocabulary

/// Derives motion documents from the activities of several days, and finds the uploads that changed a document.
struct MotionDerivation {
    /// A stored activity that this commit removed or replaced, with the last upload that removed or replaced it.
    private typealias Removed = (sample: Sample, upload: Int)

    /// The approximate maximum number of samples that are derived to find the uploads that changed one document.
    private static let samplesMax = 1 << 18
    /// The removed activities, ascending by start; nil until they are needed.
    private var removed: [Removed]?

    /// Derives the current document of a day.
    mutating func document(of day: Day, by uploads: [Int], in state: inout ConnectionState) -> DerivedDocument {
        let days = MotionReach.days(of: day)
        let rows = state.rows(of: .motion, days: days)
        let documents = MotionDocuments(connection: state.connection, day: day)
        return DerivedDocument(
            stateKey: StateKey(.published, day: day.days, stream: .motion),
            type: .motion,
            name: day.bytes,
            document: documents.document(rows, of: state.segments.pool),
            uploads: uploads.count == 1 ? uploads : causes(among: uploads, rows, days, documents, state)
        )
    }

    /// Returns the uploads that changed the document.
    ///
    /// The document is derived after each upload, as if each upload had its own commit. If there are very many
    /// activities and uploads, consecutive uploads are examined in groups, to bound the work.
    private mutating func causes(
        among uploads: [Int],
        _ rows: [Sample],
        _ days: ClosedRange<Int32>,
        _ documents: MotionDocuments,
        _ state: borrowing ConnectionState
    ) -> [Int] {
        let all = removed ?? Self.removed(from: state)
        removed = all
        let gone = all[all.partitioningIndex { $0.sample.utcDay >= days.lowerBound }...]
            .prefix { $0.sample.utcDay <= days.upperBound }
        var encoded = EncodedDocument()
        func content(after upload: Int) -> UInt64? {
            let still = gone.filter { $0.upload > upload }.map(\.sample)
            let samples = rows.filter { Int($0.upload) <= upload } + still
            guard let document = documents.document(samples, of: state.segments.pool) else { return nil }
            document.encode(into: &encoded, connection: state.connection)
            return encoded[0].hash
        }
        let steps = max(1, Self.samplesMax / (rows.count + gone.count + 1))
        let together = (uploads.count + steps - 1) / steps
        var causes: [Int] = []
        var before = content(after: -1)
        var rest = uploads[...]
        while !rest.isEmpty {
            let some = rest.prefix(together)
            rest = rest.dropFirst(some.count)
            let now = content(after: some[some.endIndex - 1])
            if now != before { causes += some }
            before = now
        }
        return causes.isEmpty ? uploads : causes
    }

    private static func removed(from state: borrowing ConnectionState) -> [Removed] {
        state.removed.values.filter { $0.sample.type == SampleType.motionActivity.index }
            .sorted { $0.sample.start < $1.sample.start }
    }
}
