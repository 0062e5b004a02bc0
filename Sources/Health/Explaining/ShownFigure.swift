import JSON
import Vocabulary

/// A list of a document as its JSON shows it.
struct ShownFigure {
    /// What a list shows of a sample.
    struct Member: Hashable {
        let id: UUID128
        let start: Double
    }

    let pointer: JSONPointer
    /// The samples that the list shows; empty if the list is computed.
    var members: Set<Member> = []
    private var isList = false
    private var numbers: [Explanation.Value] = []

    /// The computed numbers, and the number of samples that the list shows.
    var values: [Explanation.Value] {
        isList ? numbers + [Explanation.Value(name: "samples", number: Double(members.count))] : numbers
    }

    /// Reads the figures of a document, by pointer; empty if the bytes are not a document with figures.
    static func all(of document: [UInt8]) -> [JSONPointer: ShownFigure] {
        var parser = Parser()
        guard let root = try? parser.parse(document), let type = root.member("type")?.text?.string,
            type != DataType.motion.name, var items = root.member("data")?.elements, let item = items.next()
        else { return [:] }
        var found: [ShownFigure] = []
        let pointer = JSONPointer.root.member("data").element(0)
        add(item, at: pointer, isWhole: true, to: &found)
        let computed = numbers(in: item.member("meta_data"))
        switch type {
        case DataType.workouts.name:
            var workout = ShownFigure(pointer: pointer)
            workout.numbers = computed.filter { ofWorkouts.contains($0.name) }
            workout.add(item)
            found.append(workout)
        case DataType.sleep.name, DataType.heart.name:
            let key = type == DataType.sleep.name ? "sleep" : SampleType.heartRate.identifier
            for index in found.indices where found[index].pointer == pointer.member("data").member(key) {
                found[index].numbers = computed
            }
        default: break
        }
        return Dictionary(found.map { ($0.pointer, $0) }) { first, _ in first }
    }

    /// The computed metadata of a workout.
    private static let ofWorkouts: Set<String> = [
        "duration", "moving_time", "elevation_ascended", "elevation_descended", "primary",
    ]
    private static let activity = Array("workoutActivity_".utf8)

    private init(pointer: JSONPointer) { self.pointer = pointer }

    /// Adds the figures of an item; `isWhole` is false for an activity of a workout, whose nested items are events.
    private static func add(_ item: Value, at pointer: JSONPointer, isWhole: Bool, to found: inout [ShownFigure]) {
        var lists = item.member("data")?.members
        while let list = lists?.next() {
            var figure = ShownFigure(pointer: pointer.member("data").member(list.key.string))
            var quantities = list.value.elements
            while let quantity = quantities?.next() { figure.add(quantity) }
            found.append(figure)
        }
        guard isWhole, var nested = item.member("nested_data")?.members else { return }
        while let list = nested.next() {
            let own = pointer.member("nested_data").member(list.key.string)
            let isGroup = list.key == "samples" || list.key.bytes.starts(with: activity)
            var figure = ShownFigure(pointer: own)
            var items = list.value.elements
            var index = 0
            while let item = items?.next() {
                if isGroup {
                    add(item, at: own.element(index), isWhole: list.key == "samples", to: &found)
                } else {
                    figure.add(item)
                }
                index += 1
            }
            // Events, laps and splits have no ids.
            if !figure.members.isEmpty { found.append(figure) }
        }
    }

    /// Adds a quantity or an item: a sample if it has an id, a computed number otherwise.
    private mutating func add(_ shown: Value) {
        if let id = shown.member("id")?.text?.string, let start = shown.member("start_date")?.double {
            isList = true
            if let id = UUID128(id) { members.insert(Member(id: id, start: start)) }
        } else if let word = shown.member("type")?.text?.string, let number = Self.number(shown.member("value")) {
            numbers.append(Explanation.Value(name: word, number: number))
        }
    }

    private static func numbers(in metadata: Value?) -> [Explanation.Value] {
        guard var members = metadata?.members else { return [] }
        var numbers: [Explanation.Value] = []
        while let member = members.next() {
            if let number = number(member.value) {
                numbers.append(Explanation.Value(name: member.key.string, number: number))
            }
        }
        return numbers
    }

    private static func number(_ value: Value?) -> Double? { value?.member("quantity")?.double }
}
