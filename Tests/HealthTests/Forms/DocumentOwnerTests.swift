import Testing
import Vocabulary

/// The names of document topics, in every form.
struct DocumentOwnerTests {
    private static let forms = ["fhir", "omh"].map { DocumentForm(name: $0) { _, _ in [] } }

    @Test(
        arguments: [
            ("fork.connection.conn-7", nil, .connection("conn-7")), ("fork.fhir.conn-7", "fhir", .connection("conn-7")),
            ("fork.app.demo", nil, .app("demo")), ("fork.omh.app.demo", "omh", .app("demo")),
            ("fork.documents", nil, .all), ("fork.fhir.documents", "fhir", .all),
            ("fork.connection.documents", nil, .connection("documents")), ("fork.fhir.app", "fhir", .connection("app")),
            ("fork.fhir.connection", "fhir", .connection("connection")),
        ] as [(String, String?, DocumentOwner)]
    )
    func `a name says the form and the owner, and is made of them`(
        topic: String,
        form: String?,
        owner: DocumentOwner
    ) throws {
        #expect(owner.topic(form: form, prefix: "fork.") == topic)
        let parsed = try #require(DocumentOwner.parse(topic: topic, prefix: "fork.", forms: Self.forms))
        #expect(parsed.form == form && parsed.owner == owner)
    }

    @Test(
        arguments: [
            "fork.uploads", "fork.fhir", "fork.fhir.", "fork.fhir.a.b", "fork.fhir.app.", "fork.fhir.connection.a",
            "fork.xml.a", "fork.fhir.app.a.b", "work.fhir.a", "fhir.a", "fork.documents.a", "fork.connection.",
        ]
    )
    func `other names are of no documents`(topic: String) {
        #expect(DocumentOwner.parse(topic: topic, prefix: "fork.", forms: Self.forms) == nil)
    }

    @Test func `without a form, a route is packed as ever, and with one it comes back`() {
        for route in [Route.connection, .single, .app(nil), Route(.app, appID: Array("demo".utf8))] {
            for form in [nil, "fhir"] {
                let one = FormRoute(route, form: form)
                var packer = Packer()
                route.pack(into: &packer)
                #expect((one.packed == packer.bytes) == (form == nil))
                let bytes = one.packed
                var unpacker = Unpacker(bytes)
                #expect(FormRoute(from: &unpacker) == one && unpacker.isAtEnd)
            }
        }
    }
}
