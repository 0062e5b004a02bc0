/// What is to be called at its time; of the same time in the order in which it was asked for.
struct TimerQueue {
    private struct Timer {
        let time: Int64
        let order: Int
        let body: () -> Void

        func isBefore(_ other: Timer) -> Bool { (time, order) < (other.time, other.order) }
    }

    private var heap: [Timer] = []
    private var count = 0

    /// When the next is due.
    var next: Int64 { heap.first?.time ?? .max }

    mutating func add(_ time: Int64, _ body: @escaping () -> Void) {
        heap.append(Timer(time: time, order: count, body: body))
        count += 1
        var index = heap.count - 1
        while index > 0, heap[index].isBefore(heap[(index - 1) / 2]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Takes out the first that is due.
    mutating func due(at now: Int64) -> (() -> Void)? {
        guard let first = heap.first, first.time <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            if least == index { return first.body }
            heap.swapAt(index, least)
            index = least
        }
    }
}
