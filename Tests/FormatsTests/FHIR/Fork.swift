/// Fork documents as text, for tests of forms.
enum Fork {
    /// Returns a document of one item; `item` is what the item has beside its id, name and bounds.
    static func document(
        _ type: String,
        id: String? = nil,
        zone: String = "Europe/Vilnius",
        sources: String = #"{"name":"Apple Watch"}"#,
        devices: String? = nil,
        head: String = "",
        _ item: String
    ) -> String {
        """
        {"id":"\(id ?? "\(type)/2024-04-16")","connection_id":"conn-7","type":"\(type)","start_date":734907600,\
        "end_date":734994000,"time_zone":"\(zone)"\(head),"source":[\(sources)],\
        \(devices.map { "\"device\":[\($0)]," } ?? "")"meta_data":{},\
        "data":[{"id":"43534B1E-E3F2-57E2-B9AD-E2BC0132792D","name":"\(type)","start_date":734907600,\
        "end_date":734994000,\(item)}]}
        """
    }

    /// Returns a document with the quantities or categories of one key.
    static func document(_ type: String, _ key: String, _ quantities: [String], head: String = "") -> String {
        document(type, head: head, #""data":{"\#(key)":[\#(quantities.joined(separator: ","))]}"#)
    }

    /// Returns a quantity; `more` is what it has beside its id, bounds and value.
    static func quantity(
        _ value: String,
        _ unit: String,
        id: String? = "8E8BC593-E3CA-46D6-9EE0-654877C83A17",
        start: Double = 734_940_000,
        end: Double? = nil,
        more: String = ""
    ) -> String {
        let id = id.map { "\"id\":\"\($0)\"," } ?? ""
        let more = more.isEmpty ? "" : ",\(more)"
        return """
            {\(id)"start_date":\(start),"end_date":\(end ?? start),"value":{"quantity":\(value),"unit":"\(unit)"}\(more)}
            """
    }
}
