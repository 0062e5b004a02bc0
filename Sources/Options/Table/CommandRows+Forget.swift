/// The command that erases a connection.
extension CommandRow {
    static let forget = CommandRow(
        name: .forget,
        summary: "erase a connection, and show where traces remain",
        text: """
            Writes settings that have workers delete every document of the connection, with webhook jobs, and all that \
            they know of it; waits until that is done; deletes documents that were frozen and the connection's own \
            topics; and shows where traces remain, and until when at the latest. What was uploaded before leaves no \
            trace, not in replays either; what is uploaded later is refused, until settings without forget open the \
            connection again. It asks first, and can be run again after whatever stopped it. Look afterwards with \
            --check, which reads all topics of the prefix and of its replays, changes nothing, and ends with status 1 \
            while anything that is live names the connection.
            """,
        operands: [Operand("CONNECTION", check: { Kind.connection.reason(against: $0) })],
        example: "fork-worker forget --bootstrap-servers localhost:9092 conn-7"
    )
}
