import JSON

/// One step from an item to one that is nested in it: the position of the key, and of the item under it.
struct Step: Hashable {
    /// Which key of `nested_data`.
    var nested: Int
    /// Which item under it.
    var item: Int
}

/// What one record of a document that was cut has of an item: positions in the item, not copies.
struct Branch {
    /// Whether it has the item's own fields, or only id, name and bounds.
    private var hasFields = false
    /// The quantities it has, by the position of their series.
    var quantities: [Int: [Int]] = [:]
    /// The nested items it has whole.
    var whole: Set<Step> = []
    /// The nested items it has in part.
    private var inner: [Step: Branch] = [:]
    /// The coordinates it has.
    var coordinates: [Int] = []

    /// A branch with nothing but id, name and bounds.
    init() {}

    /// Takes everything that must stay where the item is.
    mutating func keepFixed(of item: Item) {
        hasFields = true
        for (index, series) in item.data.enumerated() where !series.isMovable {
            quantities[index] = Array(series.quantities.indices)
        }
        for (index, nested) in item.nested.enumerated() where !nested.isMovable {
            for (position, one) in nested.items.enumerated() {
                var branch = Branch()
                branch.keepFixed(of: one)
                inner[Step(nested: index, item: position)] = branch
            }
        }
    }

    /// How many bytes it takes, at most, to have the items on a path that are not there yet.
    func openingLength(_ path: [Step], of item: Item) -> Int {
        guard let step = path.first else { return 0 }
        let next = item.nested[step.nested].items[step.item]
        let rest = Array(path.dropFirst())
        if let branch = inner[step] { return branch.openingLength(rest, of: next) }
        var writer = Writer()
        writer.item(Item(id: next.id, name: next.name, start: next.start, end: next.end))
        writer.string(item.nested[step.nested].key)
        return writer.bytes.count + 24 + Branch().openingLength(rest, of: next)
    }

    /// Changes what it has of the item at the end of a path.
    mutating func change(_ path: [Step], of item: Item, _ body: (inout Branch) -> Void) {
        guard let step = path.first else { return body(&self) }
        let next = item.nested[step.nested].items[step.item]
        // Taken out while it changes, so that its arrays are not copied.
        var branch = inner.removeValue(forKey: step) ?? Branch()
        branch.change(Array(path.dropFirst()), of: next, body)
        inner[step] = branch
    }

    /// The item as this record has it.
    func assembled(from item: Item) -> Item {
        var result = Item(id: item.id, name: item.name, start: item.start, end: item.end)
        if hasFields {
            result.metadata = item.metadata
            result.source = item.source
            result.device = item.device
        }
        for (index, series) in item.data.enumerated() {
            guard let positions = quantities[index], !positions.isEmpty || !series.isMovable else { continue }
            result.data.append(Series(key: series.key, quantities: positions.map { series.quantities[$0] }))
        }
        for (index, nested) in item.nested.enumerated() {
            let items = nested.items.indices.compactMap { position -> Item? in
                let step = Step(nested: index, item: position)
                if whole.contains(step) { return nested.items[position] }
                return inner[step]?.assembled(from: nested.items[position])
            }
            if !items.isEmpty { result.nested.append(Nested(key: nested.key, items: items)) }
        }
        result.coordinates = coordinates.map { item.coordinates[$0] }
        return result
    }
}
