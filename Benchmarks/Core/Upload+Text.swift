import Randomness

extension Workload.Upload {
    /// Creates an upload.
    ///
    /// - Parameters:
    ///   - connection: The id of the connection.
    ///   - collected: The time of collection, in seconds since 2001.
    ///   - samples: The samples, each as JSON; nil leaves the field out.
    ///   - deleted: The ids of deleted samples; nil leaves the field out.
    ///   - draw: The random numbers for the id of the upload.
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

    /// Creates a settings record with JSON members, older than all uploads of the connection.
    init(settingsOf connection: String, _ members: String) {
        self.init(
            isSettings: true,
            connection: Array(connection.utf8),
            bytes: Array("{\"connection_id\":\"\(connection)\",\(members)}".utf8),
            timestampMilliseconds: 978_307_200_000
        )
    }
}
