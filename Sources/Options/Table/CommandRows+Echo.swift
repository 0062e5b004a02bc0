extension CommandRow {
    static let webhookEcho = CommandRow(
        name: .webhookEcho,
        summary: "receive webhooks, verify them and show them",
        text: """
            Receives webhooks over HTTP, verifies their signatures by Standard Webhooks, and prints a line for each: \
            JSON, or on a terminal the documents. Answers 204 to verified webhooks, and 401 to others. Needs \
            --secrets or FORK_WEBHOOK_SECRET. A webhook is marked as duplicate if it was accepted before, and as late \
            if its connection had a greater sequence before. The command stops on SIGTERM, SIGINT or SIGHUP. The last \
            line on standard error counts the requests.
            """,
        operands: [],
        example: "fork-worker webhook-echo --secrets secrets.json --fail 0.3"
    )

    static let webhookSend = CommandRow(
        name: .webhookSend,
        summary: "send one signed webhook to a URL",
        text: """
            Sends one webhook with a document to URL, signed as dispatch signs it, and prints the status of the answer, \
            the time, and the reason if there was no answer. Needs --secrets or FORK_WEBHOOK_SECRET. The rules on \
            addresses are those of dispatch: https on port 443 to a public address, unless options allow more. Exits \
            with status 1 unless the answer is 2xx.
            """,
        operands: [Operand("URL")],
        example: "fork-worker webhook-send https://hooks.example.org/fork"
    )
}
