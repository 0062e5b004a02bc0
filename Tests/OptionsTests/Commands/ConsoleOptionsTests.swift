import Options
import Testing

/// The options of the console, each with what it needs.
struct ConsoleOptionsTests {
    private static let run = "run --bootstrap-servers a"
    private static let open = "\(run) --http-address 127.0.0.1:0 --console"

    @Test func `the console is off, and takes its options from the command line`() throws {
        let plain = try #require(parse(Self.run).run).process.console
        #expect(!plain.isOn && plain.tokenFile == nil && !plain.showsHealthData && plain.hosts.isEmpty)
        let line = "\(Self.open) --console-token-file t --console-health-data --console-host a.b --console-host c"
        for given in [
            try #require(parse(line).run), try #require(parse(line.replacing(Self.run, with: "sandbox")).sandbox),
        ] {
            let console = given.process.console
            #expect(console.isOn && console.tokenFile == "t" && console.showsHealthData)
            #expect(console.hosts == ["a.b", "c"])
        }
    }

    @Test(arguments: [
        (" --console", "--console: needs --http-address"),
        (" --http-address a:1 --console-token-file t", "--console-token-file: needs --console"),
        (" --http-address a:1 --console --console-health-data", "--console-health-data: needs --console-token-file"),
        (" --http-address a:1 --console-health-data", "--console-health-data: needs --console"),
        (" --http-address a:1 --console-host a", "--console-host: needs --console"),
        (
            " --http-address a:1 --console --console-host a:1",
            "--console-host a:1: must be a host name without scheme and port, such as console.example.com"
        ),
    ])
    func `one without what it needs is wrong`(options: String, reason: String) {
        for command in [Self.run, "sandbox"] {
            let name = command.split(separator: " ")[0]
            #expect(parse(command + options).complaint == ["fork-worker \(name): \(reason)"])
        }
    }

    @Test func `a setting says where it comes from`() throws {
        let line = "\(Self.run) --http-address 127.0.0.1:0 --config f.json --lanes 2"
        let environment = ["FORK_CONSOLE": "true", "FORK_LANES": "3"]
        let files = ["f.json": #"{"console-host": "a.b", "lanes": 4, "group-id": "g"}"#]
        let run = try #require(parse(line, environment: environment, files: files).run)
        let sources = Dictionary(run.effective.map { ($0.name, $0.source) }) { $1 }
        #expect(sources["console"] == .environment && sources["console-host"] == .file)
        #expect(sources["lanes"] == .flag && sources["group-id"] == .file && sources["memory-limit"] == .byDefault)
    }

    @Test func `the demo takes an address, which is of this machine`() throws {
        for address in ["127.0.0.1:9090", "[::1]:0", "localhost:80"] {
            let demo = try #require(parse("demo --console \(address)").demo)
            #expect(demo.demo.console?.description == address && !demo.process.console.isOn)
        }
        #expect(
            parse("demo --console 0.0.0.0:80").complaint == [
                "fork-worker demo: --console 0.0.0.0:80: must be an address of this machine only, such as 127.0.0.1:9090"
            ]
        )
        #expect(
            parse("demo --console").complaint == ["fork-worker demo: --console: needs a value: --console=HOST:PORT"]
        )
    }

    @Test func `a file of a worker serves other commands, whatever the demo calls its own`() throws {
        let files = ["f.json": #"{"console": true, "http-address": "127.0.0.1:0"}"#]
        #expect(parse("send --bootstrap-servers a --config f.json", files: files).send != nil)
        #expect(try #require(parse("\(Self.run) --config f.json", files: files).run).process.console.isOn)
        #expect(try #require(parse("demo --config f.json", files: files).demo).demo.console == nil)
    }
}
