import Operations
import Testing
import Vocabulary

/// The settings that say that a connection is forgotten.
struct ForgetRecordTests {
    @Test(
        arguments: [
            (nil, #"{"connection_id":"a","forget":true}"#),
            (
                #"{"connection_id":"a","app_id":"x","user_id":"u","closed":true}"#,
                #"{"connection_id":"a","forget":true}"#
            ),
            (
                #"{"callback_url":"https://a.example/%C3%A4","background_delivery":["sleep","steps"],"time_zone":"UTC"}"#,
                #"{"connection_id":"a","callback_url":"https://a.example/%C3%A4","background_delivery":["sleep","steps"],"forget":true}"#
            ),
            (
                #"{"callback_url":null,"background_delivery":[],"forget":"2024-04-26T08:15:00Z"}"#,
                #"{"connection_id":"a","background_delivery":[],"forget":true}"#
            ),
            // What a worker may refuse is not kept: it would refuse the forgetting with it.
            (
                #"{"callback_url":"http://127.0.0.1:8080/","background_delivery":["sleep"]}"#,
                #"{"connection_id":"a","background_delivery":["sleep"],"forget":true}"#
            ),
            (#"{"callback_url":"ftp://a.example","time_zone":"Nowhere"}"#, #"{"connection_id":"a","forget":true}"#),
            (#"{"callback_url":7}"#, #"{"connection_id":"a","forget":true}"#),
        ] as [(String?, String)]
    )
    func `it keeps the callback and the list of before, and nothing else`(before: String?, json: String) throws {
        let connection = try #require(ConnectionID(Array("a".utf8)))
        let made = ForgetRecord.json(connection, keeping: before.map { Array($0.utf8) })
        #expect(String(decoding: made, as: UTF8.self) == json)
        #expect(ForgetRecord(made).isBare == !(json.contains("callback") || json.contains("delivery")))
    }

    @Test func `a callback to this machine is kept where workers allow it`() throws {
        let connection = try #require(ConnectionID(Array("a".utf8)))
        let before = Array(#"{"callback_url":"http://127.0.0.1:8080/"}"#.utf8)
        let made = ForgetRecord.json(connection, keeping: before, allowsLoopback: true)
        let json = #"{"connection_id":"a","callback_url":"http://127.0.0.1:8080/","forget":true}"#
        #expect(String(decoding: made, as: UTF8.self) == json)
    }

    @Test(arguments: [
        #"{"forget":false}"#, #"{"forget":"2024-04-26T08:15:00Z"}"#, #"{"forget":1}"#, "{}", "[true]", "",
    ])
    func `only true forgets`(json: String) {
        #expect(!ForgetRecord(Array(json.utf8)).isBare)
    }
}
