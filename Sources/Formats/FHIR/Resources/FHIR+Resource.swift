package import JSON

extension FHIR {
    /// The members of a resource, except those that `Bundle` writes: its type, its id and `meta`.
    ///
    /// A resource that is longer than a record becomes several. Each of them repeats the members of `always`. Only the
    /// first has the members of `once`. The elements of the lists, such as components, are divided among all, in the
    /// order in which they were added; extensions come last.
    package struct Resource {
        /// A list whose elements can be divided.
        package struct List {
            /// The bytes before the first element, as far as the opening bracket.
            fileprivate let opening: Range<Int>
            /// The elements at the beginning of the list in the first part, and in every other part.
            fileprivate var first: Range<Int>?
            fileprivate var later: Range<Int>?
            /// The bytes after the last element.
            fileprivate let closing: StaticString
        }

        private enum Kind: Equatable {
            case always, once
            case element(list: Int)
        }

        private struct Chunk {
            let kind: Kind
            let range: Range<Int>
        }

        private var writer = Writer()
        private var members: [Chunk] = []
        private var lists: [List] = []
        private var elements: [Chunk] = []
        private var extensions: [Chunk] = []
        private var componentList: Int?
        private var extensionList: Int?
        /// Whether a part without elements other than extensions must say why it has no value.
        var needsValue = false
        /// The number of values in nested JSON that can still become components.
        var nestedRoom = 0

        package init() {}

        /// Removes everything, and keeps the memory.
        mutating func removeAll() {
            writer.removeAll()
            members.removeAll(keepingCapacity: true)
            lists.removeAll(keepingCapacity: true)
            elements.removeAll(keepingCapacity: true)
            extensions.removeAll(keepingCapacity: true)
            componentList = nil
            extensionList = nil
            needsValue = false
        }

        /// Adds a member that each part repeats; `value` writes its value.
        package mutating func always(_ key: StaticString, _ value: (inout Writer) -> Void) {
            members.append(Chunk(kind: .always, range: member(key, value)))
        }

        /// Adds a member that only the first part has; `value` writes its value.
        package mutating func once(_ key: StaticString, _ value: (inout Writer) -> Void) {
            members.append(Chunk(kind: .once, range: member(key, value)))
        }

        /// Adds members of which the JSON exists already, with commas between them, to each part.
        package mutating func always(json: [UInt8]) {
            if json.isEmpty { return }
            members.append(Chunk(kind: .always, range: range { $0.raw(json) }))
        }

        /// Adds a list whose elements are divided; returns its number for `element(in:)`.
        ///
        /// The list is left out of parts without elements. `opening` writes `"key":[` and whatever is before the first
        /// element; `closing` is what follows the last element, such as `]`.
        package mutating func list(closing: StaticString, opening: (inout Writer) -> Void) -> Int {
            lists.append(List(opening: range { opening(&$0) }, closing: closing))
            return lists.count - 1
        }

        /// Adds an element to a list; `element` writes it.
        package mutating func element(in list: Int, _ element: (inout Writer) -> Void) {
            elements.append(Chunk(kind: .element(list: list), range: range(element)))
        }

        /// Adds a component with a code; `value` writes further members, such as `valueQuantity`, with `Writer.key`.
        package mutating func component(_ codes: Codes, _ value: (inout Writer) -> Void) {
            let list = components()
            element(in: list) { $0.component(codes, value) }
        }

        /// Adds components that stay together in the first part; `later` writes what every other part has instead.
        mutating func components(_ first: (inout Writer) -> Void, later: (inout Writer) -> Void = { _ in }) {
            let list = components()
            lists[list].first = elements(first)
            lists[list].later = elements(later)
        }

        /// Returns the range of elements with commas between them, without a comma before the first; nil if there are
        /// none.
        private mutating func elements(_ write: (inout Writer) -> Void) -> Range<Int>? {
            let range = range(write)
            if range.isEmpty { return nil }
            return writer.bytes[range.lowerBound] == UInt8(ascii: ",") ? range.dropFirst() : range
        }

        private mutating func components() -> Int {
            let list = componentList ?? self.list(closing: "]") { $0.raw("\"component\":[") }
            componentList = list
            return list
        }

        /// Adds an extension, which each part repeats if `isRepeated`; at most one extension can be repeated.
        mutating func addExtension(isRepeated: Bool = false, _ write: (inout Writer) -> Void) {
            let list = extensionList ?? self.list(closing: "]") { $0.raw("\"extension\":[") }
            extensionList = list
            if isRepeated {
                lists[list].first = range(write)
                lists[list].later = lists[list].first
            } else {
                extensions.append(Chunk(kind: .element(list: list), range: range(write)))
            }
        }

        private mutating func member(_ key: StaticString, _ value: (inout Writer) -> Void) -> Range<Int> {
            range { writer in
                writer.string(key)
                writer.raw(":")
                value(&writer)
            }
        }

        private mutating func range(_ write: (inout Writer) -> Void) -> Range<Int> {
            let start = writer.bytes.count
            write(&writer)
            return start..<writer.bytes.count
        }
    }
}

extension FHIR.Resource {
    /// The number of elements of the lists.
    var elementCount: Int { elements.count + extensions.count }

    private func element(_ index: Int) -> Chunk {
        index < elements.count ? elements[index] : extensions[index - elements.count]
    }

    /// The members of a part, without its lists.
    private func members(isFirst: Bool) -> some Sequence<Chunk> {
        members.lazy.filter { $0.kind == .always || isFirst }
    }

    /// The reason for which a part has no value; empty if none is needed.
    ///
    /// The profiles for vital signs demand a value, a component or a reason.
    private func absentReason(_ start: Int, isFirst: Bool) -> [UInt8] {
        let hasComponents = componentList.map { lists[$0].later != nil } ?? false
        return needsValue && !isFirst && !hasComponents && start >= elements.count ? Self.absentReason : []
    }

    private static let absentReason = Writer.bytes { $0.absent(.notApplicable) }

    /// Whether there is a component, or a member of `once`, such as a value.
    var hasValue: Bool { componentList != nil || members.contains { $0.kind == .once } }

    /// Appends the members of a part, each with a comma before it; the first part begins with element 0.
    func write(_ part: Range<Int>, isFirst: Bool, into target: inout Writer) {
        for member in members(isFirst: isFirst) {
            target.raw(",")
            target.raw(writer.bytes[member.range])
        }
        target.raw(absentReason(part.lowerBound, isFirst: isFirst))
        for (index, list) in lists.enumerated() {
            let fixed = isFirst ? list.first : list.later
            var isOpen = fixed != nil
            if let fixed {
                target.raw(",")
                target.raw(writer.bytes[list.opening])
                target.raw(writer.bytes[fixed])
            }
            for element in part.lazy.map({ self.element($0) }) where element.kind == .element(list: index) {
                target.raw(",")
                if !isOpen { target.raw(writer.bytes[list.opening]) }
                isOpen = true
                target.raw(writer.bytes[element.range])
            }
            if isOpen { target.raw(list.closing) }
        }
    }

    /// Returns the end of the longest part from an element on that has at most `maximum` bytes.
    ///
    /// A part has at least one element, except the first part if it has members of its own. The bytes are those that
    /// `write` appends.
    func end(of start: Int, isFirst: Bool, maximum: Int) -> Int {
        let fixed = lists.map { isFirst ? $0.first : $0.later }
        var isOpen = fixed.map { $0 != nil }
        var length = members(isFirst: isFirst).reduce(0) { $0 + $1.range.count + 1 }
        length += absentReason(start, isFirst: isFirst).count
        for (list, fixed) in zip(lists, fixed) {
            if let fixed { length += 1 + list.opening.count + fixed.count + list.closing.utf8CodeUnitCount }
        }
        let mayBeEmpty = isFirst && members.contains { $0.kind == .once }
        for index in start..<elementCount {
            let element = element(index)
            guard case .element(let number) = element.kind else { continue }
            length += element.range.count + 1
            if !isOpen[number] {
                // The comma of the first element is the one before the list.
                isOpen[number] = true
                length += lists[number].opening.count + lists[number].closing.utf8CodeUnitCount
            }
            if length > maximum, index > start || mayBeEmpty { return index }
        }
        return elementCount
    }
}
