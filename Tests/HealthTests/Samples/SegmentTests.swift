import Health
import Randomness
import Testing
import Vocabulary

struct SegmentTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a segment comes back from its bytes`(seed: UInt64) throws {
        var dice = SeededRandom(seed: seed)
        var samples = Samples()
        let origins = ["a", "b", "c"].map { samples.origin($0, product: "Watch", device: $0 == "c" ? "{}" : "") }
        let types = try ["StepCount", "HeartRate", "SleepAnalysis"].map(Samples.type)
        var segment = Segment()
        for _ in 0..<Int.random(in: 0...30, using: &dice) {
            var extra = Extra()
            if Bool.random(using: &dice) { extra.count = Int64.random(in: 2...9, using: &dice) }
            let start = Double.random(in: -3e9...3e9, using: &dice)
            var sample = try samples.sample(
                types[Int.random(in: 0...2, using: &dice)],
                start,
                start + Double.random(in: 0...1e5, using: &dice),
                Double.random(in: -1e3...1e9, using: &dice),
                from: origins[Int.random(in: 0...2, using: &dice)],
                flags: Sample.Flags(rawValue: UInt16.random(in: 0...511, using: &dice)),
                extra: extra
            )
            sample.version = Int64.random(in: Int64.min...Int64.max, using: &dice)
            segment.rows.append(sample)
        }
        segment.rows.sort { $0.key < $1.key }
        var pool = Pool(zones: ZoneTable { _ in nil })
        _ = pool.intern(samples.pool.origins[2])
        let alone = segment.packed(samples.pool)
        #expect(try #require(Segment(alone, pool: &pool)).packed(pool) == alone, "seed \(seed)")
        var list = OriginList()
        let bytes = segment.packed(samples.pool, naming: &list)
        var named = try #require(OriginList(list.packed(samples.pool), pool: &pool))
        let back = try #require(Segment(bytes, naming: named, pool: &pool))
        #expect(back.packed(pool, naming: &named) == bytes, "seed \(seed)")
        expectSame((back, pool, named), with: (segment, samples.pool, list), seed)
        #expect(back.rows.count == segment.rows.count)
        for (one, other) in zip(back.rows, segment.rows) {
            #expect(one.key == other.key && one.start == other.start && one.end == other.end, "seed \(seed)")
            #expect(one.value == other.value && one.version == other.version, "seed \(seed)")
            #expect(one.flags == other.flags, "seed \(seed)")
            #expect(pool.origin(one).canonical == samples.pool.origin(other).canonical, "seed \(seed)")
            #expect(Array(pool.extra(one)) == Array(samples.pool.extra(other)), "seed \(seed)")
            for packed in [bytes, alone] {
                #expect(unsafe Segment.hasAny(of: SoughtIDs([one.id]), in: packed.span.bytes))
                #expect(unsafe Segment.hasAny(of: SoughtIDs(others.union([one.id])), in: packed.span.bytes))
            }
            for expected in [0, back.rows.count / 2, back.rows.count] {
                let position = back.position(of: one.key, expected: expected)
                #expect(position.isHeld && back.rows[position.index].key == one.key, "seed \(seed)")
            }
        }
        #expect(unsafe !Segment.hasAny(of: SoughtIDs([UUID128(hi: 1, lo: 0)]), in: bytes.span.bytes))
        #expect(unsafe !Segment.hasAny(of: SoughtIDs(others), in: bytes.span.bytes))
        // What can't be read must be looked at by who can say so.
        let later: [UInt8] = [9, 0, 0]
        #expect(unsafe Segment.hasAny(of: SoughtIDs([UUID128(hi: 1, lo: 0)]), in: later.span.bytes))
        let torn = Array(bytes.prefix(8))
        #expect(unsafe Segment.hasAny(of: SoughtIDs(others), in: torn.span.bytes))
    }

    @Test func `an extra beyond the first two gibibytes of a commit is found where it lies`() throws {
        var samples = Samples()
        var sample = try samples.sample(Samples.type("StepCount"), 0, 1, 2, from: samples.origin("a"))
        sample.extraStart = 3 << 30
        sample.extraCount = 3_000_000_000
        #expect(sample.extraRange == 3 << 30..<(3 << 30) + 3_000_000_000)
        #expect(MemoryLayout<Sample>.stride == 80, "a sample is no longer than it must be")
    }

    /// More than are looked for one by one.
    private var others: Set<UUID128> { Set((0..<9).map { UUID128(hi: 1, lo: $0) }) }

    /// What came back and is added to has the bytes of one that was never packed.
    private func expectSame(
        _ back: (segment: Segment, pool: Pool, list: OriginList),
        with made: (segment: Segment, pool: Pool, list: OriginList),
        _ seed: UInt64
    ) {
        let count = made.segment.rows.count
        func expect(_ left: Segment, _ right: Segment, _ place: Int) {
            #expect(left.packed(back.pool) == right.packed(made.pool), "seed \(seed), place \(place)")
            var (list, other) = (back.list, made.list)
            let bytes = left.packed(back.pool, naming: &list)
            #expect(bytes == right.packed(made.pool, naming: &other), "seed \(seed), place \(place)")
        }
        for place in [0, count / 2, count - 1] where count > 0 {
            var left = back.segment
            var right = made.segment
            var new = back.segment.rows[place]
            new.start += place == 0 ? -0.001 : 0.001
            new.upload = 3
            left.rows.insert(new, at: left.position(of: new.key).index)
            var same = made.segment.rows[place]
            same.start = new.start
            right.rows.insert(same, at: right.position(of: same.key).index)
            expect(left, right, place)
            left = back.segment
            right = made.segment
            left.rows.remove(at: place)
            right.rows.remove(at: place)
            expect(left, right, place)
        }
    }

    @Test func `a later format, a rest and an origin that is not there are refused`() throws {
        var samples = Samples()
        let origin = samples.origin("a")
        var segment = Segment()
        segment.rows = [try samples.sample(Samples.type("StepCount"), 0, 1, 2, from: origin)]
        let good = segment.packed(samples.pool)
        var list = OriginList()
        let named = segment.packed(samples.pool, naming: &list)
        for bytes in [[5] + named.dropFirst(), named + [0], Array(named.dropLast()), good, []] {
            var pool = Pool(zones: ZoneTable { _ in nil })
            let origins = try #require(OriginList(list.packed(samples.pool), pool: &pool))
            #expect(Segment(bytes, naming: origins, pool: &pool) == nil)
        }
        var other = Pool(zones: ZoneTable { _ in nil })
        #expect(Segment(named, naming: OriginList(), pool: &other) == nil)
        let origins = list.packed(samples.pool)
        for bytes in [[3] + origins.dropFirst(), origins + [0], Array(origins.dropLast()), []] {
            #expect(OriginList(bytes, pool: &other) == nil)
        }
        for bytes in [[4] + good.dropFirst(), good + [0], Array(good.dropLast()), []] {
            var pool = Pool(zones: ZoneTable { _ in nil })
            #expect(Segment(bytes, pool: &pool) == nil)
        }
    }

    @Test func `an origin far beyond the list is refused`() {
        var packer = Packer()
        packer.byte(2)
        packer.count(0)
        packer.count(1)
        // Origin, type and flags follow.
        packer.byte(16)
        packer.word(0)
        packer.word(0)
        packer.signed(0)
        packer.unsigned(0)
        packer.unsigned(.max)
        packer.unsigned(0)
        packer.byte(0)
        var pool = Pool(zones: ZoneTable { _ in nil })
        #expect(Segment(packer.bytes, pool: &pool) == nil)
    }

    @Test func `a zone that this machine has lost counts as UTC`() throws {
        let lost = try Zone(name: "Mars/Olympus", tzif: ZoneFiles.file(before: 3600))
        var samples = Samples()
        let origin = samples.origin("a", zone: lost)
        let canonical = samples.pool.canonicals[Int(origin)]
        #expect(Origin(canonical: canonical.span, zones: ZoneTable { _ in nil })?.ownZone?.name == "UTC")
    }

    @Test func `a workout and a route come back from their bytes`() throws {
        let workout = try GoodBytes.workout()
        let back = Workout(workout.packed[...])
        #expect(back.packed == workout.packed)
        #expect(back.activities.first?.end == 50 && back.events.first?.type.number == 1 && back.duration == 60)
        let bytes = try GoodBytes.route()
        let points = Location.unpack(bytes[...])
        #expect(Location.pack(points) == bytes)
        #expect(points.map(\.time) == [1, 2], "points ascend")
        #expect(points[0].verticalAccuracy == 5 && points[1].speed == 0 && points[1].altitude == nil)
    }
}
