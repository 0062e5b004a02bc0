import Kafka
import Testing

struct CoordinatorWakerTests {
    @Test func `a call is woken when it takes too long, and again after a pause`() {
        let now = ContinuousClock.now
        var patience = CallPatience()
        let woken = (0...60).filter { patience.isOver(began: now, at: now + .seconds($0)) }
        #expect(woken == [5, 25, 45])
        // Another call, which is waited for as long as the first.
        let next = (60...90).filter { patience.isOver(began: now + .seconds(62), at: now + .seconds($0)) }
        #expect(next == [67, 87])
        let idle = patience.isOver(began: nil, at: now + .seconds(200))
        #expect(!idle)
    }
}
