import Kafka
import Testing
import Worker

/// The places of documents that count as empty, over commits that succeed, fail, and end with an unknown result.
struct EmptyTopicsTests {
    private let place = TopicPartition("fork.connection.c", 0)
    private let shared = (0..<3).map { TopicPartition("fork.documents", $0) }

    /// The span of records with these offsets.
    private func span(_ offsets: Int64...) -> DeliveredSpan {
        offsets.reduce(into: DeliveredSpan()) { $0.add($1) }
    }

    /// The spans of transactions that delivered the first records of places.
    private func begun(_ places: [TopicPartition]) -> [TopicPartition: DeliveredSpan] {
        Dictionary(uniqueKeysWithValues: places.map { ($0, span(0)) })
    }

    /// A value that has committed documents of the first partition to a place.
    private func filled(_ place: TopicPartition, of partition: Int32 = 0) -> EmptyTopics {
        var topics = EmptyTopics()
        topics.beginLook()
        _ = topics.look(at: [place], of: partition, ends: [place: 4])
        topics.noteCommitted([:])
        return topics
    }

    @Test func `a topic that was created is empty, without a question, until something is committed to it`() {
        var topics = EmptyTopics()
        topics.noteMade([place.topic])
        for _ in 0..<2 {
            topics.beginLook()
            #expect(topics.asked([place]).isEmpty)
            #expect(topics.look(at: [place], of: 0, ends: [:]).empty == [place])
        }
        topics.noteCommitted([:])
        #expect(topics.isFilled(place))
        topics.beginLook()
        let (empty, doubtful) = topics.look(at: [place], of: 0, ends: [:])
        #expect(topics.asked([place]).isEmpty && empty.isEmpty && doubtful.isEmpty)
    }

    @Test func `a place with records that this lane did not commit is in doubt, whatever its end says`() {
        var topics = EmptyTopics()
        for end in [3, 500_000] as [Int64] {
            topics.beginLook()
            #expect(topics.asked([place, shared[1]]) == [place, shared[1]])
            let (empty, doubtful) = topics.look(at: [place, shared[1]], of: 1, ends: [place: end, shared[1]: 0])
            #expect(empty == [shared[1]] && doubtful == [place] && !topics.isFilled(place))
        }
        // Where nobody tells the end, too.
        topics.beginLook()
        #expect(topics.look(at: [place], of: 1, ends: [:]).doubtful == [place])
        topics.noteFilled(place, of: 1)
        #expect(topics.isFilled(place) && topics.asked([place]).isEmpty)
    }

    @Test func `a place whose documents are ordered again is expected to be empty until something is committed there`()
    {
        for one in [place, shared[2]] {
            var topics = EmptyTopics()
            topics.beginLook()
            #expect(topics.look(at: [one], of: 2, ends: [one: 0]).empty == [one])
            topics.noteOrdered([one])
            topics.beginLook()
            #expect(topics.asked([one]).isEmpty && !topics.isFilled(one))
            let (empty, doubtful) = topics.look(at: [one], of: 2, ends: [:])
            #expect(empty.isEmpty && doubtful.isEmpty && topics.remade(begun([one])).isEmpty)
            topics.noteCommitted([:])
            #expect(topics.isFilled(one) && topics.remade(begun([one])) == [one])
        }
    }

    @Test func `an order may be of yesterday after any change of topics, producer or partitions`() {
        for forget in [{ $0.forget() }, { $0.noteProducerOpened() }, { $0.noteAssigned([]) }]
            as [(inout EmptyTopics) -> Void]
        {
            var topics = EmptyTopics()
            topics.noteMade([place.topic])
            topics.noteOrdered([shared[0]])
            forget(&topics)
            topics.beginLook()
            #expect(topics.look(at: [shared[0]], of: 0, ends: [shared[0]: 0]).empty == [shared[0]])
        }
    }

    @Test func `each partition of a shared topic is ordered apart`() {
        var topics = EmptyTopics()
        topics.noteOrdered([shared[0]])
        topics.beginLook()
        #expect(topics.look(at: [shared[1]], of: 1, ends: [shared[1]: 0]).empty == [shared[1]])
    }

    @Test
    func `a place whose first record should have been a later one was recreated, and is in doubt after the abort`() {
        for one in [place, shared[0]] {
            var topics = filled(one)
            topics.noteBegun()
            topics.beginLook()
            _ = topics.look(at: [one], of: 0, ends: [:])
            #expect(topics.remade(begun([one, TopicPartition("fork.webhook-dispatch", 0)])) == [one])
            #expect(topics.remade([:]).isEmpty)
            #expect(topics.noteAborted(begun([one])) == [one.topic])
            #expect(!topics.isFilled(one) && topics.asked([one]) == [one])
            topics.beginLook()
            #expect(topics.look(at: [one], of: 0, ends: [one: 2]).doubtful == [one])
        }
    }

    @Test(arguments: [(1, true), (8, true), (9, false), (-1, true), (0, true)])
    func `a place that takes a record below its known end was recreated, and after a commit marker it was not`(
        first: Int64,
        isRemade: Bool
    ) {
        var topics = EmptyTopics()
        topics.beginLook()
        _ = topics.look(at: [place], of: 0, ends: [place: 4])
        topics.noteCommitted([place: span(4, 7)])
        #expect(topics.remade([place: span(first)]) == (isRemade ? [place] : []))
        // What was read does not change what is known of the end.
        topics.noteFilled(place, of: 0)
        #expect(topics.remade([place: span(first)]) == (isRemade ? [place] : []))
        // Batches without offsets tell no end, so the known one stays.
        topics.beginLook()
        _ = topics.look(at: [place], of: 0, ends: [:])
        topics.noteCommitted([place: span(-1)])
        #expect(topics.remade([place: span(first)]) == (isRemade ? [place] : []))
    }

    @Test func `a place that had records a moment ago was recreated when a transaction delivers the first one`() {
        var topics = EmptyTopics()
        topics.beginLook()
        _ = topics.look(at: [place], of: 0, ends: [place: 7])
        #expect(topics.remade(begun([place])) == [place])
        topics.beginLook()
        #expect(topics.remade(begun([place])).isEmpty)
    }

    @Test func `the first record of an empty, created or ordered place is expected`() {
        var topics = EmptyTopics()
        topics.noteOrdered([shared[0]])
        topics.noteMade([place.topic])
        topics.beginLook()
        _ = topics.look(at: [place], of: 0, ends: [:])
        _ = topics.look(at: [shared[0], shared[1]], of: 0, ends: [shared[1]: 0])
        #expect(topics.remade(begun([place, shared[0], shared[1]])).isEmpty)
        #expect(topics.noteAborted(begun([place, shared[0], shared[1]])).isEmpty)
    }

    @Test(arguments: [false, true])
    func `a new producer leaves everything in doubt when a transaction was open`(isOpen: Bool) {
        var topics = filled(place)
        topics.noteBegun()
        if !isOpen { _ = topics.noteAborted([:]) }
        topics.noteProducerOpened()
        #expect(topics.isFilled(place) == !isOpen)
        topics.noteFilled(place, of: 0)
        topics.noteProducerOpened()
        #expect(topics.isFilled(place))
    }

    @Test func `places of partitions that are taken over are in doubt, and no others`() {
        var topics = filled(place, of: 4)
        topics.noteFilled(shared[1], of: 1)
        topics.noteAssigned([2, 4])
        #expect(!topics.isFilled(place) && topics.isFilled(shared[1]))
    }

    @Test func `a topic that was recreated by this lane is empty although it was known to be filled`() {
        var topics = filled(place)
        topics.forget()
        topics.noteMade([place.topic])
        topics.beginLook()
        #expect(!topics.isFilled(place))
        #expect(topics.look(at: [place], of: 0, ends: [:]).empty == [place])
    }
}
