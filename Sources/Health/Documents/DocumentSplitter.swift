import JSON
import Vocabulary

/// Splits a document that is too long into records.
///
/// The movable pieces (samples, nested items, coordinates) are placed one after the other into the first record with
/// room. The splitter computes the length of every record to the byte, so that each record is as full as the next piece
/// allows.
struct DocumentSplitter {
    /// The content of one record.
    struct Part {
        /// The share of each item that the record contains, by the item's number.
        fileprivate(set) var shares: [Int: PartSlice] = [:]
        /// The range of the document's sources that the record lists.
        fileprivate(set) var sources = 0..<0
        /// The range of the document's devices that the record lists.
        fileprivate(set) var devices = 0..<0
        /// The length of the record in bytes.
        fileprivate(set) var size = 0
        /// Whether no piece was placed in the record yet.
        fileprivate var isFresh = false
    }

    /// An item whose content can be divided between records.
    private struct Shared {
        let item: Item
        /// The position within the enclosing item; nil for the document's own items.
        let parent: Nesting?
        /// The length of the item with only id, name and bounds.
        let openingBytes: Int
    }

    /// The position of a nested item: the number of the enclosing item, the index of its key, and the index under the
    /// key.
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

    /// The smallest unit that moves between records, by its position in its item.
    private enum Piece {
        /// A sample of a series: one quantity, or up to three quantities of a condensed sample.
        case quantities(series: Int, Range<Int>)
        /// A whole nested item.
        case item(nested: Int, Int)
        /// One point of a route.
        case coordinate(Int)
    }

    private(set) var parts: [Part] = []
    /// Whether the lists of sources and devices are divided too, instead of repeated in each record.
    let cutsLists: Bool

    private let document: Document
    private let connection: ConnectionID
    private let maximum: Int
    private var shared: [Shared] = []
    private var numbers: [Nesting: Int] = [:]
    /// The length of a second part without any piece.
    private let emptyBytes: Int

    /// Creates a splitter.
    ///
    /// All samples of the document must be spelled out as quantities.
    init(_ document: Document, connection: ConnectionID, maximum: Int, cutsLists: Bool) {
        self.document = document
        self.connection = connection
        self.maximum = maximum
        self.cutsLists = cutsLists
        var bare = document
        if cutsLists { (bare.sources, bare.devices) = ([], []) }
        bare.others = []
        emptyBytes = bare.encode(document.item.opening, part: 2, connection: connection).count
    }

    /// The length of the longest record.
    var longest: Int { parts.reduce(0) { max($0, $1.size) } }

    /// Returns the document and the item of one record, to be encoded.
    func record(_ index: Int) -> (Document, Item) {
        var own = document
        if cutsLists {
            own.sources = Array(document.sources[parts[index].sources])
            own.devices = Array(document.devices[parts[index].devices])
        }
        // The document's own items have the first numbers.
        own.others = document.others.indices.map { $0 + 1 }.filter { parts[index].shares[$0] != nil }
            .map { assembled($0, parts[index]) }
        return (own, assembled(0, parts[index]))
    }

    private func assembled(_ number: Int, _ part: Part) -> Item {
        (part.shares[number] ?? PartSlice()).assembled(from: shared[number].item) { assembled($0, part) }
    }
}

/// Places the pieces into records, one after the other.
extension DocumentSplitter {
    mutating func cut() {
        parts = [Part()]
        let roots = ([document.item] + document.others).map { number(of: $0, at: nil) }
        keepFixed(0)
        let (first, item) = record(0)
        parts[0].size = first.encode(item, part: nil, connection: connection).count
        if cutsLists { placeLists() }
        for root in roots.dropFirst() { placeFixed(root) }
        for root in roots { place(root) }
    }

    /// Places the fixed content of one of the document's further items.
    private mutating func placeFixed(_ root: Int) {
        var writer = Writer()
        writer.item(shared[root].item.skeleton)
        let length = writer.bytes.count + 1
        if parts[last].size + length > maximum { startPart() }
        grow(by: length)
        keepFixed(root)
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

    /// Places the movable pieces of an item, in the order of the document.
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

    /// Divides a nested item that fits into no record: first its fixed content, then its movable pieces.
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

    /// Adds the fixed content of an item to the last record.
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

    /// Adds an item to the last record, with its enclosing items.
    private mutating func open(_ number: Int) {
        if parts[last].shares[number] != nil { return }
        parts[last].shares[number] = PartSlice()
        guard let parent = shared[number].parent else { return }
        open(parent.number)
        parts[last].shares[parent.number]?.add(item: parent.position, nested: parent.nested, number: number)
    }

    private var last: Int { parts.count - 1 }

    /// Returns the number of an item whose content can be divided, and registers it if needed.
    private mutating func number(of item: Item, at place: Nesting?) -> Int {
        if let place, let known = numbers[place] { return known }
        var writer = Writer()
        writer.item(item.opening)
        shared.append(Shared(item: item, parent: place, openingBytes: writer.bytes.count))
        if let place { numbers[place] = shared.count - 1 }
        return shared.count - 1
    }
}

/// Computes lengths to the byte.
extension DocumentSplitter {
    /// The length of the JSON around the first element of each kind.
    private enum Frame {
        static let data = #","data":{}"#.utf8.count
        static let nested = #","nested_data":{}"#.utf8.count
        static let coordinates = #","coordinates":[]"#.utf8.count
        static let devices = #","device":[]"#.utf8.count
        static let list = ":[]".utf8.count
    }

    /// Returns the length of a piece alone.
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

    /// Returns the length of the JSON that the last record needs around a piece: a comma, or all enclosing keys.
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

    /// Returns the length of the JSON that the last record needs around another item under a key.
    private func frame(nested: Int, of number: Int) -> Int {
        let share = parts[last].shares[number]
        if share?.keys.contains(nested) ?? false { return 1 }
        let key = keyBytes(shared[number].item.nested[nested].key)
        return key + ((share?.keys.isEmpty ?? true) ? Frame.nested : 1) + opening(number)
    }

    /// Returns the length of the JSON that the last record needs to contain an item; 0 if it contains the item already.
    private func opening(_ number: Int) -> Int {
        if parts[last].shares[number] != nil { return 0 }
        // The document's first item is in every record, so that a comma goes before any other.
        guard let parent = shared[number].parent else { return shared[number].openingBytes + 1 }
        return shared[number].openingBytes + frame(nested: parent.nested, of: parent.number)
    }

    /// Returns the length of a part that has only an empty list under a key of an item.
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

    /// Returns the length of a key and of the brackets of its list.
    private func keyBytes(_ key: [UInt8]) -> Int {
        var writer = Writer()
        writer.string(key)
        return writer.bytes.count + Frame.list
    }

    /// Returns the extra digits of a part's number compared to 2.
    ///
    /// The number occurs twice: in the id and in `part`.
    private func digits(_ part: Int) -> Int { 2 * (String(part).utf8.count - 1) }
}

extension Item {
    /// The fixed content of the item and of its nested items.
    fileprivate var skeleton: Item {
        var skeleton = fixed
        skeleton.nested = nested.filter { !$0.isMovable }.map { Nested(key: $0.key, items: $0.items.map(\.skeleton)) }
        return skeleton
    }
}
