/// Motion, rule after rule, with lists that are searched again and again.
extension Oracle {
    /// What a source did for some time, in tenths of a second.
    private struct Stretch {
        /// The sample that it began with.
        var first: PlainSample
        var from: Int
        var to: Int
        var flags: Set<String>
        var confidence: Int

        /// How an upload says it.
        init(_ sample: PlainSample, from: Int, to: Int) {
            first = sample
            (self.from, self.to) = (from, to)
            flags = Set(sample.fields["activities"]?.list.compactMap(\.text) ?? [])
            if flags.count > 1 { flags.remove("unknown") }
            confidence = Int(sample.fields["confidence"]?.number ?? 0)
        }

        var isUnknown: Bool { flags.isSubset(of: ["unknown"]) }

        func has(_ flag: String) -> Bool { flags.contains(flag) }

        var kind: String {
            let ranks = [
                ("cycling", "cycling"), ("running", "running"), ("walking", "walking"), ("automotive", "driving"),
            ]
            let kind = ranks.first { has($0.0) }?.1 ?? "stationary"
            return kind == "stationary" && to - from >= 3 * 36_000 ? "sleeping" : kind
        }
    }

    private static func tenth(_ sample: PlainSample) -> Int {
        let milliseconds = Double(PlainSample.milliseconds(sample.start))
        return Int(((milliseconds + 50) / 100).rounded(.down))
    }

    mutating func addMotion() {
        let all = samples.filter { $0.known.kind == .motion }
        for day in Set(all.map(\.utcDay).flatMap { $0 - 4...$0 + 4 }) {
            let read = all.filter { (day - 3...day + 2).contains($0.utcDay) }
            let sources = Dictionary(grouping: read, by: \.sourceKey).mapValues(Self.stretches)
            var shown: [(key: String, parts: [(Stretch, from: Int, to: Int)])] = []
            for (key, stretches) in sources.sorted(by: { $0.key < $1.key }) {
                let parts = stretches.compactMap { stretch -> (Stretch, from: Int, to: Int)? in
                    let bounds = clock.bounds(day, stretch.first.zone)
                    let (midnight, next) = (Int(bounds.start) * 10, Int(bounds.end) * 10)
                    if stretch.from == stretch.to {
                        return midnight <= stretch.from && stretch.from < next
                            ? (stretch, stretch.from, stretch.to) : nil
                    }
                    let (from, to) = (max(midnight, stretch.from), min(next, stretch.to))
                    return from < to ? (stretch, from, to) : nil
                }
                if !parts.isEmpty { shown.append((key, parts)) }
            }
            if !shown.isEmpty { add(day, shown) }
        }
    }

    private mutating func add(_ day: Int, _ shown: [(key: String, parts: [(Stretch, from: Int, to: Int)])]) {
        let members = shown.flatMap(\.parts).map(\.0.first)
        var all: [(start: Double, end: Double)] = []
        for member in members { all.append(clock.bounds(day, member.zone)) }
        let name = OracleClock.text(day)
        let places = OraclePlaces(members)
        let items = shown.map { key, parts -> [String: Tree] in
            var data: [String: [Tree]] = [:]
            var tenths: [String: Int] = [:]
            for (stretch, from, to) in parts {
                data[stretch.kind, default: []].append(Self.quantity(stretch, from, to, places))
                tenths[stretch.kind, default: 0] += to - from
            }
            var metadata = tenths.mapValues { Self.value(Double($0) / 10, "s") }
            metadata["recorded"] = Self.value(Double(tenths.values.reduce(0, +)) / 10, "s")
            let id = OracleID.v5("\(History.connection)/motion/\(name)/\(key)")
            return ["id": .text(id), "data": .object(data.mapValues { .list($0) }), "meta_data": .object(metadata)]
        }
        let bounds = (start: all.map(\.start).min() ?? 0, end: all.map(\.end).max() ?? 0)
        add("motion", name, bounds, of: members, item: items[0], others: Array(items.dropFirst()))
    }

    private static func quantity(_ stretch: Stretch, _ from: Int, _ to: Int, _ places: OraclePlaces) -> Tree {
        let order = ["stationary", "automotive", "walking", "running", "cycling"]
        var metadata = self.metadata(stretch.first)?.members ?? [:]
        metadata["confidence"] = value(Double(stretch.confidence), "count")
        var members: [String: Tree] = [
            "id": .text(stretch.first.id), "start_date": .number(Double(from) / 10),
            "end_date": .number(Double(to) / 10), "value": value(Double(to - from) / 10, "s"),
            "type": .text(order.filter(stretch.has).joined(separator: "+")), "meta_data": .object(metadata),
        ]
        members["source"] = places.source(stretch.first)
        members["device"] = places.device(stretch.first)
        return .object(members)
    }

    /// What the samples of one source come to.
    private static func stretches(_ samples: [PlainSample]) -> [Stretch] {
        // 1: one in a tenth of a second, up to the next one.
        let tenths = Dictionary(grouping: samples, by: tenth)
        let starts = tenths.keys.sorted()
        var list = starts.enumerated().compactMap { index, start -> Stretch? in
            guard let here = tenths[start], let least = here.min(by: { ($0.id, $0.start) < ($1.id, $1.start) }) else {
                return nil
            }
            let next = index + 1 < starts.count ? starts[index + 1] : start
            var stretch = Stretch(least, from: start, to: next - start <= 864_000 ? next : start)
            stretch.confidence = here.map { Stretch($0, from: start, to: start).confidence }.max() ?? 0
            return stretch
        }
        giveAwayUnknown(&list)
        merge(&list)
        rewrite(&list)
        merge(&list)
        return list
    }

    /// 2, first half: unknown time goes to those around it, or to nobody.
    private static func giveAwayUnknown(_ list: inout [Stretch]) {
        while let first = list.firstIndex(where: \.isUnknown) {
            var last = first
            while last + 1 < list.count, list[last + 1].isUnknown { last += 1 }
            if first > 0, last + 1 < list.count, list[first - 1].flags == list[last + 1].flags,
                (first - 1...last).allSatisfy({ list[$0].to == list[$0 + 1].from })
            {
                list[first - 1].to = list[last + 1].from
            }
            list.removeSubrange(first...last)
        }
    }

    /// 2, second half: equal neighbors become one, and so do car rides.
    private static func merge(_ list: inout [Stretch]) {
        while let index = list.indices.dropLast().first(where: { index in
            let (one, next) = (list[index], list[index + 1])
            return one.to == next.from && (one.flags == next.flags || one.has("automotive") && next.has("automotive"))
        }) {
            let next = list.remove(at: index + 1)
            list[index].to = next.to
            list[index].flags.formUnion(next.flags)
            list[index].confidence = max(list[index].confidence, next.confidence)
        }
    }

    /// 3: what is too short for what it was taken for.
    private static func rewrite(_ list: inout [Stretch]) {
        let raw = list
        for (index, one) in raw.enumerated() where one.to > one.from {
            let before = index > 0 && list[index - 1].to == one.from ? list[index - 1].flags : []
            let after = index + 1 < raw.count && raw[index + 1].from == one.to ? raw[index + 1].flags : []
            let seconds = Double(one.to - one.from) / 10
            var flags = one.flags
            if one.has("automotive"), seconds < 300 { flags = flags.subtracting(["automotive"]).union(["stationary"]) }
            if one.has("cycling"), seconds < 120 {
                let instead = ["running", "walking"].first { before.contains($0) || after.contains($0) }
                flags = flags.subtracting(["cycling"]).union([instead ?? "stationary"])
            }
            if one.flags == ["walking"], one.confidence == 0, seconds < 60, before == ["stationary"],
                after == ["stationary"]
            {
                flags = ["stationary"]
            }
            list[index].flags = flags
        }
    }
}
