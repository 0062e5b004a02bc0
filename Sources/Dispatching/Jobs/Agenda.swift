/// The times at which subjects must be checked: a binary heap, earliest first.
///
/// A subject can have several times, because an extra check does no harm.
struct Agenda<Subject: Sendable>: Sendable {
    private var heap: [(time: Int64, subject: Subject)] = []

    var count: Int { heap.count }
    /// The earliest time; nil if there is none.
    var next: Int64? { heap.first?.time }

    mutating func add(_ subject: Subject, at time: Int64) {
        heap.append((time, subject))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].time < heap[parent].time else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes and returns a subject that is due; nil if there is none.
    mutating func pop(at now: Int64) -> (time: Int64, subject: Subject)? {
        guard let first = heap.first, first.time <= now else { return nil }
        let last = heap.removeLast()
        if heap.isEmpty { return first }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[child].time < heap[least].time { least = child }
            }
            if least == parent { return first }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
