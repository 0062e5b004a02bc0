import JSON
import Vocabulary

/// Checks that a sample is short enough: content that a document cannot split must fit into one record.
enum SampleSize {
    /// The maximum number of bytes of a sample's compact JSON without its lists, and of each element of the lists.
    private static let sampleMax = RecordBounds.piece
    /// The maximum number of bytes of the compact JSON of a sample's source and device together.
    private static let originMax = 4 << 10

    /// Refuses a sample whose JSON is too long even without its points, voltages, events and activities.
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

    /// Returns the length of a key with quotes, colon and comma.
    private static func count(_ key: Text) -> Int {
        var writer = Writer()
        writer.string(key)
        return writer.bytes.count + 2
    }

    /// Refuses a sample whose source and device are too long, because documents repeat them.
    static func check(source: Value?, device: Value?) throws(Refusal) {
        let mayBeLong =
            source?.mayBeLonger(than: originMax / 2) ?? false || device?.mayBeLonger(than: originMax / 2) ?? false
        guard mayBeLong else { return }
        let count = (source?.compactCount ?? 0) + (device?.compactCount ?? 0)
        if count > originMax { throw Refusal(.tooLarge, "The sample's source and device are longer than 4 KiB.") }
    }
}

/// Checks the size of a sample in the form that documents show.
extension SampleSize {
    /// The maximum number of document bytes for each payload byte: for example, `1,` becomes a quantity with dates.
    private static let growth = 75
    /// The maximum number of bytes of a sample's quantities without their metadata.
    private static let quantities = 3 * 512

    /// Refuses a sample if documents could not split it into pieces of at most 256 KiB.
    ///
    /// `movable` is the number of bytes of voltages, which can be split.
    static func check(
        _ sample: Sample,
        _ type: SampleType,
        movable: Int,
        _ pool: Pool
    ) throws(Refusal) {
        // Nearly all samples are too short to exceed the limit.
        guard Int(sample.extraCount) > RecordBounds.piece / (growth + 1) - 128 else { return }
        let extra = Extra(pool.extra(sample))
        var longest = 0
        switch type.kind {
        case .quantity, .category, .motion:
            if 3 * extra.metadata.count + quantities <= RecordBounds.piece { return }
            longest = shown(sample, pool).longestPiece
        case .workout:
            // Each piece contains a part of the extra, and also statistics.
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

    /// Creates an item that shows only this sample.
    private static func shown(_ sample: Sample, _ pool: Pool) -> Item {
        let bounds = (start: sample.start, end: sample.end)
        let provenance = Provenance(SampleMembership(CollectionOfOne(sample), bounds: bounds), pool: pool)
        var item = Item(id: nil, name: [], start: sample.start, end: sample.end)
        SampleItems(provenance).show([sample], of: pool, in: &item)
        return item.spelledOut
    }
}

extension Item {
    /// The length of the longest piece that one record must contain as a whole, in this item or in nested items.
    fileprivate var longestPiece: Int {
        var fixed = self
        fixed.data = data.filter(\.stays)
        (fixed.nested, fixed.coordinates) = ([], [])
        var longest = length(of: fixed)
        for series in data where !series.stays {
            let lengths = series.quantities.map(\.longestShown)
            // The quantities of a condensed sample stay together. Voltages can be split.
            let isCondensed = series.quantities[0].count != 0
            longest = max(longest, isCondensed ? lengths.reduce(0, +) : lengths.max() ?? 0)
        }
        for nested in nested { for item in nested.items { longest = max(longest, item.longestPiece) } }
        return longest
    }

    private func length(of item: Item) -> Int {
        var writer = Writer()
        var marks = DocumentMarks(areNoted: false)
        writer.item(item, noting: &marks)
        return item.data.reduce(writer.bytes.count) { $0 + $1.quantities.count * Quantity.positions }
    }
}

extension Quantity {
    /// The number of bytes of a quantity's source and device indices with seven digits each.
    fileprivate static let positions = #","source":1234567,"device":1234567"#.utf8.count

    fileprivate var longestShown: Int {
        var writer = Writer()
        var marks = DocumentMarks(areNoted: false)
        writer.quantity(self, noting: &marks)
        return writer.bytes.count + 1 + Self.positions
    }
}
