/// The part of an item that one record of a split document contains, as positions in the item.
struct PartSlice {
    /// Whether the record contains the item's fixed content, or only its id, name and bounds.
    var hasFields = false
    /// The quantities of movable series, by the index of the series; ascending.
    private(set) var series: [(index: Int, quantities: Range<Int>)] = []
    /// The nested items, by the index of their key and the index under it.
    ///
    /// `number` is nil for whole items.
    private(set) var items: [(nested: Int, position: Int, number: Int?)] = []
    /// The indices of the keys that have nested items here.
    private(set) var keys: Set<Int> = []
    /// The points of a route.
    private(set) var coordinates = 0..<0
    /// Whether the share has any quantities, movable or fixed.
    var hasData = false

    /// Adds quantities, which must follow those added before.
    mutating func add(_ quantities: Range<Int>, ofSeries index: Int) {
        hasData = true
        if let last = series.last, last.index == index {
            series[series.count - 1].quantities = last.quantities.lowerBound..<quantities.upperBound
        } else {
            series.append((index, quantities))
        }
    }

    /// Adds a nested item: the whole item, or the share of the item with this number.
    mutating func add(item position: Int, nested: Int, number: Int? = nil) {
        items.append((nested, position, number))
        keys.insert(nested)
    }

    /// Adds a point, which must follow those added before.
    mutating func add(coordinate index: Int) {
        coordinates = coordinates.isEmpty ? index..<index + 1 : coordinates.lowerBound..<index + 1
    }

    /// Creates the item of the record.
    ///
    /// `share` returns the record's share of a nested item that is not whole.
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
    /// The item with only the fields that every part of it repeats.
    var opening: Item { Item(id: id, name: name, start: start, end: end) }

    /// The fixed content of the item, without nested items.
    var fixed: Item {
        var fixed = opening
        fixed.data = data.filter(\.stays)
        fixed.metadata = metadata
        fixed.source = source
        fixed.device = device
        return fixed
    }

    /// Whether the item or a nested item has movable content.
    var hasMovableParts: Bool {
        !coordinates.isEmpty || data.contains { !$0.stays }
            || nested.contains { $0.isMovable || $0.items.contains(where: \.hasMovableParts) }
    }
}

extension Series {
    /// Whether the series is fixed.
    ///
    /// A movable series without quantities is fixed too.
    var stays: Bool { !isMovable || (quantities.isEmpty && samples == nil) }

    /// Returns the end of the sample that begins at `from`.
    ///
    /// The quantities of a condensed sample stay together.
    func endOfSample(from: Int) -> Int {
        let first = quantities[from]
        var to = from + 1
        guard first.count != 0 else { return to }
        // Two samples of the same id and type differ in their start.
        while to < quantities.count, quantities[to].count != 0, quantities[to].id == first.id,
            quantities[to].start == first.start
        {
            to += 1
        }
        return to
    }
}
