import JSON
import Vocabulary

/// The places of a translated upload's elements in the original record, and the elements that could not be translated.
package struct ElementPlaces: Sendable {
    /// The places of the elements of one list of the native upload, as runs of adjacent elements.
    struct Places: Sendable {
        /// Elements that are also adjacent in the record, and are all translated or all refused with one code.
        private struct Run: Sendable {
            /// The index of the first element in the native upload.
            let first: Int32
            /// The index of the first element in the record's list; −1 if the list itself is the element.
            let index: Int32
            let container: Int32
            let code: RefusalCode?
        }

        private var runs: [Run] = []
        private(set) var count = 0
        /// The first refusals of each code, by index; for later refusals, only the code is stored.
        private var refusals: [Int: Refusal] = [:]
        private var refused: [RefusalCode: Int] = [:]

        /// Adds the place of the next element, and its refusal if it could not be translated.
        mutating func add(_ container: Int, _ index: Int?, _ refusal: Refusal?) {
            let index = index ?? -1
            let isNext =
                runs.last.map { last in
                    Int(last.container) == container && last.code == refusal?.code
                        && Int(last.index) + count - Int(last.first) == index
                } ?? false
            if !isNext {
                runs.append(
                    Run(
                        first: Int32(truncatingIfNeeded: count),
                        index: Int32(truncatingIfNeeded: index),
                        container: Int32(truncatingIfNeeded: container),
                        code: refusal?.code
                    )
                )
            }
            if let refusal {
                refused[refusal.code, default: 0] += 1
                if refused[refusal.code] ?? 0 <= Refusal.lettersMax { refusals[count] = refusal }
            }
            count += 1
        }

        /// Returns the number of the list in the record, and the index in that list.
        func place(_ index: Int) -> (container: Int, index: Int)? {
            run(index).map { (Int($0.container), Int($0.index) + index - Int($0.first)) }
        }

        /// Returns the refusal of an element that could not be translated; nil if the element was translated.
        func refusal(_ index: Int) -> Refusal? {
            if let known = refusals[index] { return known }
            return run(index)?.code.map { Refusal($0, "") }
        }

        private func run(_ index: Int) -> Run? {
            let after = runs.partitioningIndex { Int($0.first) > index }
            return after == 0 ? nil : runs[after - 1]
        }
    }

    /// The lists of the record; empty if the record is one element.
    private let containers: [JSONPointer]
    var samples = Places()
    var deleted = Places()

    init(_ containers: [JSONPointer]) { self.containers = containers }

    /// Returns the pointer to an element of a list of the record; nil if the record is one element.
    func pointer(_ container: Int, _ index: Int) -> JSONPointer? {
        guard container < containers.count else { return nil }
        return index < 0 ? containers[container] : containers[container].element(index)
    }

    /// Returns the pointer to the original of a translated element; nil if the record is one element.
    func pointer(_ list: Refusal.List, _ index: Int) -> JSONPointer? {
        places(list)?.place(index).flatMap { pointer($0.container, $0.index) }
    }

    /// Returns the refusal of an element that could not be translated; nil if the element was translated.
    func refusal(_ list: Refusal.List, _ index: Int) -> Refusal? { places(list)?.refusal(index) }

    private func places(_ list: Refusal.List) -> Places? {
        switch list {
        case .samples: samples
        case .deleted: deleted
        case .post: nil
        }
    }
}
