extension HealthExport {
    /// Writes an export of any length: heart rates with metadata, steps and sleep, grouped by type as phones do it.
    ///
    /// - Parameters:
    ///   - records: The number of records.
    ///   - write: Takes pieces of some kilobytes.
    package static func generate(records: Int, _ write: (String) throws -> Void) rethrows {
        let document = document("@").split(separator: "@", maxSplits: 1)
        try write(String(document[0]))
        var piece = ""
        for number in 0..<records {
            piece += record(number, of: records)
            if number % 64 == 63 {
                try write(piece)
                piece = ""
            }
        }
        try write(piece + document[1])
    }

    private static func record(_ number: Int, of records: Int) -> String {
        // Each type begins again at the first day, so that the export is not in order of time.
        let (type, place) = (number * 4 / records, number % (records / 4 + 1))
        let (minute, day) = (place % 1_440, place / 1_440)
        let clock = "\(two(minute / 60)):\(two(minute % 60)):\(two(number % 60)) +0300"
        let date = "\(2_020 + day / 336 % 4)-\(two(1 + day / 28 % 12))-\(two(1 + day % 28)) \(clock)"
        let attributes = "\(origin(address: "0x\(String(283_000 + number % 977, radix: 16))")) \(at(date))"
        switch type {
        case 0:
            return
                " <Record type=\"HKQuantityTypeIdentifierStepCount\" \(attributes) unit=\"count\" value=\"\(number % 97)\"/>\n"
        case 1:
            let value = "HKCategoryValueSleepAnalysisAsleepCore"
            return " <Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" \(attributes) value=\"\(value)\"/>\n"
        default:
            return """
                 <Record type="HKQuantityTypeIdentifierHeartRate" \(attributes) unit="count/min" value="\(60 + number % 40)">
                  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="\(number % 3)"/>
                 </Record>

                """
        }
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
