import JSON

/// The parts of a webhook job that the report shows.
struct JobView {
    let callback: String
    let app: String
    let user: String
    let dataType: String
    let uploads: [String]
    let documents: [(id: String, op: String)]

    /// Parses a job; returns nil if the value is not a job.
    init?(_ bytes: [UInt8]) {
        var parser = Parser()
        guard let root = try? parser.parse(bytes), let callback = root.member("callback_url")?.text?.string
        else {
            return nil
        }
        self.callback = callback
        app = root.member("app_id")?.text?.string ?? ""
        user = root.member("user_id")?.text?.string ?? ""
        dataType = root.member("data_type")?.text?.string ?? ""
        uploads = root.member("uploads")?.elements?.map { $0.text?.string }.compactMap(\.self) ?? []
        documents =
            root.member("documents")?.elements?.map { document in
                (document.member("id")?.text?.string ?? "", document.member("op")?.text?.string ?? "")
            } ?? []
    }
}
