/// What one small upload costs, or one further sample of it.
struct SmallCost {
    /// Instructions of the processor.
    var instructions: Double
    /// How many times memory was asked for.
    var allocations: Double

    /// What each further sample adds, from an upload of so many to one of so many more.
    static func further(from fewer: SmallCost, to more: SmallCost, samples: Double) -> SmallCost {
        SmallCost(
            instructions: (more.instructions - fewer.instructions) / samples,
            allocations: (more.allocations - fewer.allocations) / samples
        )
    }
}

/// What small uploads to one connection cost.
struct SmallUploadCosts {
    /// Under the names that they have in the table.
    private let columns: [(name: String, cost: SmallCost)]

    init(_ cost: (SmallUploads.Kind) throws -> SmallCost) rethrows {
        columns = [
            ("1 sample", try cost(.one)),
            ("a further sample", SmallCost.further(from: try cost(.ten), to: try cost(.hundred), samples: 90)),
            ("a deletion", try cost(.deletion)),
        ]
    }

    /// The figures, each with how many times that of a connection with nothing behind it is.
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
