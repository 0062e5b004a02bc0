import Foundation

/// The part of a webhook's body that a receiver needs.
struct Delivery: Decodable {
    struct Content: Decodable {
        let connection_id: String
        /// The greater one is the newer one, within a connection.
        let sequence: Int64
        let documents: [Entry]
    }

    struct Entry: Decodable {
        enum Operation: String, Decodable { case upsert, delete }

        let id: String
        let op: Operation
        /// Missing if it is deleted. An upsert without it, of a thin webhook, means: read the document from its topic.
        let document: Document?
    }

    /// The members of a document that your service uses.
    struct Document: Decodable {
        let type: String
        let start_date: Double?
        let end_date: Double?
    }

    let data: Content
}

/// The newest version of each document, and the ids of webhooks that were applied.
///
/// A service keeps both in its database, and changes them in one transaction.
struct Documents {
    private struct Key: Hashable { let connection: String, id: String }

    private static let rememberedIDs = 100_000
    private var ids: Set<String> = []
    private var order: [String] = []
    private var next = 0
    /// A deleted document keeps its sequence, which rejects older versions that come late.
    private var newest: [Key: (sequence: Int64, entry: Delivery.Entry)] = [:]

    /// Applies a webhook; returns the ids of changed documents, or nil for a duplicate.
    mutating func apply(_ delivery: Delivery, id: String) -> [String]? {
        guard ids.insert(id).inserted else { return nil }
        remember(id)
        var changed: [String] = []
        for entry in delivery.data.documents {
            let key = Key(connection: delivery.data.connection_id, id: entry.id)
            if let known = newest[key], known.sequence >= delivery.data.sequence { continue }
            newest[key] = (delivery.data.sequence, entry)
            changed.append(entry.id)
        }
        return changed
    }

    private mutating func remember(_ id: String) {
        guard order.count == Self.rememberedIDs else { return order.append(id) }
        ids.remove(order[next])
        order[next] = id
        next = (next + 1) % Self.rememberedIDs
    }
}
