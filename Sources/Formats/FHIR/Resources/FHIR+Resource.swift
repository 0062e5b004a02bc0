package import JSON

extension FHIR {
    /// The members of a resource, except those that `Bundle` writes: its type, its id and `meta`.
    ///
    /// A resource that is longer than a record becomes several. Each of them repeats the members of `always`. Only the
    /// first has the members of `once`. The elements of the lists, such as components, are divided among all, in the
    /// order in which they were added.
    package struct Resource {
        /// A list whose elements can be divided.
        package struct List {
            /// The bytes before the first element, as far as the opening bracket.
            fileprivate let opening: Range<Int>
            /// The elements that each part repeats.
            fileprivate var repeated: Range<Int>?
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
        private var componentList: Int?
        private var extensionList: Int?

        package init() {}

        /// Removes everything, and keeps the memory.
        mutating func removeAll() {
            writer.removeAll()
            members.removeAll(keepingCapacity: true)
            lists.removeAll(keepingCapacity: true)
            elements.removeAll(keepingCapacity: true)
            componentList = nil
            extensionList = nil
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
            let list = componentList ?? self.list(closing: "]") { $0.raw("\"component\":[") }
            componentList = list
            element(in: list) { writer in
                writer.object { writer in
                    writer.key("code")
                    writer.raw(codes.concept)
                    value(&writer)
                }
            }
        }

        /// Adds an extension, which each part repeats if `isRepeated`; at most one extension can be repeated.
        mutating func addExtension(isRepeated: Bool = false, _ write: (inout Writer) -> Void) {
            let list = extensionList ?? self.list(closing: "]") { $0.raw("\"extension\":[") }
            extensionList = list
            if isRepeated { lists[list].repeated = range(write) } else { element(in: list, write) }
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
    var elementCount: Int { elements.count }

    /// Whether there is a component, or a member of `once`, such as a value.
    var hasValue: Bool { componentList != nil || members.contains { $0.kind == .once } }

    /// Appends the members of a part, each with a comma before it; the first part begins with element 0.
    func write(_ part: Range<Int>, isFirst: Bool, into target: inout Writer) {
        for member in members where isFirst || member.kind == .always {
            target.raw(",")
            target.raw(writer.bytes[member.range])
        }
        for (index, list) in lists.enumerated() {
            var isOpen = list.repeated != nil
            if let repeated = list.repeated {
                target.raw(",")
                target.raw(writer.bytes[list.opening])
                target.raw(writer.bytes[repeated])
            }
            for element in elements[part] where element.kind == .element(list: index) {
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
        var isOpen = lists.map { $0.repeated != nil }
        var length = members.reduce(0) { $0 + (isFirst || $1.kind == .always ? $1.range.count + 1 : 0) }
        for list in lists where list.repeated != nil {
            length += 1 + list.opening.count + (list.repeated?.count ?? 0) + list.closing.utf8CodeUnitCount
        }
        let mayBeEmpty = isFirst && members.contains { $0.kind == .once }
        for index in start..<elements.count {
            guard case .element(let number) = elements[index].kind else { continue }
            length += elements[index].range.count + 1
            if !isOpen[number] {
                // The comma of the first element is the one before the list.
                isOpen[number] = true
                length += lists[number].opening.count + lists[number].closing.utf8CodeUnitCount
            }
            if length > maximum, index > start || mayBeEmpty { return index }
        }
        return elements.count
    }
}
