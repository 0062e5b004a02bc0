/// Exports as the Health app writes them, for tests and benchmarks.
package struct HealthExport {
    package var xml: String
    /// The other files, by their paths.
    package var files: [(path: String, text: String)] = []

    package init(xml: String, files: [(path: String, text: String)] = []) {
        self.xml = xml
        self.files = files
    }

    /// The attributes of a sample's source and device; the address of the device differs from sample to sample.
    package static func origin(address: String = "0x283d3cdc0") -> String {
        """
        sourceName="Anna’s Apple&#xA0;Watch" sourceVersion="9.4" device="&lt;&lt;HKDevice: \(address)&gt;, name:Apple Watch, \
        manufacturer:Apple, Inc., model:Watch, hardware:Watch6,2, software:9.4, creation date:2023-01-02 10:00:00 +0300&gt;"
        """
    }

    /// The attributes of the dates of an instant.
    package static func at(_ date: String) -> String {
        "creationDate=\"\(date)\" startDate=\"\(date)\" endDate=\"\(date)\""
    }

    /// Wraps elements into an export.
    package static func document(_ elements: String, date: String = "2024-04-26 10:00:00 +0300") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!-- HealthKit Export Version: 12 -->
        <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
        <!ATTLIST HealthData
          locale CDATA #REQUIRED
        >
        ]>
        <HealthData locale="lt_LT">
         <ExportDate value="\(date)"/>
        \(elements)
        </HealthData>

        """
    }
}
