import Options

/// The content of docs/options.md, generated from the table of options.
enum Markdown {
    static var page: String {
        """
        # Options

        This page is generated from the program's table of options. `fork-worker COMMAND --help` shows the same texts.

        - An option is given on the command line (`--group-id tests`, `--group-id=tests`), as an environment variable \
        (`FORK_GROUP_ID=tests`) or as a key of the configuration file, the JSON file named by `--config` or \
        `FORK_CONFIG` (`{"group-id": "tests"}`). The command line overrides the environment, and the environment \
        overrides the file. An empty variable and a null in the file count as not given. Command \
        options exist only on the command line. A variable `FORK_…` that is not an option causes a warning with \
        the nearest name.
        - A switch has no value, or a value after `=`: `--create-topics`, `--create-topics=false`.
        - `--` ends the options. A word that begins with `-` and a digit is a value: `fork-worker units -5 degC degF`.
        - A time is a whole number with a unit: `100ms`, `60s`, `60min`, `24h`, `400d`.
        - A size is a whole number of bytes, or one with a unit: `64KiB`, `16MiB`, `2GiB`.
        - An unknown option or key is an error; a key of another command is ignored. All errors are reported at once, \
        and the exit status is 64. With `--log-format json` each error is a line of JSON.
        - `--kafka` can be repeated. In the environment, separate properties with commas, or put each on a line of its \
        own (then values may contain commas). In the file, they are an object or a list. Properties from all three \
        sources are combined; of one name, the command line overrides the variable, and the variable overrides the \
        file. Values of passwords, keys and tokens are printed as `***`. These properties are set by the worker and \
        rejected: \(reserved).

        ```json
        {
          "bootstrap-servers": ["kafka-1:9092", "kafka-2:9092"],
          "commit-interval": "200ms",
          "create-topics": true,
          "lanes": 4,
          "kafka": { "security.protocol": "SASL_SSL", "sasl.mechanisms": "PLAIN" }
        }
        ```

        ## Commands

        | | Command | What it does |
        |---|---|---|
        \(CommandGroup.allCases.map(table).joined())
        Every command takes `-h` or `--help`; `fork-worker --version` shows the version. The exit status is 0 for \
        success (also after SIGTERM, SIGINT or SIGHUP), 64 for wrong usage or an invalid option, and 1 for any other \
        failure.
        \(Section.allCases.map(table).joined())
        """
    }

    private static var reserved: String {
        KafkaProperty.reserved.keys.sorted().map { "`\($0)`" }.joined(separator: ", ")
    }

    private static func table(of group: CommandGroup) -> String {
        group.commands.enumerated().map { index, command in
            "| \(index == 0 ? group.rawValue : "") | `\(cell(Help.usage(of: command)))` | \(cell(command.text + actions(of: command))) |\n"
        }.joined()
    }

    private static func actions(of command: CommandRow) -> String {
        command.operands.flatMap(\.actions).map { "<br>`\($0.name)`: \($0.text)." }.joined()
    }

    private static func table(of section: Section) -> String {
        let rows = Options.all.filter { $0.section == section }.map(line)
        return """

            ## \(section.rawValue)

            | Option | Variable | Value | Default | Commands | |
            |---|---|---|---|---|---|
            \(rows.joined())
            """
    }

    private static func line(of row: Option) -> String {
        let fallback =
            switch row.fallback {
            case .required: "required"
            case .text(let text): "`\(text)`"
            case .absent(let meaning): meaning
            }
        let commands = row.commands.map { "`\($0)`" }.joined(separator: ", ")
        let variable = row.variable.map { "`\($0)`" } ?? "none"
        let cells = ["`\(Help.form(of: row))`", variable, row.rule, fallback, commands, row.help]
        return "| \(cells.map(cell).joined(separator: " | ")) |\n"
    }

    /// Escapes bars, which would end a table cell even inside code.
    private static func cell(_ text: String) -> String {
        text.map { $0 == "|" ? "\\|" : String($0) }.joined()
    }
}
