/// A queue: elements are appended at the end and taken from the front.
struct Fifo<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[head]
        elements[head] = nil
        head += 1
        if head > 32, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Calls `body` for each element from the front, until it returns false.
    func forEach(while body: (Element) -> Bool) {
        for index in head..<elements.count {
            guard let element = elements[index], body(element) else { return }
        }
    }
}
