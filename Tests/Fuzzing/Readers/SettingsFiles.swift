import Options

/// A settings file gives options or a complaint that can be shown, whatever it says.
enum SettingsFiles {
    static func check(_ bytes: [UInt8]) throws(Fault) {
        for command in ["run", "transform"] {
            try check(["FORK_CONFIG": "made.json"], command, bytes)
        }
        let text = String(decoding: bytes.prefix(500), as: UTF8.self)
        for name in ["FORK_KAFKA", "FORK_COMMIT_INTERVAL", "FORK_UPLOAD_MAX_BYTES", "FORK_BOOTSTRAP_SERVERS"] {
            try check([name: text], "run", bytes)
        }
    }

    private static func check(_ environment: [String: String], _ command: String, _ bytes: [UInt8]) throws(Fault) {
        let outcome = Invocation.parse(arguments: [command], environment: environment, version: "1") { _ in bytes }
        guard case .usage(let complaint) = outcome else { return }
        let text = complaint.text
        let isPlain = text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
        try expect(isPlain, "a complaint has control characters")
        try expect(text.hasSuffix("--help'.\n"), "a complaint does not say where help is")
    }
}
