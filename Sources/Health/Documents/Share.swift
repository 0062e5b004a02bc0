/// What one record of a document that was cut has of one item: positions in the item, not copies.
struct Share {
    /// Whether it has what must stay where the item is, or only id, name and bounds.
    var hasFields = false
    /// The quantities it has of series that may move, by the position of their series; ascending.
    private(set) var series: [(index: Int, quantities: Range<Int>)] = []
    /// The nested items it has, by the position of their key and their position under it: whole ones, and those that it
    /// has a share of, by their number.
    private(set) var items: [(nested: Int, position: Int, number: Int?)] = []
    /// The keys that it has nested items of.
    private(set) var keys: Set<Int> = []
    /// The points it has.
    private(set) var coordinates = 0..<0
    /// Whether it has quantities, of series that stay too.
    var hasData = false

    /// Adds quantities, which follow those that were added before.
    mutating func add(_ quantities: Range<Int>, ofSeries index: Int) {
        hasData = true
        if let last = series.last, last.index == index {
            series[series.count - 1].quantities = last.quantities.lowerBound..<quantities.upperBound
        } else {
            series.append((index, quantities))
        }
    }

    /// Adds a nested item: whole, or the share of the item with this number.
    mutating func add(item position: Int, nested: Int, number: Int? = nil) {
        items.append((nested, position, number))
        keys.insert(nested)
    }

    /// Adds a point, which follows those that were added before.
    mutating func add(coordinate index: Int) {
        coordinates = coordinates.isEmpty ? index..<index + 1 : coordinates.lowerBound..<index + 1
    }

    /// The item as the record has it; `share` gives what it has of nested ones that are not whole.
    func assembled(from item: Item, share: (Int) -> Item) -> Item {
        var result = hasFields ? item.fixed : item.opening
        if !series.isEmpty {
            let fixed = hasFields ? item.data.indices.filter { item.data[$0].stays } : []
            var data = zip(fixed, result.data).map { (index: $0, series: $1) }
            for (index, quantities) in series {
                let own = Array(item.data[index].quantities[quantities])
                data.append((index, Series(key: item.data[index].key, quantities: own)))
            }
            result.data = data.sorted { $0.index < $1.index }.map(\.series)
        }
        var last = -1
        for (nested, position, number) in items.sorted(by: { ($0.nested, $0.position) < ($1.nested, $1.position) }) {
            if nested != last { result.nested.append(Nested(key: item.nested[nested].key, items: [])) }
            last = nested
            let own = number.map(share) ?? item.nested[nested].items[position]
            result.nested[result.nested.count - 1].items.append(own)
        }
        result.coordinates = Array(item.coordinates[coordinates])
        return result
    }
}

extension Item {
    /// Only what every record has of an item that it has a part of.
    var opening: Item { Item(id: id, name: name, start: start, end: end) }

    /// What must stay together where the item is, without nested items.
    var fixed: Item {
        var fixed = opening
        fixed.data = data.filter(\.stays)
        fixed.metadata = metadata
        fixed.source = source
        fixed.device = device
        return fixed
    }

    /// Whether something inside of it may move.
    var hasMovableParts: Bool {
        !coordinates.isEmpty || data.contains { !$0.stays }
            || nested.contains { $0.isMovable || $0.items.contains(where: \.hasMovableParts) }
    }
}

extension Series {
    /// Whether it must stay where its item is: also one that may move and has nothing that could.
    var stays: Bool { !isMovable || (quantities.isEmpty && samples == nil) }

    /// Where the quantities of the sample end that begins there: those of a condensed one stay together.
    func endOfSample(from: Int) -> Int {
        let first = quantities[from]
        var to = from + 1
        guard first.count != 0 else { return to }
        // Samples of one id and type differ in their start.
        while to < quantities.count, quantities[to].count != 0, quantities[to].id == first.id,
            quantities[to].start == first.start
        {
            to += 1
        }
        return to
    }
}
