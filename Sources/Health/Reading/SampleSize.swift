import JSON

/// Whether a sample is short enough: what a document can't show in pieces must fit into one record.
enum SampleSize {
    /// The most bytes of a sample's compact JSON without what can be cut, and of each entry of that.
    private static let sampleMax = RecordBounds.piece
    /// The most bytes of the compact JSON of a sample's source and device together.
    private static let originMax = 4 << 10

    /// Refuses a sample whose JSON is too long without what can be cut: its points, voltages, events and activities.
    static func check(_ sample: Value) throws(Refusal) {
        guard sample.mayBeLonger(than: sampleMax), var members = sample.members else { return }
        var count = 2
        while let member = members.next() {
            let (key, value) = (member.key, member.value)
            if key == "events" || key == "activities" || key == "locations" || key == "voltages" {
                try checkEntries(value, areActivities: key == "activities")
                continue
            }
            count += Self.count(key) + value.compactCount
            if count - 1 > sampleMax { throw tooLong }
        }
    }

    private static let tooLong = Refusal(.tooLarge, "The sample is longer than 256 KiB without what can be cut.")

    private static func checkEntries(_ value: Value, areActivities: Bool) throws(Refusal) {
        guard var elements = value.elements else {
            if value.mayBeLonger(than: sampleMax), value.compactCount > sampleMax { throw tooLong }
            return
        }
        while let element = elements.next() {
            guard element.mayBeLonger(than: sampleMax) else { continue }
            guard areActivities, var members = element.members else {
                if element.compactCount > sampleMax { throw tooLong }
                continue
            }
            var count = 2
            while let member = members.next() {
                if member.key == "events" {
                    try checkEntries(member.value, areActivities: false)
                } else {
                    count += Self.count(member.key) + member.value.compactCount
                }
            }
            if count - 1 > sampleMax { throw tooLong }
        }
    }

    /// The length of a key with quotes, colon, and the comma after its value.
    private static func count(_ key: Text) -> Int {
        var writer = Writer()
        writer.string(key)
        return writer.bytes.count + 2
    }

    /// Refuses a source and a device that are too long together: documents list each.
    static func check(source: Value?, device: Value?) throws(Refusal) {
        let mayBeLong =
            source?.mayBeLonger(than: originMax / 2) ?? false || device?.mayBeLonger(than: originMax / 2) ?? false
        guard mayBeLong else { return }
        let count = (source?.compactCount ?? 0) + (device?.compactCount ?? 0)
        if count > originMax { throw Refusal(.tooLarge, "The sample's source and device are longer than 4 KiB.") }
    }
}

/// What of a sample documents show.
extension SampleSize {
    /// The most bytes that a byte of what other kinds carry comes to in a document: `1,` is a quantity with its dates.
    private static let growth = 75
    /// What a sample's quantities take, at most, without their metadata.
    private static let quantities = 3 * 512

    /// Refuses a sample of which a document must show too much in one piece.
    ///
    /// `movable` is how many bytes of what it carries are its voltages.
    static func check(
        _ sample: Sample,
        _ type: SampleType,
        movable: Int,
        _ pool: Pool
    ) throws(Refusal) {
        // What can't be too long need not be looked at, and that is nearly everything.
        guard Int(sample.extraCount) > RecordBounds.piece / (growth + 1) - 128 else { return }
        let extra = Extra(pool.extra(sample))
        var longest = 0
        switch type.kind {
        case .quantity, .category:
            if 3 * extra.metadata.count + quantities <= RecordBounds.piece { return }
            longest = shown(sample, pool).longestPiece
        case .workout:
            // Each piece has a part of the bytes, and statistics.
            if Int(sample.extraCount) <= RecordBounds.workoutPiece / 4 { return }
            let item = WorkoutDocuments.plainItem(sample, pool: pool)
            if item.longestPiece > RecordBounds.workoutPiece { throw tooMuch }
        default:
            let carried = type.kind == .workoutRoute ? 0 : extra.payload.count - movable
            let isShort = carried * growth + extra.metadata.count + 16_384 <= RecordBounds.piece
            if isShort, movable < RecordBounds.piece / 2 - 1_024 { return }
            longest = shown(sample, pool).longestPiece
        }
        if longest > RecordBounds.piece { throw tooMuch }
    }

    private static let tooMuch = Refusal(
        .tooLarge,
        "A document would have to show more than 256 KiB of the sample in one piece."
    )

    /// An item that shows nothing but a sample.
    private static func shown(_ sample: Sample, _ pool: Pool) -> Item {
        let bounds = (start: sample.start, end: sample.end)
        let provenance = Provenance(Membership(CollectionOfOne(sample), bounds: bounds), pool: pool)
        var item = Item(id: nil, name: [], start: sample.start, end: sample.end)
        SampleItems(provenance).show([sample], of: pool, in: &item)
        return item.spelledOut
    }
}

extension Item {
    /// The longest of the pieces that a record must have as one: what can't be cut of nested items, and what may move.
    fileprivate var longestPiece: Int {
        var longest = length(of: fixed)
        for series in data where !series.stays {
            var from = 0
            while from < series.quantities.count {
                let to = series.endOfSample(from: from)
                let bytes = series.quantities[from..<to].reduce(0) { $0 + $1.longestShown }
                longest = max(longest, bytes)
                from = to
            }
        }
        for nested in nested { for item in nested.items { longest = max(longest, item.longestPiece) } }
        return longest
    }

    private func length(of item: Item) -> Int {
        var writer = Writer()
        writer.item(item)
        return item.data.reduce(writer.bytes.count) { $0 + $1.quantities.count * Quantity.positions }
    }
}

extension Quantity {
    /// What the positions of a source and a device take, in a document of more than a million of them.
    fileprivate static let positions = #","source":1234567,"device":1234567"#.utf8.count

    fileprivate var longestShown: Int {
        var writer = Writer()
        writer.quantity(self)
        return writer.bytes.count + 1 + Self.positions
    }
}
