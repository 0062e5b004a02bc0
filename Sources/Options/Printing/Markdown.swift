/// The content of docs/options.md, generated from the table of options.
package enum Markdown {
    package static var page: String {
        """
        # Options

        This page is made from the table of options in the program. `fork-worker COMMAND --help` says the same.

        - An option is given on the command line (`--group-id tests`, `--group-id=tests`), as an environment variable \
        (`FORK_GROUP_ID=tests`) or as a key of the settings file, the JSON file that `--config` or `FORK_CONFIG` names \
        (`{"group-id": "tests"}`). The command line goes before the environment, the environment before the file. An empty \
        variable and a null in the file count as not given. What says what one call is about ("This call") stands on the \
        command line only. A variable `FORK_…` that is no setting is a warning, with the nearest name.
        - A switch takes no value, or one after `=`: `--create-topics`, `--create-topics=false`.
        - `--` ends the options. What begins with `-` and a digit is a value: `fork-worker units -5 degC degF`.
        - A time is a whole number with a unit: `100ms`, `60s`, `60min`, `24h`, `400d`.
        - A size is a whole number of bytes, or one with a unit: `64KiB`, `16MiB`, `2GiB`.
        - An option or key that is not known is wrong; a key of another command is not. Everything that is wrong is \
        named at once, and the exit status is 64. With `--log-format json` each is a line of JSON.
        - `--kafka` can be given often. In the environment its properties stand in one line with commas between them, \
        or on a line each (then a value may have commas); in the file they are an object or a list. Properties of all three add up; of one name the \
        command line's counts, then the variable's, then the file's. Values of passwords, keys and tokens are shown as `***` \
        wherever options are printed. The worker's own, and refused, are \(reserved).

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
        Every command takes `-h` or `--help`; `fork-worker --version` shows the version. The exit status is 0 when \
        done (also after SIGTERM, SIGINT or SIGHUP), 64 for wrong usage or a wrong option, and 1 for anything else.
        \(Section.allCases.map(table).joined())
        """
    }

    private static var reserved: String {
        KafkaProperty.reserved.keys.sorted().map { "`\($0)`" }.joined(separator: ", ")
    }

    private static func table(of group: CommandGroup) -> String {
        group.commands.enumerated().map { index, command in
            "| \(index == 0 ? group.rawValue : "") | `\(Help.usage(of: command))` | \(cell(command.text)) |\n"
        }.joined()
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

    private static func line(of row: OptionRow) -> String {
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
