import Requests
import Testing

@Suite struct LookupQueueTests {
    @Test func `names begin in their order, each once, on as many threads as there are`() {
        var queue = LookupQueue(threadCount: 2)
        for host in ["a", "b", "c"] { lookUp(host, 1, in: &queue) }
        for host in ["a", "a", "b", "c"] { queue.append(host) }
        #expect(queue.begin() == "a")
        #expect(queue.begin() == "b")
        #expect(queue.begin() == nil)
        queue.end("a", milliseconds: 1)
        #expect(queue.begin() == "c")
        queue.end("b", milliseconds: 1)
        #expect(queue.begin() == nil)
    }

    private func lookUp(_ host: String, _ milliseconds: Int64, in queue: inout LookupQueue) {
        queue.append(host)
        #expect(queue.begin() == host)
        queue.end(host, milliseconds: milliseconds)
    }

    @Test func `names that were never looked up leave a quarter of the threads to others`() {
        var queue = LookupQueue(threadCount: 4)
        for host in ["x", "y"] { lookUp(host, 1, in: &queue) }
        for host in ["a", "b", "c", "d", "x", "y"] { queue.append(host) }
        #expect((0..<5).map { _ in queue.begin() } == ["a", "b", "c", "x", nil])
        queue.end("x", milliseconds: 1)
        #expect(queue.begin() == "y")
        queue.end("a", milliseconds: LookupQueue.slowMilliseconds)
        #expect(queue.begin() == "d")
    }

    @Test func `a fast name that has become slow is slow, and a slow one that has become fast is fast`() {
        var queue = LookupQueue(threadCount: 1)
        let slow = LookupQueue.slowMilliseconds + 1
        for milliseconds in [1, slow, 1, slow] { lookUp("a", milliseconds, in: &queue) }
        queue = LookupQueue(threadCount: 4)
        for host in ["a", "b", "c"] { for milliseconds in [1, slow] { lookUp(host, milliseconds, in: &queue) } }
        for host in ["a", "b", "c"] { queue.append(host) }
        #expect((0..<3).map { _ in queue.begin() } == ["a", "b", nil])
    }

    @Test func `no more fast names are remembered than allowed`() {
        var queue = LookupQueue(threadCount: 4)
        let names = (0..<LookupQueue.namesMax + 50).map(String.init)
        for name in names { lookUp(name, 1, in: &queue) }
        // These leave a thread to fast names only.
        for host in ["a", "b", "c"] {
            queue.append(host)
            #expect(queue.begin() == host)
        }
        names.forEach { queue.append($0) }
        var count = 0
        while let host = queue.begin() {
            queue.end(host, milliseconds: 1)
            count += 1
        }
        #expect(count == LookupQueue.namesMax)
    }

    @Test func `a name that is asked for during its lookup waits for the end`() {
        var queue = LookupQueue(threadCount: 4)
        queue.append("a")
        #expect(queue.begin() == "a")
        queue.append("a")
        queue.append("b")
        #expect(queue.begin() == "b")
        queue.end("b", milliseconds: 1)
        #expect(queue.begin() == nil)
        queue.end("a", milliseconds: 1)
        #expect(queue.begin() == "a")
    }

    @Test func `slow names share half of the threads until they are fast`() {
        var queue = LookupQueue(threadCount: 4)
        for host in ["a", "b", "c"] { lookUp(host, LookupQueue.slowMilliseconds + 1, in: &queue) }
        for host in ["d", "e"] { lookUp(host, 1, in: &queue) }
        for host in ["a", "b", "c", "d", "e"] { queue.append(host) }
        #expect((0..<5).map { _ in queue.begin() } == ["a", "b", "d", "e", nil])
        queue.end("a", milliseconds: LookupQueue.slowMilliseconds)
        #expect(queue.begin() == "c")
    }

    @Test func `a name that nobody waits for is not looked up`() {
        var queue = LookupQueue(threadCount: 1)
        queue.append("a")
        queue.append("b")
        queue.remove("a")
        #expect(queue.begin() == "b")
    }

    @Test func `one thread looks up slow names, too`() {
        var queue = LookupQueue(threadCount: 1)
        for _ in 0..<2 {
            queue.append("a")
            #expect(queue.begin() == "a")
            queue.end("a", milliseconds: 5_000)
        }
    }
}
