import JSON

/// Distributes what may move over the records of a document that is too long.
///
/// It goes through the document once and knows to the byte how long each record is, so that a part is as full as the
/// next piece lets it be.
struct Cutter {
    /// What one record has.
    struct Part {
        /// What it has of each item that it has something of, by the item's number.
        fileprivate(set) var shares: [Int: Share] = [:]
        /// Its sources among those of the document.
        fileprivate(set) var sources = 0..<0
        /// Its devices among those of the document.
        fileprivate(set) var devices = 0..<0
        /// How long it is.
        fileprivate(set) var size = 0
        /// Whether nothing was placed in it yet.
        fileprivate var isFresh = false
    }

    /// An item of which records have shares.
    private struct Shared {
        let item: Item
        /// The item that it is nested in, and where.
        let parent: Nesting?
        /// How long its id, name and bounds are, with their braces.
        let openingBytes: Int
    }

    /// Where an item is nested.
    private struct Nesting: Hashable {
        let number: Int
        let nested: Int
        let position: Int

        init(_ number: Int, _ nested: Int, _ position: Int) {
            self.number = number
            self.nested = nested
            self.position = position
        }
    }

    /// What moves as one, and from where in its item.
    private enum Piece {
        /// A sample of a series: one quantity, or the three of a condensed sample.
        case quantities(series: Int, Range<Int>)
        /// A nested item as a whole.
        case item(nested: Int, Int)
        /// One point of a route.
        case coordinate(Int)
    }

    private(set) var parts: [Part] = []
    /// Whether the lists of sources and devices are cut too, rather than repeated.
    let cutsLists: Bool

    private let document: Document
    private let connection: ConnectionID
    private let maximum: Int
    private var shared: [Shared] = []
    private var numbers: [Nesting: Int] = [:]
    /// The length of a second part that has nothing yet but what each has.
    private let emptyBytes: Int

    /// A cutter of a document whose samples are quantities.
    init(_ document: Document, connection: ConnectionID, maximum: Int, cutsLists: Bool) {
        self.document = document
        self.connection = connection
        self.maximum = maximum
        self.cutsLists = cutsLists
        var bare = document
        if cutsLists { (bare.sources, bare.devices) = ([], []) }
        emptyBytes = bare.encode(document.item.opening, part: 2, connection: connection).count
    }

    /// The length of the longest record.
    var longest: Int { parts.reduce(0) { max($0, $1.size) } }

    /// A record of the document: the document with the lists that it has, and the item.
    func record(_ index: Int) -> (Document, Item) {
        var own = document
        if cutsLists {
            own.sources = Array(document.sources[parts[index].sources])
            own.devices = Array(document.devices[parts[index].devices])
        }
        return (own, assembled(0, parts[index]))
    }

    private func assembled(_ number: Int, _ part: Part) -> Item {
        (part.shares[number] ?? Share()).assembled(from: shared[number].item) { assembled($0, part) }
    }
}

/// Placing pieces into parts, one after the other.
extension Cutter {
    mutating func cut() {
        parts = [Part()]
        let root = number(of: document.item, at: nil)
        keepFixed(root)
        let (first, item) = record(0)
        parts[0].size = first.encode(item, part: nil, connection: connection).count
        if cutsLists { placeLists() }
        place(root)
    }

    private mutating func placeLists() {
        for (index, source) in document.sources.enumerated() {
            let isFirst = parts[last].sources.isEmpty
            if parts[last].size + source.count + (isFirst ? 0 : 1) > maximum { startPart() }
            let from = parts[last].sources.isEmpty ? index : parts[last].sources.lowerBound
            grow(by: source.count + (from == index ? 0 : 1))
            parts[last].sources = from..<index + 1
        }
        for (index, device) in document.devices.enumerated() {
            let frame = parts[last].devices.isEmpty ? Frame.devices : 1
            if parts[last].size + device.count + frame > maximum { startPart() }
            let from = parts[last].devices.isEmpty ? index : parts[last].devices.lowerBound
            grow(by: device.count + (from == index ? Frame.devices : 1))
            parts[last].devices = from..<index + 1
        }
    }

    /// Places what may move of an item, in the order of the document.
    private mutating func place(_ number: Int) {
        let item = shared[number].item
        for (index, series) in item.data.enumerated() where !series.stays {
            var from = 0
            while from < series.quantities.count {
                let to = series.endOfSample(from: from)
                place(.quantities(series: index, from..<to), of: number)
                from = to
            }
        }
        for (index, nested) in item.nested.enumerated() {
            for position in nested.items.indices {
                if nested.isMovable {
                    place(.item(nested: index, position), of: number)
                } else {
                    let inner = self.number(of: nested.items[position], at: Nesting(number, index, position))
                    place(inner)
                }
            }
        }
        for index in item.coordinates.indices { place(.coordinate(index), of: number) }
    }

    private mutating func place(_ piece: Piece, of number: Int) {
        let length = length(piece, of: number)
        if parts[last].size + length + frame(piece, of: number) > maximum {
            if case .item(let nested, let position) = piece, length + freshBytes(number, nested) > maximum {
                let item = shared[number].item.nested[nested].items[position]
                if item.hasMovableParts { return placeApart(item, at: Nesting(number, nested, position)) }
            }
            startPart()
        }
        grow(by: length + frame(piece, of: number))
        open(number)
        switch piece {
        case .quantities(let series, let range): parts[last].shares[number]?.add(range, ofSeries: series)
        case .item(let nested, let position): parts[last].shares[number]?.add(item: position, nested: nested)
        case .coordinate(let index): parts[last].shares[number]?.add(coordinate: index)
        }
    }

    /// Takes an item apart that fits into no record whole: first what stays together, then what may move.
    private mutating func placeApart(_ item: Item, at place: Nesting) {
        var writer = Writer()
        writer.item(item.skeleton)
        let length = writer.bytes.count
        if parts[last].size + length + frame(nested: place.nested, of: place.number) > maximum { startPart() }
        grow(by: length + frame(nested: place.nested, of: place.number))
        let number = number(of: item, at: place)
        open(number)
        keepFixed(number)
        self.place(number)
    }

    private mutating func startPart() {
        if parts[last].isFresh { return }
        parts.append(Part())
        parts[last].size = emptyBytes + digits(parts.count)
        parts[last].isFresh = true
        open(0)
    }

    private mutating func grow(by bytes: Int) {
        parts[last].size += bytes
        parts[last].isFresh = false
    }

    /// Gives the last record everything of an item that must stay where it is.
    private mutating func keepFixed(_ number: Int) {
        let item = shared[number].item
        open(number)
        parts[last].shares[number]?.hasFields = true
        if item.data.contains(where: \.stays) { parts[last].shares[number]?.hasData = true }
        for (index, nested) in item.nested.enumerated() where !nested.isMovable {
            for position in nested.items.indices {
                keepFixed(self.number(of: nested.items[position], at: Nesting(number, index, position)))
            }
        }
    }

    /// Lets the last record have an item, and those that it is nested in.
    private mutating func open(_ number: Int) {
        if parts[last].shares[number] != nil { return }
        parts[last].shares[number] = Share()
        guard let parent = shared[number].parent else { return }
        open(parent.number)
        parts[last].shares[parent.number]?.add(item: parent.position, nested: parent.nested, number: number)
    }

    private var last: Int { parts.count - 1 }

    /// The number of an item of which records have shares.
    private mutating func number(of item: Item, at place: Nesting?) -> Int {
        if let place, let known = numbers[place] { return known }
        var writer = Writer()
        writer.item(item.opening)
        shared.append(Shared(item: item, parent: place, openingBytes: writer.bytes.count))
        if let place { numbers[place] = shared.count - 1 }
        return shared.count - 1
    }
}

/// Reckoning, to the byte.
extension Cutter {
    /// What stands around the first of several things.
    private enum Frame {
        static let data = #","data":{}"#.utf8.count
        static let nested = #","nested_data":{}"#.utf8.count
        static let coordinates = #","coordinates":[]"#.utf8.count
        static let devices = #","device":[]"#.utf8.count
        static let list = ":[]".utf8.count
    }

    /// The length of a piece by itself.
    private func length(_ piece: Piece, of number: Int) -> Int {
        let item = shared[number].item
        var writer = Writer()
        switch piece {
        case .quantities(let series, let range):
            for index in range { writer.quantity(item.data[series].quantities[index]) }
            return writer.bytes.count + range.count - 1
        case .item(let nested, let position): writer.item(item.nested[nested].items[position])
        case .coordinate(let index): writer.location(item.coordinates[index])
        }
        return writer.bytes.count
    }

    /// What the last record needs around a piece: a comma, or all that is not open yet.
    private func frame(_ piece: Piece, of number: Int) -> Int {
        let share = parts[last].shares[number]
        switch piece {
        case .quantities(let series, _):
            if let known = share?.series.last, known.index == series { return 1 }
            let key = keyBytes(shared[number].item.data[series].key)
            return key + ((share?.hasData ?? false) ? 1 : Frame.data) + opening(number)
        case .item(let nested, _): return frame(nested: nested, of: number)
        case .coordinate: return (share?.coordinates.isEmpty ?? true) ? Frame.coordinates + opening(number) : 1
        }
    }

    /// What the last record needs around one more item under a key.
    private func frame(nested: Int, of number: Int) -> Int {
        let share = parts[last].shares[number]
        if share?.keys.contains(nested) ?? false { return 1 }
        let key = keyBytes(shared[number].item.nested[nested].key)
        return key + ((share?.keys.isEmpty ?? true) ? Frame.nested : 1) + opening(number)
    }

    /// What the last record needs to have an item that it does not have yet.
    private func opening(_ number: Int) -> Int {
        if parts[last].shares[number] != nil { return 0 }
        guard let parent = shared[number].parent else { return shared[number].openingBytes }
        return shared[number].openingBytes + frame(nested: parent.nested, of: parent.number)
    }

    /// The length of a part that has nothing yet but an empty list under a key of an item.
    private func freshBytes(_ number: Int, _ nested: Int) -> Int {
        var bytes = emptyBytes + digits(parts.count + (parts[last].isFresh ? 0 : 1))
        var place: Nesting? = Nesting(number, nested, 0)
        while let inner = place {
            bytes += Frame.nested + keyBytes(shared[inner.number].item.nested[inner.nested].key)
            place = shared[inner.number].parent
            if place != nil { bytes += shared[inner.number].openingBytes }
        }
        return bytes
    }

    /// A key and the brackets of its list.
    private func keyBytes(_ key: [UInt8]) -> Int {
        var writer = Writer()
        writer.string(key)
        return writer.bytes.count + Frame.list
    }

    /// How many more digits a part's number takes than 2 does: it stands in the id and by itself.
    private func digits(_ part: Int) -> Int { 2 * (String(part).utf8.count - 1) }
}

extension Item {
    /// Everything of it that must stay where it is.
    fileprivate var skeleton: Item {
        var skeleton = fixed
        skeleton.nested = nested.filter { !$0.isMovable }.map { Nested(key: $0.key, items: $0.items.map(\.skeleton)) }
        return skeleton
    }
}
