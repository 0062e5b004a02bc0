import JSON
import Vocabulary

/// The refused elements of one upload.
///
/// The first 100 elements with each code get one dead letter each. One more dead letter counts the other elements of
/// the code. So the output is proportional to the length of the upload, even if every element is faulty.
struct RefusedElements {
    /// The first refusals of each list and code.
    private var kept: [Refusal.List: [Refusal]] = [:]
    /// The number of refusals of each list and code.
    private var counts: [Refusal.List: [RefusalCode: Int]] = [:]
    /// The index of the first refusal of each list and code that is not in `kept`.
    private var firstNotKept: [Refusal.List: [RefusalCode: Int]] = [:]
    /// The places of the elements in the record, if the upload was translated.
    private let places: ElementPlaces?

    init(_ places: ElementPlaces? = nil) { self.places = places }

    func count(_ list: Refusal.List) -> Int { counts[list]?.values.reduce(0, +) ?? 0 }

    /// Adds a refused element; the elements of one list must be added in order.
    mutating func add(_ refusal: Refusal, of list: Refusal.List, at index: Int) {
        // If the element could not be translated, the refusal of the translation is the reason.
        var refusal = places?.refusal(list, index) ?? refusal
        counts[list, default: [:]][refusal.code, default: 0] += 1
        if counts[list]?[refusal.code] ?? 0 > Refusal.lettersMax {
            if firstNotKept[list]?[refusal.code] == nil { firstNotKept[list, default: [:]][refusal.code] = index }
            return
        }
        if let places {
            refusal.subject = places.pointer(list, index).map { .element($0) } ?? .whole
        } else {
            refusal.subject = .element(list.pointer.element(index))
        }
        kept[list, default: []].append(refusal)
    }

    /// The number of refused elements by code.
    var byCode: [RefusalCode: Int] {
        counts.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    }

    /// The refusals to write as dead letters: by list, in the order of the upload, then one for the rest of each code.
    var letters: [Refusal] {
        var letters: [Refusal] = []
        var lettered: [RefusalCode: Int] = [:]
        for list in Refusal.List.allCases {
            for refusal in kept[list] ?? [] where lettered[refusal.code, default: 0] < Refusal.lettersMax {
                lettered[refusal.code, default: 0] += 1
                letters.append(refusal)
            }
        }
        let totals = byCode
        for code in RefusalCode.allCases {
            let rest = (totals[code] ?? 0) - Refusal.lettersMax
            guard rest > 0 else { continue }
            let (list, pointer) = place(ofFirstWithout: code)
            letters.append(.rest(code, rest, from: list, at: pointer))
        }
        return letters
    }

    /// Returns the list with the first element of this code that has no dead letter of its own.
    ///
    /// For a translated upload, also returns the place of the list in the record.
    private func place(ofFirstWithout code: RefusalCode) -> (list: Refusal.List, pointer: JSONPointer?) {
        var before = 0
        for list in Refusal.List.allCases {
            let count = counts[list]?[code] ?? 0
            guard before + count > Refusal.lettersMax else {
                before += count
                continue
            }
            guard let places else { return (list, nil) }
            let own = (kept[list] ?? []).filter { $0.code == code }
            if Refusal.lettersMax - before < own.count {
                return (list, own[Refusal.lettersMax - before].pointer?.container)
            }
            let index = firstNotKept[list]?[code]
            return (list, index.flatMap { places.pointer(list, $0)?.container })
        }
        return (.samples, nil)
    }
}
