import JSON
import Vocabulary

/// Cuts an encoded document that is too long into records.
///
/// Each piece that may move, such as a sample, goes to the last record if there is room, otherwise to a new one. A
/// record repeats the JSON around its pieces, such as the id and bounds of an item. `DocumentMarks` has the lengths of
/// all pieces, so that each record is as full as possible.
struct DocumentSplitter {
    /// The content of one record.
    struct Part {
        fileprivate let marks: [DocumentMarks.Mark]
        /// The frames of the record, and the pieces or frames that the record contains as a whole; in no order.
        fileprivate var slices: [(mark: Int, isWhole: Bool)] = []
        /// The number of contents of each frame in the record.
        fileprivate var contents: [Int: Int] = [:]
        /// The length of the record in bytes.
        fileprivate(set) var size: Int
        /// Whether the record has no piece yet.
        fileprivate var isFresh = true
    }

    private(set) var parts: [Part] = []

    private let whole: EncodedPart
    private let marks: [DocumentMarks.Mark]
    private let maximum: Int
    /// The index of the document's first item.
    ///
    /// The mark before this one is the list of items. The lists of sources and devices come before that list.
    private let firstItem: Int
    /// Whether the lists of sources and devices are cut too, instead of repeated in each record.
    private var cutsLists: Bool

    init(_ whole: EncodedPart, _ marks: [DocumentMarks.Mark], maximum: Int) {
        self.whole = whole
        self.marks = marks
        self.maximum = maximum
        let firstItem = marks.firstIndex { $0.kind == .item } ?? marks.endIndex
        self.firstItem = firstItem
        let lists = marks[..<firstItem].dropLast().filter { $0.kind == .list }
        cutsLists = lists.reduce(0) { $0 + $1.end - $1.contents + 1 } * 4 > maximum
    }

    /// Decides the content of each record.
    mutating func cut() {
        place()
        let longest = parts.reduce(0) { max($0, $1.size) }
        if longest > max(maximum, RecordBounds.uncutDocument), !cutsLists {
            // A record is still too long: the content that cannot move, such as metadata, leaves too little room for
            // the lists of sources and devices. So these lists are cut too.
            cutsLists = true
            place()
        }
    }

    /// Writes the slices of a record.
    func write(_ part: Int, into tail: inout Writer) {
        let bytes = whole.tail.bytes
        var open: [Int] = []
        func close() { if let frame = open.popLast() { tail.byte(bytes[marks[frame].end - 1]) } }
        for slice in parts[part].slices.sorted(by: { $0.mark < $1.mark }) {
            let mark = marks[slice.mark]
            while let frame = open.last, frame != mark.frame { close() }
            if let frame = open.last, marks[frame].kind == .list { tail.separate() }
            tail.raw(bytes[mark.start..<(slice.isWhole ? mark.end : mark.contents)])
            if !slice.isWhole { open.append(slice.mark) }
        }
        while !open.isEmpty { close() }
    }
}

/// Places the pieces into records.
extension DocumentSplitter {
    private mutating func place() {
        parts = [empty(1)]
        parts[0].keepFixed(firstItem)
        // The first record does not count as fresh, even if it has no fixed pieces.
        parts[0].isFresh = false
        let items = marks[firstItem].frame
        if cutsLists { place(1..<items) }
        for item in firstItem + 1..<marks.count where marks[item].frame == items { placeFixed(item) }
        place(firstItem..<marks.count)
    }

    /// Places the movable pieces of a range of marks, in the order of the document.
    private mutating func place(_ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            let mark = marks[index]
            if mark.isMovable, !isDivided(index) {
                if parts[last].size(with: index) > maximum { startPart() }
                parts[last].keep(index)
                index = marks.end(of: index)
            } else {
                if mark.kind == .movableItem { placeFixed(index) }
                index += 1
            }
        }
    }

    /// Whether an item is divided, because neither the last record nor a new one has room for it.
    private func isDivided(_ index: Int) -> Bool {
        guard marks[index].kind == .movableItem, parts[last].size(with: index) > maximum else { return false }
        let next = empty(parts[last].isFresh ? parts.count : parts.count + 1)
        return next.size(with: index) > maximum && marks[index + 1..<marks.end(of: index)].contains(where: \.isMovable)
    }

    /// Places the pieces that must stay with an item, such as its metadata.
    private mutating func placeFixed(_ item: Int) {
        // Measured in a separate record, because the last record can be too long to copy for each item.
        var fixed = Part(marks: marks, size: 0)
        fixed.contents[marks[item].frame] = 0
        fixed.keepFixed(item)
        if parts[last].size(with: fixed.size, in: marks[item].frame) > maximum { startPart() }
        parts[last].keepFixed(item)
    }

    private mutating func startPart() {
        if !parts[last].isFresh { parts.append(empty(parts.count + 1)) }
    }

    /// Returns a record without pieces: only the lists of sources and devices, and the document's first item.
    private func empty(_ number: Int) -> Part {
        // The part number occurs twice: in the id and in `part`.
        let numbers = number == 1 ? 0 : #"#,"part":"#.utf8.count + 2 * String(number).utf8.count
        var part = Part(marks: marks, size: whole.head.bytes.count + numbers)
        if cutsLists {
            part.open(1)
        } else {
            for list in 1..<marks[firstItem].frame where marks[list].kind == .list { part.keep(list) }
        }
        part.open(firstItem)
        part.isFresh = true
        return part
    }

    private var last: Int { parts.count - 1 }
}

extension DocumentSplitter.Part {
    /// Adds a piece, or a frame with all its contents.
    fileprivate mutating func keep(_ index: Int) {
        size += cost(marks[index].end - marks[index].start, in: marks[index].frame)
        add(index, isWhole: true)
    }

    /// Adds a frame without contents, unless the record already has the frame.
    fileprivate mutating func open(_ frame: Int) {
        if contents[frame] != nil { return }
        size += cost(marks[frame].frameBytes, in: marks[frame].frame)
        add(frame, isWhole: false)
    }

    /// Adds the fixed pieces of an item and of the items that stay in it.
    fileprivate mutating func keepFixed(_ item: Int) {
        open(item)
        var index = item + 1
        let end = marks.end(of: item)
        while index < end {
            if marks[index].kind == .fixed { keep(index) }
            if marks[index].kind == .item { open(index) }
            index = marks[index].kind == .movableItem ? marks.end(of: index) : index + 1
        }
    }

    /// Returns the length of the record with one more piece.
    fileprivate func size(with piece: Int) -> Int {
        size(with: marks[piece].end - marks[piece].start, in: marks[piece].frame)
    }

    /// Returns the length of the record with more content of a frame.
    fileprivate func size(with bytes: Int, in frame: Int) -> Int { size + cost(bytes, in: frame) }

    /// Returns the number of bytes that content of a frame adds to the record, with a comma and missing frames.
    private func cost(_ bytes: Int, in frame: Int) -> Int {
        if frame < 0 { return bytes }
        if let count = contents[frame] { return count > 0 && marks[frame].kind == .list ? bytes + 1 : bytes }
        return cost(bytes + marks[frame].frameBytes, in: marks[frame].frame)
    }

    private mutating func add(_ index: Int, isWhole: Bool) {
        isFresh = false
        slices.append((index, isWhole))
        if !isWhole { contents[index] = 0 }
        let frame = marks[index].frame
        if frame < 0 { return }
        if contents[frame] == nil { add(frame, isWhole: false) }
        contents[frame, default: 0] += 1
    }
}

extension [DocumentMarks.Mark] {
    /// Returns the index after a mark and its contents.
    fileprivate func end(of index: Int) -> Int {
        self[(index + 1)...].firstIndex { $0.start >= self[index].end } ?? endIndex
    }
}
