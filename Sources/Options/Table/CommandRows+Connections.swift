extension CommandRow {
    static let connections = CommandRow(
        name: .connections,
        summary: "show and change the settings of connections",
        text: """
            Shows and changes the connection settings that workers apply: callback URL, allowed types, time zone, closed. \
            put checks all lines by the rules of workers, and writes all of them or none. put ID --set changes single \
            fields, and no field that another call changes at the same time is lost. Writing waits until workers have \
            read the settings. Status 1 if a connection has no settings, if --if-offset does not match, or if workers \
            do not read the settings in time; they are written then.
            """,
        operands: [
            Operand(
                "ACTION",
                actions: [
                    ("list", "print the settings of all connections, by id"),
                    ("get", "print the settings of ID"),
                    ("put", "write settings from FILE as JSON lines, or fields of ID by --set"),
                    ("close", "refuse further uploads of ID; all other settings stay"),
                ]
            ),
            Operand("ID|FILE", .any),
        ],
        owned: [
            (["background"], ["list"]), (["json"], ["list", "get"]), (["set"], ["put"]),
            (["timeout", "no-wait", "if-offset"], ["put", "close"]),
        ],
        example: "fork-worker connections get --bootstrap-servers localhost:9092 conn-7"
    )
}
