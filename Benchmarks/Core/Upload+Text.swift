import Randomness

extension Workload.Upload {
    /// An upload of a connection that was collected at an instant, with these samples, each as JSON, and these ids to be
    /// deleted; nil where the field is not there.
    init(
        of connection: String,
        at collected: Double,
        samples: [String]? = nil,
        deleted: [String]? = nil,
        _ draw: inout SeededRandom
    ) {
        var text =
            "{\"schema\":1,\"upload_id\":\"\(draw.uuid())\",\"connection_id\":\"\(connection)\","
            + "\"app_id\":\"bench\",\"collected_at\":\"\(SampleText.date(collected))\","
            + "\"time_zone\":\"Europe/Vilnius\""
        if let deleted { text += ",\"deleted\":[\(deleted.map { "{\"id\":\"\($0)\"}" }.joined(separator: ","))]" }
        if let samples { text += ",\"samples\":[\(samples.joined(separator: ","))]" }
        self.init(
            connection: Array(connection.utf8),
            bytes: Array((text + "}").utf8),
            timestampMilliseconds: Int64((collected + 1 + 978_307_200) * 1000)
        )
    }

    /// Settings of a connection, older than all of its uploads, with these members beside its id.
    init(settingsOf connection: String, _ members: String) {
        self.init(
            isSettings: true,
            connection: Array(connection.utf8),
            bytes: Array("{\"connection_id\":\"\(connection)\",\(members)}".utf8),
            timestampMilliseconds: 978_307_200_000
        )
    }
}
