import Testing

/// A sentence of the contract, with uploads for which it decides what documents show, in whatever order they come.
struct TruthCase: Sendable, CustomTestStringConvertible {
    /// A figure of the live documents, which are named by their ids.
    enum Figure: Sendable {
        /// The total of a document that has one.
        case total(String, Double)
        /// The total or the average of a type, by its identifier, in the summary of a day.
        case summary(String, String, Double)
        /// The numbers of the samples that a document lists, ascending, from 100 on: lesser numbers are workouts'.
        case listed(String, [Int])
        /// The numbers of the samples of each night.
        case nights([[Int]])
        case zone(String, String)
        /// When a document starts, in seconds since 2001.
        case start(String, Double)
        case isPrimary(String, Bool)
        case isGone(String)
    }

    let testDescription: String
    /// The settings of the connection, if it has some before the first upload.
    let settings: String?
    let uploads: [String]
    let figures: [Figure]

    init(_ sentence: String, settings: String? = nil, _ uploads: [String], _ figures: Figure...) {
        testDescription = sentence
        self.settings = settings
        self.uploads = uploads
        self.figures = figures
    }

    /// Uploads of one sample each, and one of all deletions, if there are any.
    static func uploads(_ samples: [String], deleted: [Int] = []) -> [String] {
        let collectedAt = "2024-01-07T12:00:00Z"
        let uploads = samples.map { Line.upload(collectedAt, [$0]) }
        return deleted.isEmpty ? uploads : uploads + [Line.upload(collectedAt, [], deleted: deleted)]
    }

    /// Looks at the documents of the uploads in each order, a commit each and all in one.
    func check() throws {
        for order in Self.orders(of: uploads) {
            var apart = Journey()
            if let settings { apart.settings(settings) }
            for upload in order { apart.commit(upload) }
            try check(apart.documents)
            var together = Journey()
            if let settings { together.settings(settings) }
            together.commit(order)
            try check(together.documents)
        }
    }

    /// All orders of three uploads and less, of more only the given one and the opposite.
    private static func orders(of uploads: [String]) -> [[String]] {
        if uploads.count > 3 { return [uploads, Array(uploads.reversed())] }
        guard let first = uploads.first else { return [[]] }
        return orders(of: Array(uploads.dropFirst())).flatMap { rest in
            (0...rest.count).map { place in
                var order = rest
                order.insert(first, at: place)
                return order
            }
        }
    }

    private func check(_ documents: [String: String]) throws {
        let trees = try documents.mapValues { try Tree(json: Array($0.utf8)) }
        for figure in figures {
            switch figure {
            case .total(let id, let total):
                let data = Self.item(trees[id])?["data"]?.members ?? [:]
                let isTotal = data.count == 1 && Self.begins(data.values.first, with: total)
                #expect(isTotal, "\(id): \(documents[id] ?? "none")")
            case .summary(let day, let type, let number):
                let series = Self.item(trees["activitiesSummary/\(day)"])?["data"]?[type]
                let isNumber = Self.begins(series, with: number)
                #expect(isNumber, "\(type): \(series?.json ?? "none")")
            case .listed(let id, let numbers):
                let found = documents[id].map { Self.listed($0) }
                #expect(found == numbers, "\(id): \(documents[id] ?? "none")")
            case .nights(let nights):
                let found = documents.filter { $0.key.hasPrefix("sleep/") }.map { Self.listed($0.value) }
                let sorted = found.sorted { $0.lexicographicallyPrecedes($1) }
                #expect(sorted == nights)
            case .zone(let id, let zone):
                #expect(trees[id]?["time_zone"]?.text == zone, "\(id): \(documents.keys.sorted())")
            case .start(let id, let start):
                #expect(trees[id]?["start_date"]?.number == start, "\(id): \(documents.keys.sorted())")
            case .isPrimary(let id, let isPrimary):
                let number = Self.item(trees[id])?["meta_data"]?["primary"]?["quantity"]?.number
                #expect(number == (isPrimary ? 1 : 0), "\(id): \(documents.keys.sorted())")
            case .isGone(let id): #expect(documents[id] == nil, "\(documents.keys.sorted())")
            }
        }
    }

    private static func item(_ document: Tree?) -> Tree? { document?["data"]?.list.first }

    /// Whether the first of a list of quantities is a number.
    private static func begins(_ series: Tree?, with expected: Double) -> Bool {
        guard let number = series?.list.first?["value"]?["quantity"]?.number else { return false }
        return abs(number - expected) <= 1e-9 * max(1, abs(expected))
    }

    private static func listed(_ document: String) -> [Int] {
        let ids = document.matches(of: /"id":"00000000-0000-4000-8000-0*([0-9]+)"/).compactMap { Int($0.1) }
        return ids.filter { $0 >= 100 }.sorted()
    }
}
