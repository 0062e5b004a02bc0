import Testing
import Worker

struct PositionWatchTests {
    @Test
    func `after a seek the old position says nothing until something moves it`() {
        var watch = PositionWatch()
        #expect(watch.isFresh(9, of: .uploads(0)) == true)
        watch.sought(.uploads(0), standingAt: 9)
        #expect(watch.isFresh(9, of: .uploads(0)) == false)
        #expect(watch.isFresh(9, of: .uploads(1)) == true)
        // A marker moved it.
        #expect(watch.isFresh(6, of: .uploads(0)) == true)
        #expect(watch.isFresh(9, of: .uploads(0)) == true)
    }

    @Test
    func `a record that was delivered makes the position good again`() {
        var watch = PositionWatch()
        watch.sought(.uploads(0), standingAt: 9)
        watch.delivered(.uploads(0))
        #expect(watch.isFresh(9, of: .uploads(0)) == true)
    }

    @Test
    func `an input without a position before the seek is trusted`() {
        var watch = PositionWatch()
        watch.sought(.uploads(0), standingAt: nil)
        #expect(watch.isFresh(3, of: .uploads(0)) == true)
    }
}
