import JSON

/// The refused elements of one upload.
///
/// The first 100 with each code get a dead letter each; the others are counted. So the output stays in proportion to
/// the length of the upload, however many faults it has.
struct RefusedElements {
    /// The most elements of an upload with one code that get a dead letter each.
    static let lettersMax = 100

    /// The first refusals of each list and code.
    private var kept: [Refusal.List: [Refusal]] = [:]
    /// The number of refusals of each list and code.
    private var counts: [Refusal.List: [RefusalCode: Int]] = [:]

    func count(_ list: Refusal.List) -> Int { counts[list]?.values.reduce(0, +) ?? 0 }

    /// Adds a refused element.
    ///
    /// The elements of one list must be added in order.
    mutating func add(_ refusal: Refusal, of list: Refusal.List, at index: Int) {
        counts[list, default: [:]][refusal.code, default: 0] += 1
        if counts[list]?[refusal.code] ?? 0 > Self.lettersMax { return }
        var refusal = refusal
        refusal.subject = .element(list.pointer.element(index))
        kept[list, default: []].append(refusal)
    }

    /// The number of refused elements by code.
    var byCode: [RefusalCode: Int] {
        counts.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    }

    /// The refusals to write as dead letters: by list in the order of the upload, then those that stand for the rest.
    var letters: [Refusal] {
        var letters: [Refusal] = []
        var lettered: [RefusalCode: Int] = [:]
        for list in Refusal.List.allCases {
            for refusal in kept[list] ?? [] where lettered[refusal.code, default: 0] < Self.lettersMax {
                lettered[refusal.code, default: 0] += 1
                letters.append(refusal)
            }
        }
        let totals = byCode
        for code in RefusalCode.allCases {
            let rest = (totals[code] ?? 0) - Self.lettersMax
            if rest > 0 { letters.append(.rest(code, rest, from: list(ofFirstWithout: code))) }
        }
        return letters
    }

    private func list(ofFirstWithout code: RefusalCode) -> Refusal.List {
        var before = 0
        for list in Refusal.List.allCases {
            before += counts[list]?[code] ?? 0
            if before > Self.lettersMax { return list }
        }
        return .samples
    }
}
