import Foundation
import Vocabulary

/// A webhook job, as far as tests look at it.
struct JobView {
    /// One document of it.
    struct Document {
        let id: String
        let op: String
    }

    /// The job as it stands there.
    let text: String
    let type: String
    let uploads: [String]
    let documents: [Document]

    init?(_ record: OutputRecord) {
        guard record.kind == .job, let value = record.value,
            let job = try? JSONSerialization.jsonObject(with: Data(value)) as? [String: Any],
            let type = job["data_type"] as? String, let uploads = job["uploads"] as? [String],
            let documents = job["documents"] as? [[String: Any]]
        else { return nil }
        self.type = type
        self.uploads = uploads
        text = String(decoding: value, as: UTF8.self)
        self.documents = documents.compactMap { document in
            guard let id = document["id"] as? String, let op = document["op"] as? String else { return nil }
            return Document(id: id, op: op)
        }
    }
}

extension Journey {
    /// The jobs so far, in order.
    var jobs: [JobView] { records.compactMap { JobView($0) } }
}

extension JobView {
    /// Whether it holds a document byte for byte.
    func holds(_ document: String) -> Bool { text.contains("\"document\":\(document)}") }
}
