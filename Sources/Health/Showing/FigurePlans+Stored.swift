import JSON
import Vocabulary

/// Explaining from the stored samples alone, without the uploads.
extension FigurePlans {
    /// Returns the figures, ordered by pointer; only the figure `listing` has its samples.
    ///
    /// Copies, deleted and refused samples are not stored, so no figure has them.
    mutating func figures(listing asked: JSONPointer?) -> [Explanation.Figure] {
        var types: [JSONPointer: SampleType] = [:]
        var samples: [ExplainedSample] = []
        for type in Catalogue.sampleTypes {
            for plan in plans(of: type) where !plan.verdicts.isEmpty || shown[plan.pointer] != nil {
                // A workout states figures of other types.
                types[plan.pointer] = plan.type
                if plan.pointer == asked { samples += explained(plan, type) }
            }
        }
        return Set(types.keys).union(shown.keys).sorted { $0.description < $1.description }.map { pointer in
            let values = shown[pointer]?.values ?? []
            let own = pointer == asked ? samples : []
            return Explanation.Figure(pointer, types[pointer], values: values, samples: own)
        }
    }

    /// Returns the stored samples of a type that belong to a figure.
    private mutating func explained(_ plan: FigurePlan, _ type: SampleType) -> [ExplainedSample] {
        if plan.verdicts.isEmpty { return [] }
        var found: [ExplainedSample] = []
        var seen: Set<SampleIdentity> = []
        for row in storedRows(of: type) {
            guard let verdict = plan.verdicts[row.identity], seen.insert(row.identity).inserted else { continue }
            let origin = state.segments.pool.origin(row)
            let sample = ExplainedSample(
                id: row.id,
                upload: nil,
                source: origin.sourceKey,
                sourceName: [],
                start: row.start,
                end: row.end,
                value: verdict.stated ?? (type.isListed ? row.value : nil),
                share: verdict.share,
                why: verdict.why
            )
            found.append(sample)
        }
        return found
    }
}
