import Testing
import Vocabulary
import Webhooks

struct SingleWebhookTests {
    private static let id = "515CF9B1-4FE4-5E47-8ABD-F80B633F0DF7"

    @Test func `a ping has no documents`() throws {
        let connection = try #require(ConnectionID(Array("conn-7".utf8)))
        let ping = SingleWebhook(pinging: connection, appID: Array("app-1".utf8), id: Self.id, at: 1_713_272_400_123)
        #expect(
            text(ping.body)
                == #"{"type":"ping","timestamp":"2024-04-16T13:00:00.123Z","data":{"id":"\#(Self.id)","#
                + #""connection_id":"conn-7","app_id":"app-1","documents":[]}}"#
        )
        #expect(ping.connection == connection && ping.appID == Array("app-1".utf8) && ping.id == Self.id)
    }

    @Test func `a document is sent as it stands, in the form of a job`() throws {
        let document = #"{"id":"steps/2024-04-15", "type":"steps","data":[1.50]}"#
        let webhook = try SingleWebhook(document: Array(document.utf8), id: Self.id, at: 1_713_272_400_123)
        #expect(
            text(webhook.body)
                == #"{"type":"fork.data.updated","timestamp":"2024-04-16T13:00:00.123Z","data":{"id":"\#(Self.id)","#
                + #""connection_id":"example","user_id":"example","data_type":"steps","#
                + #""created_at":"2024-04-16T13:00:00.123Z","uploads":[],"part":1,"parts":1,"documents":[{"id":"#
                + #""steps/2024-04-15","op":"upsert","document":{"id":"steps/2024-04-15", "type":"steps","data":[1.50]}}],"#
                + #""sequence":1713272400123000}}"#
        )
    }

    @Test(arguments: ["", "[", "[]", "{}", #"{"id":1,"type":"steps"}"#, #"{"id":"a"}"#, "null"])
    func `anything but a document is refused`(document: String) {
        #expect(throws: WrongDocument.self) {
            try SingleWebhook(document: Array(document.utf8), id: Self.id, at: 0)
        }
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
