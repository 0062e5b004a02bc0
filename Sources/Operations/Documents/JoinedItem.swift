import JSON

/// An item of a document, joined from its parts.
struct JoinedItem {
    /// A key and its value as JSON.
    typealias Member = (key: [UInt8], value: [UInt8])
    /// Lists with their keys, in ascending order of the keys.
    private typealias Lists<Element> = [(key: [UInt8], elements: [Element])]

    /// The keys of an item, in the order in which the worker writes them.
    private static let order = [
        "id", "name", "start_date", "end_date", "data", "meta_data", "nested_data", "coordinates", "source", "device",
    ].map { Array($0.utf8) }
    /// The keys of id, name, start and end, which every part of an item repeats.
    private static let headKeys = Set(order.prefix(4))

    private var members: [Member] = []
    private var data: Lists<[UInt8]> = []
    private var nested: Lists<JoinedItem> = []
    private var coordinates: [[UInt8]] = []

    /// Parses an item and, recursively, its nested items.
    init(_ item: Value) {
        guard var rest = item.members else { return }
        while let member = rest.next() {
            if member.key == "data" {
                data = member.value.members?.map { ($0.bytes, $1.elements?.map { $0.written } ?? []) } ?? []
            } else if member.key == "nested_data" {
                nested = member.value.members?.map { ($0.bytes, $1.elements?.map { JoinedItem($0) } ?? []) } ?? []
            } else if member.key == "coordinates" {
                coordinates = member.value.elements?.map { $0.written } ?? []
            } else {
                members.append((member.key.bytes, member.value.written))
            }
        }
    }

    private var head: [[UInt8]] { members.filter { Self.headKeys.contains($0.key) }.map(\.value) }

    private var hasContent: Bool { !data.isEmpty || !nested.isEmpty || !coordinates.isEmpty }

    /// Appends the content that a later part has for the same item.
    mutating func add(_ part: JoinedItem) {
        for (key, elements) in part.data { data[Self.place(of: key, in: &data)].elements += elements }
        for (key, items) in part.nested {
            // A nested item without content was not split, so it is not a later piece of another nested item.
            Self.add(items, to: &nested[Self.place(of: key, in: &nested)].elements) { $0.hasContent }
        }
        coordinates += part.coordinates
    }

    /// Appends the items of a later part to the items of the earlier parts.
    ///
    /// A later piece of a split item has the same id, name, start and end, and is added to the item.
    static func add(
        _ part: [JoinedItem],
        to items: inout [JoinedItem],
        where mayBePiece: (JoinedItem) -> Bool = { _ in true }
    ) {
        var known: [[[UInt8]]: Int] = [:]
        for (index, item) in items.enumerated().reversed() { known[item.head] = index }
        for item in part {
            if mayBePiece(item), let index = known[item.head] {
                items[index].add(item)
            } else {
                items.append(item)
            }
        }
    }

    /// Returns the index of a key's list, and inserts an empty list if there is none.
    private static func place<Element>(of key: [UInt8], in lists: inout Lists<Element>) -> Int {
        if let known = lists.firstIndex(where: { $0.key == key }) { return known }
        let place = lists.firstIndex { key.lexicographicallyPrecedes($0.key) } ?? lists.count
        lists.insert((key, []), at: place)
        return place
    }

    /// The item as JSON.
    var text: [UInt8] {
        var all: [[UInt8]: [UInt8]] = [:]
        for (key, value) in members { all[key] = value }
        if !data.isEmpty { all[Array("data".utf8)] = Self.object(data) { $0 } }
        if !nested.isEmpty { all[Array("nested_data".utf8)] = Self.object(nested) { $0.text } }
        if !coordinates.isEmpty { all[Array("coordinates".utf8)] = Self.array(coordinates) }
        let others = members.map(\.key).filter { !Self.order.contains($0) }
        var writer = Writer()
        var isFirst = true
        writer.raw("{")
        for key in Self.order + others {
            if let value = all[key] { writer.member(key, value, &isFirst) }
        }
        writer.raw("}")
        return writer.bytes
    }

    private static func object<Element>(_ lists: Lists<Element>, _ text: (Element) -> [UInt8]) -> [UInt8] {
        var writer = Writer()
        var isFirst = true
        writer.raw("{")
        for (key, elements) in lists { writer.member(key, array(elements.map(text)), &isFirst) }
        writer.raw("}")
        return writer.bytes
    }

    static func array(_ texts: [[UInt8]]) -> [UInt8] {
        [UInt8(ascii: "[")] + texts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    }
}
