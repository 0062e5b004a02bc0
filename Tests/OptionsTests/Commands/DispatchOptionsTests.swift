import Dispatching
import Options
import Testing
import Webhooks

/// The options of `dispatch` and its actions.
struct DispatchOptionsTests {
    @Test func `dispatch needs only its brokers`() throws {
        let dispatch = try #require(parse("dispatch --bootstrap-servers a").dispatch)
        #expect(dispatch.cluster.bootstrapServers == "a" && dispatch.cluster.groupID == "fork-worker")
        #expect(dispatch.process.stateDirectory == "state-dispatch" && !dispatch.process.createsTopics)
        #expect(
            dispatch.process.memoryLimitBytes == 256 << 20 && dispatch.secretsFile == nil
                && dispatch.process.httpAddress == nil
        )
        #expect(!dispatch.dispatch.isThin && dispatch.dispatch.coalesceMilliseconds == 0)
        #expect(dispatch.dispatch.schedule.delaysMilliseconds == RetrySchedule.standard.delaysMilliseconds)
        #expect(dispatch.dispatch.orderHoldMilliseconds == 3_600_000 && dispatch.dispatch.drainMilliseconds == 5_000)
        #expect(
            dispatch.dispatch.concurrency == 256 && dispatch.dispatch.perHost == 16
                && dispatch.dispatch.ratePerHost == nil
        )
        #expect(dispatch.dispatch.connectMilliseconds == 10_000 && dispatch.dispatch.requestMilliseconds == 30_000)
        #expect(dispatch.dispatch.callbacks == CallbackRules() && dispatch.authoritiesFile == nil)
        let effective = Dictionary(uniqueKeysWithValues: dispatch.effective.map { ($0.name, $0.value) })
        #expect(effective["memory-limit"] == "256MiB" && effective["state-directory"] == "state-dispatch")
        // What belongs to other actions says nothing about this one.
        #expect(effective["all"] == nil && effective["ed25519"] == nil && effective["json"] == nil)
    }

    @Test func `every option of deliveries is taken`() throws {
        let line = """
            dispatch --bootstrap-servers a --secrets s.json --payload notify --coalesce 5s --retry-schedule 1s,2min \
            --order-hold 0s --drain-timeout 1s --concurrency 8 --per-host 2 --rate-per-host 10 --connect-timeout 2s \
            --timeout 3s --ca-file ca.pem --allow-ports 8443,9443 --allow-networks 10.0.0.0/8,fd00::/8 \
            --allow-loopback-callbacks --dynamic-membership --create-topics --memory-limit 64MiB
            """
        let dispatch = try #require(parse(line).dispatch)
        #expect(dispatch.secretsFile == "s.json" && dispatch.dispatch.isThin)
        #expect(
            dispatch.dispatch.schedule.delaysMilliseconds == [1_000, 120_000]
                && dispatch.dispatch.orderHoldMilliseconds == 0
        )
        #expect(dispatch.dispatch.ratePerHost == 10 && dispatch.dispatch.requestMilliseconds == 3_000)
        #expect(dispatch.dispatch.concurrency == 8 && dispatch.dispatch.perHost == 2)
        #expect(dispatch.dispatch.connectMilliseconds == 2_000 && dispatch.dispatch.drainMilliseconds == 1_000)
        #expect(dispatch.dispatch.coalesceMilliseconds == 5_000 && dispatch.process.memoryLimitBytes == 64 << 20)
        #expect(dispatch.authoritiesFile == "ca.pem" && dispatch.dispatch.callbacks.allowedPorts == [8_443, 9_443])
        #expect(dispatch.dispatch.callbacks.allowsLoopback && dispatch.dispatch.callbacks.allowedNetworks.count == 2)
        #expect(dispatch.process.isDynamic && dispatch.process.createsTopics)
    }

    @Test func `a variable and a file say the same`() throws {
        let environment = ["FORK_RETRY_SCHEDULE": "none", "FORK_TIMEOUT": "7s"]
        let files = ["f.json": #"{"per-host": 3, "allow-ports": ["8443"], "retry-schedule": "5s"}"#]
        let parsed = parse("dispatch --bootstrap-servers a --config f.json", environment: environment, files: files)
        let dispatch = try #require(parsed.dispatch)
        #expect(dispatch.dispatch.schedule.delaysMilliseconds.isEmpty && dispatch.dispatch.requestMilliseconds == 7_000)
        #expect(dispatch.dispatch.perHost == 3 && dispatch.dispatch.callbacks.allowedPorts == [8_443])
    }

    @Test(arguments: [
        "--retry-schedule 5", "--retry-schedule none,5s", "--allow-ports 0", "--allow-ports 443,x",
        "--allow-networks 10.0.0.1/8", "--allow-networks example.org", "--payload some", "--concurrency 0",
        "--memory-limit 1MiB", "--all", "--since 2024-04-16", "--dry-run", "--ed25519", "--connection c", "--json",
        "--lanes 2", "--output-topics app",
    ])
    func `a wrong value, or an option of another action, is wrong usage`(option: String) {
        let complaint = parse("dispatch --bootstrap-servers a \(option)").complaint
        #expect(complaint.count == 1 && complaint[0].contains(option.split(separator: " ")[0]), "\(complaint)")
    }

    @Test func `without brokers only a secret can be made`() throws {
        for action in ["", "list", "resend --all --since 2024-04-16"] {
            #expect(parse("dispatch \(action)").complaint.first?.contains("--bootstrap-servers: must be given") == true)
        }
        #expect(try #require(parse("dispatch new-secret").newSecret).isEd25519 == false)
        #expect(try #require(parse("dispatch new-secret --ed25519").newSecret).isEd25519)
        #expect(!parse("dispatch new-secret --all").complaint.isEmpty)
        #expect(!parse("dispatch new").complaint.isEmpty)
    }

    @Test func `list takes one connection or none`() throws {
        let line = "dispatch list --bootstrap-servers a"
        #expect(try #require(parse(line).deliveries).deliveries.action == .list(connection: nil))
        #expect(try #require(parse("\(line) --connection c").deliveries).deliveries.action == .list(connection: "c"))
        #expect(!parse("\(line) --connection c --connection d").complaint.isEmpty)
        #expect(parse("\(line) --all").complaint.first?.contains("resend or retry only") == true)
        #expect(parse("\(line) --ed25519").complaint.first?.contains("new-secret only") == true)
    }

    @Test func `list can show hosts`() throws {
        let line = "dispatch list --bootstrap-servers a --hosts"
        #expect(try #require(parse(line).deliveries).deliveries.action == .listHosts(connection: nil))
        let one = try #require(parse("\(line) --connection c").deliveries).deliveries.action
        #expect(one == .listHosts(connection: "c"))
    }

    @Test(
        arguments: [
            ("--host a.example:443", .host("a.example:443")),
            ("--connection c --connection d", .connections(["c", "d"])),
            ("--all", .all), ("", nil), ("--all --host a", nil), ("--host a --connection c", nil),
            ("--all --hosts", nil),
            ("--all --since 2024-04-16", nil), ("c --all", nil),
        ] as [(String, DeliveriesOptions.Retry?)]
    )
    func `retry takes a host, connections or all`(rest: String, retry: DeliveriesOptions.Retry?) throws {
        let parsed = parse("dispatch retry --bootstrap-servers a \(rest)")
        guard let retry else { return #expect(!parsed.complaint.isEmpty) }
        #expect(try #require(parsed.deliveries).deliveries.action == .retry(retry))
    }

    @Test func `ping takes one connection`() throws {
        let line = "dispatch ping --bootstrap-servers a"
        #expect(try #require(parse("\(line) conn-7").deliveries).deliveries.action == .ping(connection: "conn-7"))
        for wrong in ["", "c d", "c.d", "c --all", "--connection c"] {
            #expect(!parse("\(line) \(wrong)").complaint.isEmpty, "\(wrong)")
        }
    }

    @Test func `resend takes connections or all, and a time`() throws {
        let line = "dispatch resend --bootstrap-servers a"
        let chosen = try #require(parse("\(line) --connection c --connection d --since 2024-04-16").deliveries)
        guard case .resend(let resend) = chosen.deliveries.action else { throw Wrong() }
        #expect(resend.connections == ["c", "d"] && resend.until == nil && !resend.isDryRun)
        #expect(resend.since.unixMilliseconds == 1_713_225_600_000)
        let all = try #require(parse("\(line) --all --since 2024-04-16 --until 2024-04-17 --dry-run").deliveries)
        guard case .resend(let every) = all.deliveries.action else { throw Wrong() }
        #expect(every.connections == nil && every.isDryRun && every.until != nil)
        for wrong in [
            "", "--all", "--since 2024-04-16", "--all --connection c --since 2024-04-16",
            "--all --since 2024-04-16 --until 2024-04-15",
        ] {
            #expect(!parse("\(line) \(wrong)").complaint.isEmpty, "\(wrong)")
        }
    }

    private struct Wrong: Error {}
}
