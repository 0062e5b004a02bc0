import JSON

extension Document {
    /// Encodes the document; gives back its records where they are several, because its encoding is longer than
    /// `maximum` bytes, and none where `whole` is the one.
    ///
    /// Samples, coordinates and voltages go to the first record that has room, in the order of the document; everything
    /// else stays in the first. Where it is cut follows from the content alone.
    package func encode(into whole: inout EncodedPart, maximum: Int, connection: ConnectionID) -> [EncodedPart] {
        whole.encode(self, item, part: nil, connection: connection)
        if whole.count <= maximum { return [] }
        var spelledOut = self
        spelledOut.item = item.spelledOut
        var cutter = Cutter(document: spelledOut, connection: connection, maximum: maximum)
        let items = cutter.cut()
        if items.count == 1 { return [] }
        return items.enumerated().map { index, item in
            var part = encode(item, part: index == 0 ? nil : index + 1, connection: connection)
            if index == 0 { part.parts = items.count }
            return part
        }
    }
}

/// Distributes what may move over the records of a document that is too long.
///
/// Rare, so it is written for clearness.
private struct Cutter {
    /// What may move, and from where.
    private enum Unit {
        /// A sample of an item's series: one quantity, or the three of a condensed sample.
        case quantities(series: Int, Range<Int>)
        /// A nested sample as its whole item.
        case item(nested: Int, Int)
        /// One point of a route.
        case coordinate(Int)
    }

    private let document: Document
    private let connection: ConnectionID
    private let maximum: Int
    private var finished: [Item] = []
    private var tree: Branch
    private var size = 0
    private var isEmpty = false

    init(document: Document, connection: ConnectionID, maximum: Int) {
        self.document = document
        self.connection = connection
        self.maximum = maximum
        tree = Branch()
    }

    mutating func cut() -> [Item] {
        tree.keepFixed(of: document.item)
        size = document.encode(tree.assembled(from: document.item), part: nil, connection: connection).count + 24
        place(document.item, at: [])
        finished.append(tree.assembled(from: document.item))
        return finished
    }

    /// Places the units of an item and of the fixed items in it.
    private mutating func place(_ item: Item, at path: [Step]) {
        for (index, series) in item.data.enumerated() where series.isMovable {
            var from = 0
            while from < series.quantities.count {
                var to = from + 1
                while to < series.quantities.count, series.quantities[from].count != 0,
                    series.quantities[to].count != 0, series.quantities[to].id == series.quantities[from].id
                {
                    to += 1
                }
                place(.quantities(series: index, from..<to), of: item, at: path)
                from = to
            }
        }
        for (index, nested) in item.nested.enumerated() {
            for (position, inner) in nested.items.enumerated() {
                if nested.isMovable {
                    place(.item(nested: index, position), of: item, at: path)
                } else {
                    place(inner, at: path + [Step(nested: index, item: position)])
                }
            }
        }
        for index in item.coordinates.indices { place(.coordinate(index), of: item, at: path) }
    }

    private mutating func place(_ unit: Unit, of item: Item, at path: [Step]) {
        let length = length(unit, of: item)
        if size + length + tree.openingLength(path, of: document.item) > maximum {
            let empty = Branch()
            let opening = empty.openingLength(path, of: document.item)
            if case .item(let nested, let position) = unit, emptySize + opening + length > maximum {
                let inner = item.nested[nested].items[position]
                if inner.hasMovableParts {
                    descend(inner, at: path + [Step(nested: nested, item: position)])
                    return
                }
            }
            startPart()
        }
        size += length + tree.openingLength(path, of: document.item)
        isEmpty = false
        tree.change(path, of: document.item) { branch in
            switch unit {
            case .quantities(let series, let range): branch.quantities[series, default: []] += Array(range)
            case .item(let nested, let position): branch.whole.insert(Step(nested: nested, item: position))
            case .coordinate(let index): branch.coordinates.append(index)
            }
        }
    }

    /// Takes a sample apart that fits into no record whole: first what stays together, then what may move.
    private mutating func descend(_ item: Item, at path: [Step]) {
        var skeleton = Branch()
        skeleton.keepFixed(of: item)
        var writer = Writer()
        writer.item(skeleton.assembled(from: item))
        if size + writer.bytes.count + tree.openingLength(path, of: document.item) > maximum, !isEmpty { startPart() }
        size += writer.bytes.count + tree.openingLength(path, of: document.item)
        isEmpty = false
        tree.change(path, of: document.item) { $0 = skeleton }
        place(item, at: path)
    }

    /// The length of a record that has nothing but what every later part has.
    private var emptySize: Int {
        document.encode(Branch().assembled(from: document.item), part: 1000, connection: connection).count
    }

    private mutating func startPart() {
        if isEmpty { return }
        finished.append(tree.assembled(from: document.item))
        tree = Branch()
        size = emptySize
        isEmpty = true
    }

    private func length(_ unit: Unit, of item: Item) -> Int {
        var writer = Writer()
        switch unit {
        case .quantities(let series, let range):
            for index in range { writer.quantity(item.data[series].quantities[index]) }
            return writer.bytes.count + range.count + item.data[series].key.count + 16
        case .item(let nested, let position):
            writer.item(item.nested[nested].items[position])
            return writer.bytes.count + item.nested[nested].key.count + 24
        case .coordinate(let index):
            writer.location(item.coordinates[index])
            return writer.bytes.count + 20
        }
    }
}

extension Item {
    /// Whether something inside of it may move.
    fileprivate var hasMovableParts: Bool {
        !coordinates.isEmpty || data.contains(where: \.isMovable)
            || nested.contains { $0.isMovable || $0.items.contains(where: \.hasMovableParts) }
    }
}
