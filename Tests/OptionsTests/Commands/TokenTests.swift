import Options
import Testing

/// Logging in by tokens, as options.
struct TokenTests {
    private static let base = "run --bootstrap-servers a"

    @Test func `a token command is split at blanks, and only its program is ever shown`() throws {
        let run = try #require(
            parse(Self.base, argument: "--kafka-token-command=get-token  --secret hunter2").run
        )
        #expect(run.cluster.tokenCommand == ["get-token", "--secret", "hunter2"])
        #expect(run.effective.first { $0.name == "kafka-token-command" }?.value == "get-token ***")
        #expect(
            run.cluster.kafka.map(\.description) == ["sasl.mechanisms=OAUTHBEARER", "security.protocol=SASL_SSL"]
        )
    }

    @Test func `what is given of the log-in stays as it is`() throws {
        let given = "--kafka sasl.mechanism=oauthbearer --kafka security.protocol=sasl_plaintext"
        let documents = try #require(
            parse("documents --bootstrap-servers a \(given) --kafka-token-file t conn-7").documents
        )
        #expect(documents.cluster.tokenFile == "t")
        #expect(
            documents.cluster.kafka.map(\.description) == [
                "sasl.mechanism=oauthbearer", "security.protocol=sasl_plaintext",
            ]
        )
    }

    @Test(arguments: [
        ("--kafka-token-command x", "--kafka-token-command: cannot be combined with --kafka-token-file"),
        (
            "--kafka sasl.mechanism=PLAIN",
            "--kafka sasl.mechanism=PLAIN: login with tokens needs OAUTHBEARER: omit this property, or the token option"
        ),
        (
            "--kafka security.protocol=SSL",
            "--kafka security.protocol=SSL: login with tokens needs SASL_SSL: omit this property, or the token option"
        ),
        (
            "--kafka sasl.oauthbearer.method=oidc",
            "--kafka sasl.oauthbearer.method=oidc: cannot be combined with --kafka-token-command or --kafka-token-file"
        ),
    ])
    func `what contradicts tokens is refused`(argument: String, complaint: String) {
        #expect(parse("\(Self.base) --kafka-token-file t \(argument)").complaint == ["fork-worker run: \(complaint)"])
    }
}
