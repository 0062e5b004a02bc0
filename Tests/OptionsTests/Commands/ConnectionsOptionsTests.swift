import Options
import Testing
import Vocabulary

/// What `connections` is asked to do, and what does not go together.
struct ConnectionsOptionsTests {
    private static let line = "connections --bootstrap-servers a"

    @Test func `settings are listed, all or those that get webhooks, and one is shown`() throws {
        let all = try #require(parse("\(Self.line) list").connections)
        #expect(
            all.connections.action == .list && !all.connections.onlyBackground && !all.isJSON
                && !all.connections.isWithoutWait && all.connections.ifOffset == nil
        )
        #expect(all.connections.timeoutMilliseconds == 30_000 && !all.rules.allowsLoopbackCallbacks)
        let some = try #require(parse("\(Self.line) list --background --json").connections)
        #expect(some.connections.action == .list && some.connections.onlyBackground && some.isJSON)
        #expect(try #require(parse("\(Self.line) get conn-7").connections).connections.action == .get("conn-7"))
    }

    @Test func `settings are written from files, from standard input, or field by field`() throws {
        #expect(try #require(parse("\(Self.line) put").connections).connections.action == .put(files: []))
        #expect(
            try #require(parse("\(Self.line) put a.ndjson -").connections).connections.action
                == .put(files: ["a.ndjson", "-"])
        )
        let set = try #require(
            parse("\(Self.line) put conn-7 --set closed=false --set user_id= --set time_zone=a=b --if-offset -1")
                .connections
        )
        let fields = [("closed", "false"), ("user_id", ""), ("time_zone", "a=b")].map {
            SettingsField(name: $0, value: $1)
        }
        #expect(
            set.connections.action == .set("conn-7") && set.connections.fields == fields
                && set.connections.ifOffset == -1
        )
        let close = try #require(parse("\(Self.line) close conn-7 --if-offset 12 --no-wait").connections)
        #expect(
            close.connections.action == .close("conn-7") && close.connections.ifOffset == 12
                && close.connections.isWithoutWait
        )
        let waiting = try #require(parse("\(Self.line) put --timeout 0s --allow-loopback-callbacks").connections)
        #expect(waiting.connections.timeoutMilliseconds == 0 && waiting.rules.allowsLoopbackCallbacks)
    }

    @Test(arguments: [
        ("show", "must be list, get, put or close"), ("list conn-7", "did you mean get?"), ("get", "is missing"),
        ("get a b", "takes one"), ("get a.b", "letters"), ("close", "is missing"), ("close a b", "takes one"),
        ("put --set app_id=x", "is missing"), ("put a b --set app_id=x", "takes one"),
        ("put a.ndjson --set app_id=x", "letters"), ("get a --background", "is for list only"),
        ("put --json", "is for list or get only"), ("close a --json", "is for list or get only"),
        ("close a --set app_id=x", "is for put only"), ("list --no-wait", "is for put or close only"),
        ("get a --if-offset 1", "is for put or close only"), ("list --timeout 5s", "is for put or close only"),
        ("put --if-offset 1", "for one connection"), ("put --no-wait --timeout 5s", "cannot be combined"),
        ("close a --if-offset -2", "from -1 up"),
    ])
    func `what does not go together is named`(words: String, reason: String) {
        let complaint = parse("\(Self.line) \(words)").complaint
        #expect(complaint.count == 1 && complaint[0].contains(reason), "\(complaint)")
    }

    @Test(arguments: [
        ("closed", "must be NAME=VALUE"), ("=x", "must be NAME=VALUE"), ("connection_id=b", "cannot be changed"),
        ("callbak_url=x", "did you mean callback_url?"), ("callback-url=x", "did you mean callback_url?"),
        ("close=true", "did you mean closed?"), ("timezone=UTC", "did you mean time_zone?"),
    ])
    func `a field with a slip of the pen is not written`(text: String, reason: String) {
        let complaint = parse("\(Self.line) put a --set", argument: text).complaint
        #expect(complaint.count == 1 && complaint[0].contains(reason), "\(complaint)")
    }

    @Test func `a field that is like none of the workers' is somebody's own`() throws {
        let set = try #require(parse("\(Self.line) put a --set", argument: "plan=gold and more").connections)
        #expect(set.connections.action == .set("a"))
        #expect(set.connections.fields == [SettingsField(name: "plan", value: "gold and more")])
    }
}
