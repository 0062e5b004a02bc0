import Testing
import Worker

/// When a store may have missed tombstones.
struct StoreWatchTests {
    private static let hour: Int64 = 3_600_000

    @Test(
        arguments: [
            // Offset, in step, begin, end, and whether it is made anew, at 100 h with tombstones kept for 50.
            (0, nil, 0, 9, false), (9, 1, 0, 9, false), (5, 60, 0, 9, false), (5, 49, 0, 9, true), (5, nil, 0, 9, true),
            (5, 99, 6, 9, true), (10, 99, 0, 9, true),
            // At the bounds themselves nothing is missing.
            (6, 99, 6, 9, false), (5, 50, 0, 9, false),
            // A clock that ran ahead tells no age.
            (5, 101, 0, 9, true), (9, 101, 0, 9, false),
        ] as [(Int64, Int64?, Int64, Int64, Bool)]
    )
    func `a store is made anew when the changelog no longer tells what it lacks`(
        offset: Int64,
        inStep: Int64?,
        begin: Int64,
        end: Int64,
        isRebuilt: Bool
    ) {
        let watch = StoreWatch(tombstoneMilliseconds: 50 * Self.hour)
        let reason = watch.rebuildReason(
            offset: offset,
            inStepMilliseconds: inStep.map { $0 * Self.hour },
            begin: begin,
            end: end,
            wall: 100 * Self.hour
        )
        #expect((reason != nil) == isRebuilt, "\(reason ?? "")")
    }

    @Test func `a clock that was set back by moments is no reason`() {
        let watch = StoreWatch(tombstoneMilliseconds: 50 * Self.hour)
        #expect(watch.missedReason(100 * Self.hour + 5_000, wall: 100 * Self.hour) == nil)
        #expect(watch.missedReason(100 * Self.hour + 900_000, wall: 100 * Self.hour)?.contains("clock") == true)
    }

    @Test func `a process that was stopped for days does not say that nothing is missing now`() {
        var watch = StoreWatch(tombstoneMilliseconds: 50 * Self.hour)
        #expect(watch.inStep(isRestored: true, at: 100_000, wall: 1_000) == nil)
        #expect(watch.inStep(isRestored: true, at: 100_001, wall: 1_001) == nil)
        #expect(watch.inStep(isRestored: true, at: 161_000, wall: 2_000) == 1_000)
        // Then it stands still for a month: the next check speaks of the time before.
        #expect(watch.inStep(isRestored: true, at: 99_000_000, wall: 90_000) == 2_000)
        #expect(watch.inStep(isRestored: true, at: 99_060_001, wall: 91_000) == 90_000)
    }

    @Test func `nothing is known across a restore or new partitions`() {
        var watch = StoreWatch(tombstoneMilliseconds: 50 * Self.hour)
        _ = watch.inStep(isRestored: true, at: 100_000, wall: 1_000)
        _ = watch.inStep(isRestored: false, at: 150_000, wall: 1_500)
        #expect(watch.inStep(isRestored: true, at: 200_000, wall: 2_000) == nil)
        watch.reset()
        #expect(watch.inStep(isRestored: true, at: 300_000, wall: 3_000) == nil)
        #expect(watch.inStep(isRestored: true, at: 400_000, wall: 4_000) == 3_000)
    }
}
