import Foundation

/// The documents of a set of samples, by a slow and obvious reading of the rules: no windows, no state, no order.
struct Oracle {
    var documents: [String: Tree] = [:]
    /// The samples that show.
    let samples: [PlainSample]
    /// The ids of workouts by the key of the sample that belongs to them by name; nothing if it names none.
    let namedWorkouts: [String: Set<String>]
    var clock = OracleClock()

    /// Reads all arrivals: the set is what no deletion names, and of what is in it several times one shows.
    init(_ arrivals: [Arrival]) {
        let truth = OracleTruth(Array(Self.set(arrivals).values), deleted: Self.deleted(arrivals))
        samples = truth.shown.sorted(by: PlainSample.ascending)
        namedWorkouts = truth.named
        addTotals()
        addSummaries()
        addHours()
        addDays()
        addCharacteristics()
        addSleep()
        addWorkouts()
        addMotion()
    }

    /// Adds a document of samples; an item's id follows from the document's unless it is given.
    mutating func add(
        _ type: String,
        _ name: String?,
        _ bounds: (start: Double, end: Double),
        of samples: [PlainSample],
        zone: String? = nil,
        item: [String: Tree],
        others: [[String: Tree]] = []
    ) {
        let id = name.map { "\(type)/\($0)" } ?? type
        let last = samples.max { ($0.start, $0.id) < ($1.start, $1.id) }
        let places = OraclePlaces(samples)
        let items = ([item] + others).map { item in
            var whole = item
            whole["id"] = item["id"] ?? .text(OracleID.v5("\(History.connection)/\(id)"))
            whole["name"] = item["name"] ?? .text(type)
            whole["start_date"] = .number(bounds.start)
            whole["end_date"] = .number(bounds.end)
            for (key, value) in whole where value.members.isEmpty {
                if case .object = value { whole[key] = nil }
            }
            return Tree.object(whole)
        }
        var document: [String: Tree] = [
            "id": .text(id), "connection_id": .text(History.connection), "type": .text(type),
            "start_date": .number(bounds.start), "end_date": .number(bounds.end),
            "time_zone": .text(zone ?? last?.zone ?? ""), "source": .list(places.sources),
            "meta_data": .object([:]), "data": .list(items),
        ]
        if !places.devices.isEmpty { document["device"] = .list(places.devices) }
        documents[id] = .object(document)
    }

    /// Samples as an item lists them: `data` and `nested_data`.
    static func listed(_ samples: [PlainSample], _ places: OraclePlaces) -> [String: Tree] {
        var data: [String: [Tree]] = [:]
        var nested: [String: [Tree]] = [:]
        for sample in samples.sorted(by: PlainSample.ascending) {
            if sample.known.isListed {
                data[sample.type, default: []] += quantities(sample, places)
            } else {
                let key = sample.known.kind == .route ? "workoutRoute" : sample.type
                nested[key, default: []].append(nestedItem(sample, key, places))
            }
        }
        return ["data": .object(data.mapValues { .list($0) }), "nested_data": .object(nested.mapValues { .list($0) })]
    }

    /// A quantity or category sample as quantities.
    static func quantities(_ sample: PlainSample, _ places: OraclePlaces, type: String? = nil) -> [Tree] {
        let isQuantity = sample.known.isQuantity
        let code = Int(sample.value ?? 0)
        var members: [String: Tree] = [
            "id": .text(sample.id), "start_date": .number(sample.start), "end_date": .number(sample.end),
            "value": value(sample.canonical, isQuantity ? sample.known.unit : sample.known.names[code] ?? "\(code)"),
        ]
        members["type"] = type.map { .text($0) }
        members["meta_data"] = metadata(sample)
        members["source"] = places.source(sample)
        members["device"] = places.device(sample)
        guard isQuantity, sample.isCondensed else { return [.object(members)] }
        members["count"] = .number(Double(sample.count ?? 0))
        var all: [Tree] = []
        let bounds = sample.hasFittingBounds ? [("minimum", sample.minimum), ("maximum", sample.maximum)] : []
        for (word, number) in [(sample.known.kind == .cumulative ? "sum" : "average", sample.value)] + bounds {
            guard let number else { continue }
            members["type"] = .text(word)
            members["value"] = value(sample.canonical(number), sample.known.unit)
            all.append(.object(members))
        }
        return all
    }

    /// A sample of any other kind as a nested item.
    private static func nestedItem(_ sample: PlainSample, _ key: String, _ places: OraclePlaces) -> Tree {
        var item: [String: Tree] = [
            "id": .text(sample.id), "name": .text(key), "start_date": .number(sample.start),
            "end_date": .number(sample.end),
        ]
        item["meta_data"] = metadata(sample)
        item["source"] = sample.source?.shown
        item["device"] = sample.device.map(OraclePlaces.shown)
        if let points = sample.points, !points.isEmpty {
            let sorted = points.sorted { $0["time"] ?? 0 < $1["time"] ?? 0 }
            item["coordinates"] = .list(sorted.map { .object($0.mapValues { .number($0) }) })
        }
        if let members = sample.memberSamples {
            item["data"] = listed(members, places)["data"]
        } else if sample.points == nil {
            let fields = sample.value.map { ["value": named($0, sample.known)] } ?? sample.fields
            item["data"] = OracleFields.shown(fields, of: sample)
        }
        return .object(item)
    }

    /// A characteristic's number with its name.
    private static func named(_ number: Double, _ type: OracleType) -> Tree {
        guard type.kind == .characteristic else { return .number(number) }
        return .object(["value": .number(number), "unit": .text(type.names[Int(number)] ?? "\(Int(number))")])
    }

    static func value(_ number: Double, _ unit: String) -> Tree {
        .object(["quantity": .number(number), "unit": .text(unit)])
    }

    /// Numbers of metadata, as documents show them.
    static func figures(_ figures: [String: PlainFigure]) -> [String: Tree] {
        figures.mapValues { value($0.value, $0.unit) }
    }

    /// A sample's metadata, nil when there is none.
    static func metadata(_ sample: PlainSample) -> Tree? {
        var members = figures(sample.figures)
        if let zone = sample.ownZone { members["HKTimeZone"] = value(0, zone) }
        if sample.isUserEntered { members["HKWasUserEntered"] = value(1, "bool") }
        if let note = sample.note {
            members["note"] = value(0, note == PlainSample.listNote ? #"[3,{"a":"x"}]"# : note)
        }
        if let version = sample.syncVersion {
            members["HKMetadataKeySyncVersion"] =
                sample.hasTextVersion ? value(0, "\(version)") : value(version, "count")
        }
        members["HKMetadataKeySyncIdentifier"] = sample.syncIdentifier.map { value(0, $0) }
        members["HKExternalUUID"] = sample.externalUUID.map { value(0, $0) }
        return members.isEmpty ? nil : .object(members)
    }

    /// A quantity that was computed.
    static func computed(_ computed: Computed, _ unit: String, _ bounds: (start: Double, end: Double)) -> Tree {
        var members: [String: Tree] = [
            "start_date": .number(bounds.start), "end_date": .number(bounds.end),
            "value": value(computed.number, unit), "type": .text(computed.word),
        ]
        members["count"] = computed.count.map { .number($0) }
        return .object(members)
    }

    /// A number of a kind, such as `sum`; an average has the number of values that it is of, where that is known.
    struct Computed {
        var word: String
        var number: Double
        var count: Double?

        init(_ word: String, _ number: Double, count: Double? = nil) {
            (self.word, self.number, self.count) = (word, number, count)
        }
    }
}

/// A document's lists of sources and devices, and where a sample's stand in them.
struct OraclePlaces {
    let sources: [Tree]
    let devices: [Tree]

    init(_ samples: [PlainSample]) {
        let all = samples + samples.flatMap { $0.memberSamples ?? [] }
        sources = Self.distinct(all.compactMap { $0.source?.shown })
        devices = Self.distinct(all.compactMap { $0.device.map(Self.shown) })
    }

    private static func distinct(_ trees: [Tree]) -> [Tree] {
        Dictionary(trees.map { ($0.json, $0) }) { first, _ in first }.sorted { $0.key < $1.key }.map(\.value)
    }

    static func shown(_ device: [String: String]) -> Tree {
        let keys = [
            "firmwareVersion", "hardwareVersion", "localIdentifier", "manufacturer", "model", "name", "softwareVersion",
            "udiDeviceIdentifier",
        ]
        return .object(Dictionary(uniqueKeysWithValues: keys.map { ($0, device[$0].map { .text($0) } ?? .null) }))
    }

    func source(_ sample: PlainSample) -> Tree? { Self.place(of: sample.source?.shown, in: sources) }
    func device(_ sample: PlainSample) -> Tree? { Self.place(of: sample.device.map(Self.shown), in: devices) }

    private static func place(of tree: Tree?, in list: [Tree]) -> Tree? {
        guard let tree, list.count > 1 else { return nil }
        return list.firstIndex { $0.json == tree.json }.map { .number(Double($0)) }
    }
}

/// The fields of a sample of a kind of its own.
enum OracleFields {
    static func shown(_ fields: [String: Tree], of sample: PlainSample) -> Tree {
        var data: [String: Tree] = [:]
        for (name, field) in fields {
            var quantities: [(Tree, String?)] = []
            switch field {
            case .null: continue
            case .list(let list): quantities = list.map { (single($0), nil) }
            case .object(let members) where members["value"] == nil:
                quantities = members.sorted { $0.key < $1.key }.map { (single($0.value), $0.key) }
            default: quantities = [(single(field), nil)]
            }
            data[name] = .list(
                quantities.map { value, type in
                    var value = value
                    if name == "voltages" { value["unit"] = .text("µV") }
                    var members: [String: Tree] = [
                        "start_date": .number(sample.start), "end_date": .number(sample.end), "value": value,
                    ]
                    members["type"] = type.map { .text($0) }
                    return .object(members)
                }
            )
        }
        return .object(data)
    }

    private static func single(_ field: Tree) -> Tree {
        switch field {
        case .number(let number): Oracle.value(number, "count")
        case .text(let text): Oracle.value(0, text)
        case .object(let members) where members["value"] == nil: Oracle.value(0, field.json)
        default: Oracle.value(field["value"]?.number ?? 0, field["unit"]?.text ?? "")
        }
    }
}
