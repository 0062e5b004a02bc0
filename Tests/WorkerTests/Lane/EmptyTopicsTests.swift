import Kafka
import Testing
import Worker

/// Which topics of documents count as empty, over commits that succeed, fail, and end without a word.
struct EmptyTopicsTests {
    private let place = TopicPartition("fork.connection.c", 0)

    @Test func `one that was made is empty, unasked, until something is committed to it`() {
        var topics = EmptyTopics(ownPrefix: "fork.connection.")
        topics.noteMade([place.topic])
        for _ in 0..<2 {
            #expect(topics.asked([place]).isEmpty)
            #expect(topics.empty([place], ends: [:]) == [place])
        }
        topics.noteCommitted()
        #expect(topics.asked([place]) == [place])
        #expect(topics.empty([place], ends: [place: 2]).isEmpty)
        #expect(topics.asked([place]).isEmpty)
        #expect(topics.empty([place], ends: [:]).isEmpty)
    }

    @Test func `one that was made is asked for when nobody knows whether its first records are committed`() {
        var topics = EmptyTopics(ownPrefix: "fork.connection.")
        topics.noteMade([place.topic])
        topics.noteUncertain()
        #expect(topics.asked([place]) == [place])
        #expect(topics.empty([place], ends: [place: 3]).isEmpty)
    }

    @Test func `one that others write to is asked for each time, since they may have made it again`() {
        let shared = TopicPartition("fork.documents", 2)
        var topics = EmptyTopics(ownPrefix: "fork.connection.")
        #expect(topics.empty([shared], ends: [shared: 4]).isEmpty)
        #expect(topics.asked([shared, place]) == [shared, place])
        // And once more after it was ordered, and filled.
        for _ in 0..<2 {
            #expect(topics.empty([shared], ends: [shared: 0]) == [shared])
            topics.noteOrdered([shared])
            #expect(topics.empty([shared], ends: [shared: 0]).isEmpty)
            topics.noteCommitted()
        }
    }

    @Test func `one whose documents are ordered again is not empty until that may be of yesterday`() {
        for forget in [{ $0.forget() }, { $0.noteUncertain() }] as [(inout EmptyTopics) -> Void] {
            var topics = EmptyTopics(ownPrefix: "fork.connection.")
            topics.noteMade([place.topic])
            topics.noteOrdered([place])
            #expect(topics.empty([place], ends: [place: 0]).isEmpty)
            forget(&topics)
            #expect(topics.empty([place], ends: [place: 0]) == [place])
        }
    }

    @Test func `where the last commit wrote in shared topics is asked for ahead, for the next one`() {
        let shared = (0..<3).map { TopicPartition("fork.documents", $0) }
        var topics = EmptyTopics(ownPrefix: "fork.connection.")
        _ = topics.empty([place] + shared, ends: [place: 1, shared[0]: 4, shared[1]: 4, shared[2]: 4])
        #expect(topics.askedAhead([0, 1]).isEmpty)
        topics.noteCommitted()
        #expect(Set(topics.askedAhead([0, 1])) == Set(shared[..<2]))
        topics.begin(ends: [shared[0]: 4, shared[1]: 0])
        #expect(topics.isFilled(shared[0]) && !topics.isFilled(shared[1]) && !topics.isFilled(shared[2]))
        #expect(topics.isFilled(place))
        #expect(topics.asked([place] + shared) == Array(shared[1...]))
        #expect(topics.empty([place, shared[0], shared[1]], ends: [shared[1]: 0]) == [shared[1]])
        topics.noteCommitted()
        #expect(!topics.isFilled(shared[0]))
        #expect(topics.asked([shared[0]]) == [shared[0]])
    }

    @Test func `one whose documents are ordered again is not filled before they are committed, whatever lies in it`() {
        let shared = TopicPartition("fork.documents", 0)
        var topics = EmptyTopics(ownPrefix: "fork.connection.")
        #expect(topics.empty([shared], ends: [shared: 0]) == [shared])
        topics.noteOrdered([shared])
        #expect(topics.askedAhead([0]).isEmpty)
        // What was aborted lies in it.
        topics.begin(ends: [shared: 3])
        #expect(!topics.isFilled(shared))
    }

    @Test func `what was asked for ahead is forgotten with all else`() {
        for forget in [{ $0.forget() }, { $0.noteUncertain() }] as [(inout EmptyTopics) -> Void] {
            let shared = TopicPartition("fork.documents", 0)
            var topics = EmptyTopics(ownPrefix: "fork.connection.")
            topics.begin(ends: [shared: 3])
            forget(&topics)
            #expect(!topics.isFilled(shared))
        }
    }

    @Test(arguments: [false, true])
    func `one whose first record was to be a later one was made again, and is ordered once`(isAborted: Bool) {
        let shared = TopicPartition("fork.documents", 0)
        for one in [place, shared] {
            var topics = EmptyTopics(ownPrefix: "fork.connection.")
            _ = topics.empty([one], ends: [one: 4])
            topics.noteCommitted()
            topics.begin(ends: one == shared ? [one: 4] : [:])
            #expect(topics.isFilled(one))
            _ = topics.empty([one], ends: [:])
            if isAborted {
                topics.noteAborted(begun: [one])
            } else {
                #expect(topics.noteCommitted(begun: [one, TopicPartition("fork.jobs", 0)]) == [one])
            }
            // Also where its producer is a new one.
            topics.noteUncertain()
            topics.begin(ends: [one: 1])
            #expect(!topics.isFilled(one) && topics.asked([one]).isEmpty)
            #expect(topics.empty([one], ends: [:]) == [one])
            topics.noteOrdered([one])
            #expect(topics.empty([one], ends: [one: 1]).isEmpty)
            #expect(topics.noteCommitted(begun: []).isEmpty)
            #expect(topics.asked([one]) == (one == shared ? [one] : []))
            #expect(topics.empty([one], ends: one == shared ? [one: 5] : [:]).isEmpty)
        }
    }

    @Test func `the first record of a place that was empty, made or ordered is none too many`() {
        let shared = (0..<3).map { TopicPartition("fork.documents", $0) }
        var topics = EmptyTopics(ownPrefix: "fork.connection.")
        topics.noteOrdered([shared[0]])
        topics.noteMade([place.topic])
        #expect(
            topics.empty([place] + shared, ends: [shared[0]: 0, shared[1]: 0, shared[2]: 1]) == [place, shared[1]]
        )
        #expect(topics.noteCommitted(begun: [place, shared[0], shared[1]]).isEmpty)
    }

    @Test func `each partition of a shared topic is ordered by itself`() {
        let (one, other) = (TopicPartition("fork.documents", 0), TopicPartition("fork.documents", 1))
        var topics = EmptyTopics(ownPrefix: "fork.connection.")
        topics.noteOrdered([one])
        #expect(topics.empty([one, other], ends: [one: 0, other: 0]) == [other])
    }

    @Test func `one that somebody else has made is empty while it has no record, and asked for until then`() {
        var topics = EmptyTopics(ownPrefix: "fork.connection.")
        for _ in 0..<2 {
            #expect(topics.asked([place]) == [place])
            #expect(topics.empty([place], ends: [place: 0]) == [place])
        }
        #expect(topics.empty([place], ends: [place: 1]).isEmpty)
        topics.forget()
        #expect(topics.asked([place]) == [place])
    }
}
