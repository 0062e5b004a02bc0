/// The parts of documents that were cut, put together again.
enum Parts {
    /// A document without what differs between a whole one and its first part.
    static func essential(_ document: Tree) -> Tree {
        var document = document
        for key in ["user_id", "collected_at", "parts"] { document[key] = nil }
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
                    if field == "nested_data", let index = held.firstIndex(where: { isSame($0, element) }) {
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

    /// Whether a part holds but one thing that can't be cut: a sample with all its quantities, or a nested sample.
    static func isOneUnit(_ document: Tree) -> Bool {
        var item = document["data"]?.list.first ?? .null
        while true {
            let lists = (item["data"]?.members ?? [:]).values.map(\.list)
            let nested = (item["nested_data"]?.members ?? [:]).values.map(\.list)
            let points = item["coordinates"]?.list ?? []
            if nested.count == 1, nested[0].count == 1, lists.isEmpty, points.isEmpty {
                item = nested[0][0]
                // A nested sample stays together, unless it is a route.
                if item["id"] != nil, item["coordinates"] == nil { return true }
                continue
            }
            if nested.isEmpty, points.isEmpty, lists.count == 1 {
                return Set(lists[0].map { $0["id"]?.text ?? "" }).count == 1
            }
            return nested.isEmpty && lists.isEmpty && points.count <= 1
        }
    }
}
