import Foundation
import Options
import Testing

/// The scripts are run by the shells that they are for.
struct CompletionTests {
    @Test(arguments: [
        (["ru"], ["run"]),
        (["run", "--lan"], ["--lanes"]),
        (["run", "--output-topics", ""], ["connection", "app", "single"]),
        (["run", "--output-topics", "=", "s"], ["single"]),
        (["run", "--log-format", "="], ["text", "json"]),
        (["transform", "--final", "--co"], ["--connection", "--commit-every", "--connections", "--config"]),
        (["units", "--"], ["--help"]),
        // Of two commands' options of one name each offers its own.
        (["send", "--to", ""], ["uploads", "connections"]),
        (["documents", "--to", ""], []),
        (["completion", ""], ["--help", "bash", "zsh", "fish"]),
        (["run", "--lanes", ""], []),
        (["d"], ["demo", "dispatch", "documents", "diff", "dead-letters", "doctor"]),
        (["run", "--config", "x"], []),
        (["import", "app"], ["apple-health"]),
        (["examples", "sleep-night", "workout"], ["workout", "workout-details"]),
        (["conn"], ["connections"]),
        (["documents", "conn-7", "--type", "sl"], ["sleep"]),
        (["report", "conn-7", "--type", "sl"], ["sleep"]),
        (["dead-letters", "list", "--co"], ["--connection", "--code", "--config"]),
        (["dead-letters", "redrive", "--co"], ["--connection", "--code", "--collected-at", "--config"]),
        (["dead-letters", "show", "--co"], ["--config"]),
        (["dead-letters", "--co"], ["--connection", "--code", "--collected-at", "--config"]),
        (["dead-letters", "list", "--code", "inv"], ["invalidIdentifier", "invalidType", "invalidValue"]),
        (["dead-letters", "li"], ["list"]),
        (["connections", "c"], ["close"]),
        (["connections", "put", "--no"], ["--no-wait"]),
        (["import", "apple-health", "--t"], ["--temp-directory", "--time-zone"]),
    ])
    func `bash offers what the parser takes`(words: [String], expected: [String]) throws {
        let script = try #require(parse("completion bash").printed)
        let line = (["fork-worker"] + words).map { "'\($0)'" }.joined(separator: " ")
        // `compopt` only works while bash completes.
        let test = """
            compopt() { :; }
            \(script)
            COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _fork_worker; printf '%s\\n' "${COMPREPLY[@]}"
            """
        #expect(try output(of: "bash", test).split(separator: "\n").map(String.init) == expected)
    }

    @Test(
        .enabled(if: isInstalled("fish"), "fish is not installed"),
        arguments: [
            ("ru", ["run"]),
            ("run --lan", ["--lanes"]),
            ("run --output-topics ", ["app", "connection", "single"]),
            ("run --log-format=j", ["--log-format=json"]),
            ("completion f", ["fish"]),
            ("documents conn-7 --type sl", ["sleep"]),
            ("dead-letters show --co", ["--config"]),
            ("dead-letters list --co", ["--code", "--config", "--connection"]),
        ]
    )
    func `fish offers what the parser takes`(line: String, expected: [String]) throws {
        let script = try #require(parse("completion fish").printed)
        let offers = try output(of: "fish", "\(script)\ncomplete -C 'fork-worker \(line)'")
        let words = offers.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
        #expect(words.sorted() == expected)
    }

    @Test(.enabled(if: isInstalled("fish"), "fish is not installed"))
    func `fish offers commands by their groups`() throws {
        let script = try #require(parse("completion fish").printed)
        let offers = try output(of: "fish", "\(script)\ncomplete -C 'fork-worker d'").split(separator: "\n")
        let groups = offers.compactMap { $0.split(separator: "\t").last?.prefix { $0 != ":" } }
        #expect(groups.first == "Try" && groups.last == "Repair", "\(offers)")
    }

    /// zsh only completes on a terminal, so it gets one of its own.
    @Test(
        .enabled(if: isInstalled("zsh"), "zsh is not installed"),
        arguments: [
            ("ru", "run "), ("run --lan", "run --lanes="), ("run --output-topics s", "run --output-topics single "),
            ("transform --fi", "transform --final "), ("completion f", "completion fish "),
            ("dead-letters show --co", "dead-letters show --config="),
        ]
    )
    func `zsh offers what the parser takes`(line: String, expected: String) throws {
        let script = try #require(parse("completion zsh").printed)
        let test = """
            print -r -- \(quoted(script)) > $HOME/script
            zmodload zsh/zpty
            zpty shell zsh -f -i
            zpty -w shell "PROMPT=; autoload -U compinit; compinit -u; source $HOME/script"
            zpty -w shell 'show() { print -r -- "<<$BUFFER>>" }; zle -N show; bindkey "^X" show; print rea""dy'
            zpty -m -r shell seen '*ready*'
            zpty -w -n shell $'fork-worker \(line)\\t\\x18'
            zpty -m -r shell seen '*>>*'
            print -r -- ${${seen##*<<}%%>>*}
            zpty -d shell
            """
        #expect(try output(of: "zsh", test) == "fork-worker \(expected)\n")
    }
}

/// Whether a program is found by its name.
private func isInstalled(_ program: String) -> Bool {
    ["/bin", "/usr/bin", "/usr/local/bin"].contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
}

/// One word for a shell.
private func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
}

/// What a shell prints when it runs a script; its complaints are added, so that they fail a test.
///
/// It has a home of its own, since shells read and write files there.
private func output(of shell: String, _ script: String) throws -> String {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.environment = [
        "HOME": home.path, "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "dumb", "LC_ALL": "C.UTF-8",
    ]
    process.arguments = [shell, "-c", script]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
}
