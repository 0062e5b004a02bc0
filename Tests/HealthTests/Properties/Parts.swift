/// The parts of documents that were cut, put together again.
enum Parts {
    /// A document without what differs between a whole one and its first part.
    static func essential(_ document: Tree) -> Tree {
        var document = document
        for key in ["user_id", "collected_at", "parts"] { document[key] = nil }
        return document
    }

    /// A document with what a later part has of it: lists that were cut go on, those that were not are repeated.
    static func joined(document: Tree, _ part: Tree) -> Tree {
        var document = document
        for field in ["source", "device"] {
            var list = document[field]?.list ?? []
            let known = Set(list.map(\.json))
            list += (part[field]?.list ?? []).filter { !known.contains($0.json) }
            document[field] = list.isEmpty && field == "device" ? nil : .list(list)
        }
        var items = document["data"]?.list ?? []
        for item in part["data"]?.list ?? [] {
            if let index = items.firstIndex(where: { isSame($0, item) }) {
                items[index] = joined(items[index], item)
            } else {
                items.append(item)
            }
        }
        document["data"] = .list(items)
        return document
    }

    /// An item with what a later part has of it.
    static func joined(_ item: Tree, _ part: Tree) -> Tree {
        var item = item
        for field in ["data", "nested_data"] {
            for (key, list) in part[field]?.members ?? [:] {
                var object = item[field] ?? .object([:])
                var held = object[key]?.list ?? []
                for element in list.list {
                    // What was begun in an earlier part goes on here.
                    if field == "nested_data", hasContent(element),
                        let index = held.firstIndex(where: { isSame($0, element) })
                    {
                        held[index] = joined(held[index], element)
                    } else {
                        held.append(element)
                    }
                }
                object[key] = .list(held)
                item[field] = object
            }
        }
        let points = (item["coordinates"]?.list ?? []) + (part["coordinates"]?.list ?? [])
        if !points.isEmpty { item["coordinates"] = .list(points) }
        return item
    }

    private static func isSame(_ one: Tree, _ other: Tree) -> Bool {
        ["id", "name", "start_date", "end_date"].allSatisfy { one[$0]?.json == other[$0]?.json }
    }

    private static func hasContent(_ item: Tree) -> Bool {
        ["data", "nested_data", "coordinates"].contains { item[$0] != nil }
    }

    /// Whether a first record holds nothing that may move.
    static func isFixed(_ document: Tree) -> Bool { (document["data"]?.list ?? []).allSatisfy { isFixed(item: $0) } }

    private static func isFixed(item: Tree) -> Bool {
        let quantities = (item["data"]?.members ?? [:]).values.flatMap(\.list)
        // Of what is nested only the list of a workout's samples must stay, and it is empty.
        let nested = (item["nested_data"]?.members ?? [:]).filter { $0.key != "samples" }
        let samples = item["nested_data"]?["samples"]?.list ?? []
        return quantities.allSatisfy { $0["id"] == nil } && item["coordinates"] == nil && nested.isEmpty
            && samples.allSatisfy { isFixed(item: $0) }
    }

    /// Whether a part holds but one thing that can't be cut: a sample with all its quantities, or a nested sample.
    static func isOneUnit(_ document: Tree) -> Bool {
        let items = (document["data"]?.list ?? []).filter(hasContent)
        if items.count > 1 { return false }
        var item = items.first ?? .null
        while true {
            let lists = (item["data"]?.members ?? [:]).values.map(\.list)
            let nested = (item["nested_data"]?.members ?? [:]).values.map(\.list)
            let points = item["coordinates"]?.list ?? []
            if nested.count == 1, nested[0].count == 1, lists.isEmpty, points.isEmpty {
                item = nested[0][0]
                // A nested sample stays together, unless it is a route; so does an event.
                if (item["id"] != nil || item["data"] == nil), !hasContent(item) || item["coordinates"] == nil {
                    return true
                }
                continue
            }
            if nested.isEmpty, points.isEmpty, lists.count == 1 {
                return Set(lists[0].map { $0["id"]?.text ?? "" }).count == 1
            }
            return nested.isEmpty && lists.isEmpty && points.count <= 1
        }
    }
}
