import AppleHealth
import Exports
import Testing

/// What old phones, broken disks and strangers write.
struct MalformedTests {
    private static let dates = HealthExport.at("2024-04-20 09:00:00 +0300")
    private static let rest = "unit=\"count\" \(dates) value=\"1\""
    private static let good = "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"s\" \(rest)/>"

    @Test(arguments: [
        ("a repeated attribute", "sourceName=\"s\" sourceName=\"t\"", "s"),
        ("a bare ampersand", "sourceName=\"A & B\"", "A & B"),
        ("an unknown entity", "sourceName=\"A&nbsp;B\"", "A&nbsp;B"),
        ("a bare <", "sourceName=\"<A\"", "<A"),
        ("quotation marks", "sourceName=\"the \"good\" watch\"", "the \"good\" watch"),
        ("no quotation marks", "sourceName=s", "s"),
        ("an attribute without a value", "odd sourceName=\"s\"", "s"),
        ("no space between attributes", "odd=\"1\"sourceName=\"s\"", "s"),
        ("a control character", "sourceName=\"A\u{1}B\"", "A?B"),
        ("the number of no character", "sourceName=\"A&#1;B\"", "A&#1;B"),
    ])
    func `malformed attributes are read all the same`(what: String, attributes: String, source: String) {
        let imported = Import(
            elements: "<Record type=\"HKQuantityTypeIdentifierStepCount\" \(attributes) \(Self.rest)/>" + Self.good
        )
        #expect(imported.fault == nil && imported.ids.count == 2, "\(what)")
        #expect(imported.repairs > 0, "\(what)")
        #expect(imported.samples.contains { ($0["source"] as? [String: Any])?["name"] as? String == source }, "\(what)")
    }

    @Test func `a control character between attributes is passed`() {
        let imported = Import(elements: Self.good.replacing("<Record ", with: "<Record \u{1} ") + Self.good)
        #expect(imported.fault == nil && imported.ids.count == 2 && imported.repairs == 1)
    }

    @Test(arguments: [
        "<Record type=\"x\" <b/>", "</Record>", "<!-- a > comment -->", "<?a processing > instruction?>", "a < b",
        "<Correlation type=\"HKCorrelationTypeIdentifierFood\"></Workout></Correlation>",
    ])
    func `what stands around a malformed tag is read`(malformed: String) {
        let imported = Import(elements: Self.good + malformed + Self.good)
        #expect(imported.fault == nil)
        #expect(imported.ids.count == 2)
    }

    @Test func `a document type of iOS 16 with errors is dropped`() {
        let broken = HealthExport.document(Self.good).replacing(
            "<!ATTLIST HealthData",
            with:
                "<!ELEMENT Record ((MetadataEntry|List)*>\n<!ATTLIST Record device CDATA #IMPLIED device CDATA>\n<!ATTLIST HealthData"
        )
        #expect(Import(HealthExport(xml: broken)).ids.count == 1)
        let endless = HealthExport.document(Self.good).replacing("]>\n", with: "\n")
        let imported = Import(HealthExport(xml: endless))
        #expect(imported.ids.count == 1 && imported.repairs == 1)
    }

    @Test func `a document that declares entities is refused, and nothing is expanded`() {
        let bomb = """
            <?xml version="1.0"?>
            <!DOCTYPE HealthData [
            <!ENTITY a "aaaaaaaaaa">
            <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
            ]>
            <HealthData>&b;</HealthData>
            """
        let fault = Import(HealthExport(xml: bomb)).fault
        #expect(fault?.reason == "the document declares entities, and no export does")
        #expect(fault?.place == XMLPlace(byte: 45, line: 3))
        let external = bomb.replacing("<!ENTITY a \"aaaaaaaaaa\">", with: "<!ENTITY a SYSTEM \"file:///etc/passwd\">")
        #expect(Import(HealthExport(xml: external)).fault != nil)
    }

    @Test func `a file that is cut off says where, and what came before is there`() {
        let whole = HealthExport.document(Self.good + "\n" + Self.good)
        let cut = String(whole.prefix(whole.count - 60))
        let imported = Import(HealthExport(xml: cut))
        #expect(imported.fault?.reason == "it is cut off: its element HealthData does not end")
        #expect(imported.fault?.place.line == 12)
        #expect(imported.ids.count == 1)
    }

    @Test(arguments: [
        ("", "it is not an export: it has no element HealthData"),
        ("no XML", "it is not an export: it has no element HealthData"),
        ("<html></html>", "it is not an export: its root element is html"),
        ("<HealthData>" + String(repeating: "<a>", count: 100), "elements lie too deep in each other"),
        ("<HealthData a=\"" + String(repeating: "x", count: 2 << 20), "a tag is longer than 1 MiB"),
    ])
    func `a file that is not an export is an error`(xml: String, reason: String) {
        #expect(Import(HealthExport(xml: xml)).fault?.reason == reason)
    }

    @Test func `other languages and byte order marks are read`() {
        let marked = "\u{FEFF}" + HealthExport.document(Self.good)
        #expect(Import(HealthExport(xml: marked)).ids.count == 1)
    }

    @Test func `a malformed route or electrocardiogram is counted`() throws {
        var sample = try HealthExport.sample()
        sample.files[1].text = String(sample.files[1].text.prefix(600))
        sample.files[2].text = "Name,Anna\n1\n2\n"
        let imported = Import(sample)
        #expect(imported.tally.leftOut["an electrocardiogram that cannot be read"] == 1)
        #expect(imported.tally.leftOut["a route whose file cannot be read: it is cut off"] == 1)
        sample.files = []
        #expect(Import(sample).tally.leftOut["a route whose file is missing"] == 1)
        #expect(Import(sample).tally.leftOut["a clinical record whose file is missing"] == 1)
    }
}
