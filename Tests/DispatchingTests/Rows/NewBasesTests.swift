import Dispatching
import Testing

struct NewBasesTests {
    @Test(arguments: [false, true])
    func `a partition begins a new base once if that is asked, and whenever its topic is a new one`(isAsked: Bool) {
        var bases = NewBases(areAsked: isAsked)
        let asked = isAsked ? SequenceStart.ofNewBase : .kept
        #expect(bases.start(of: 1, isOfNewTopic: false) == asked)
        #expect(bases.start(of: 1, isOfNewTopic: true) == .ofNewTopic)
        bases.committed([1])
        #expect(bases.start(of: 1, isOfNewTopic: false) == .kept)
        #expect(bases.start(of: 2, isOfNewTopic: false) == asked)
        #expect(bases.start(of: 1, isOfNewTopic: true) == .ofNewTopic)
    }
}
