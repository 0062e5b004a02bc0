/// The cost of one small upload, or of one further sample.
struct SmallCost {
    /// The number of processor instructions.
    var instructions: Double
    /// The number of allocations.
    var allocations: Double

    /// Returns the cost of each further sample.
    ///
    /// - Parameters:
    ///   - fewer: The cost of an upload with fewer samples.
    ///   - more: The cost of an upload with more samples.
    ///   - samples: The difference in samples.
    /// - Returns: The difference in cost, divided by the difference in samples.
    static func further(from fewer: SmallCost, to more: SmallCost, samples: Double) -> SmallCost {
        SmallCost(
            instructions: (more.instructions - fewer.instructions) / samples,
            allocations: (more.allocations - fewer.allocations) / samples
        )
    }
}

/// The costs of small uploads to one connection.
struct SmallUploadCosts {
    /// The costs, by their names in the table.
    private let columns: [(name: String, cost: SmallCost)]

    init(_ cost: (SmallUploads.Kind) throws -> SmallCost) rethrows {
        columns = [
            ("1 sample", try cost(.one)),
            ("a further sample", SmallCost.further(from: try cost(.ten), to: try cost(.hundred), samples: 90)),
            ("a deletion", try cost(.deletion)),
        ]
    }

    /// Returns the figures, with their ratios to a connection without further history.
    func cells(against nothing: SmallUploadCosts) -> [Report.Cell] {
        zip(columns, nothing.columns).flatMap { own, nothing in
            [
                Report.Cell(name: "instructions, \(own.name)", value: own.cost.instructions),
                Report.Cell(name: "×, \(own.name)", value: own.cost.instructions / nothing.cost.instructions),
                Report.Cell(name: "allocations, \(own.name)", value: own.cost.allocations),
            ]
        }
    }
}
