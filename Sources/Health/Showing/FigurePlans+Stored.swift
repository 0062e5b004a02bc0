package import JSON
import Vocabulary

extension ShownConnection {
    /// Returns the figures of a document from the stored samples; nil if the samples make no such document.
    ///
    /// Only the figure `listing` has samples: the first ones, at most `limit`. Its reasons count all.
    package func figures(of document: String, listing: JSONPointer?, first limit: Int) -> [Explanation.Figure]? {
        guard let asked = AskedDocument(document), var plans = FigurePlans(asked, in: fresh(), rules: rules) else {
            return nil
        }
        return plans.figures(listing: listing, first: limit, within: budget)
    }
}

/// Explaining from the stored samples alone, without the uploads.
extension FigurePlans {
    /// The approximate memory for each stored sample of a type, in bytes: its row and its verdict.
    private static let bytesEach =
        MemoryLayout<Sample>.stride + MemoryLayout<SampleIdentity>.stride + MemoryLayout<FigurePlan.Verdict>.stride

    /// Returns the figures, ordered by pointer, until the budget is spent.
    ///
    /// Copies, deleted and refused samples are not stored, so no figure has them.
    fileprivate mutating func figures(
        listing asked: JSONPointer?,
        first limit: Int,
        within budget: ReadBudget
    ) -> [Explanation.Figure] {
        var pointers = Set(shown.keys)
        var counts: [String: Int] = [:]
        var samples: [ExplainedSample] = []
        for type in Catalogue.sampleTypes where concerns(type) {
            budget.use(storedRows(of: type).count * Self.bytesEach)
            if budget.isSpent { break }
            for plan in make(type) where !plan.verdicts.isEmpty {
                pointers.insert(plan.pointer)
                if plan.pointer != asked { continue }
                for verdict in plan.verdicts.values { counts[verdict.why.word, default: 0] += 1 }
                samples += first(limit, of: type, plan)
            }
        }
        return pointers.sorted { $0.description < $1.description }.map { pointer in
            let isAsked = pointer == asked
            return Explanation.Figure(
                pointer,
                nil,
                values: shown[pointer]?.values ?? [],
                counts: isAsked ? counts : [:],
                samples: isAsked ? samples : []
            )
        }
    }

    /// Returns the first stored samples of a type that belong to a figure.
    private mutating func first(_ limit: Int, of type: SampleType, _ plan: FigurePlan) -> [ExplainedSample] {
        let rows = storedRows(of: type).filter { plan.verdicts[$0.identity] != nil }
        var seen: Set<SampleIdentity> = []
        var found: [ExplainedSample] = []
        for row in Sample.sorted(rows) where found.count < limit && seen.insert(row.identity).inserted {
            guard let verdict = plan.verdicts[row.identity] else { continue }
            let sample = ExplainedSample(
                id: row.id,
                upload: nil,
                source: state.segments.pool.origin(row).sourceKey,
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
