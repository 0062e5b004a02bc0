/// The option values of one command from arguments, environment and file, each checked by its option.
struct Values {
    /// A text and its source.
    struct Given {
        /// The text after references to files and variables were resolved.
        let text: String
        let place: Fault.Place
        /// The original text, which is shown in errors.
        let written: String

        init(text: String, place: Fault.Place, written: String? = nil) {
            self.text = text
            self.place = place
            self.written = written ?? text
        }
    }

    let operands: [String]
    /// All errors; values may be read only if there are none.
    private(set) var faults: [Fault] = []
    private let command: CommandRow
    private var texts: [String: [Given]] = [:]

    init(
        command: CommandRow,
        arguments: Arguments,
        environment: [String: String],
        readFile: (String) -> [UInt8]?
    ) {
        self.command = command
        operands = arguments.operands
        let fromArguments = take(arguments)
        let fromEnvironment = EnvironmentReader.read(environment, options: command.options)
        var fromFile: [String: [Given]] = [:]
        if let path = fromArguments[Options.config.row.name]?.last ?? fromEnvironment[Options.config.row.name]?.last {
            let file = SettingsFile(path: path.text, command: command, readFile: readFile)
            fromFile = file.texts
            faults += file.faults
        }
        for row in command.options {
            let sources = [fromFile, fromEnvironment, fromArguments].compactMap { $0[row.name] }
            // Properties from all sources are combined; for other options, the source with the highest priority counts.
            texts[row.name] = row.isRepeatable ? sources.flatMap(\.self) : sources.last?.suffix(1)
        }
        resolveReferences(environment, readFile)
        checkTexts()
        checkOperands()
    }

    private mutating func take(_ arguments: Arguments) -> [String: [Given]] {
        var texts: [String: [Given]] = [:]
        for item in arguments.items {
            switch item {
            case .option(let name, let text):
                if command.options.contains(where: { $0.name == name }) {
                    texts[name, default: []].append(Given(text: text, place: .argument("--\(name)")))
                } else {
                    let owners = Options.all.filter { $0.name == name }.flatMap(\.commands)
                    let names = alternatives(owners.map(\.rawValue))
                    faults.append(Fault(.argument("--\(name)"), "is an option of \(names) only"))
                }
            case .lacksValue(let name):
                let placeholder = command.options.first { $0.name == name }?.placeholder ?? "VALUE"
                faults.append(Fault(.argument("--\(name)"), "needs a value: --\(name)=\(placeholder)"))
            case .unknown(let name):
                let names = command.options.map(\.name) + ["help", "version"]
                let hint = SpellingHint.hint(String(name.drop { $0 == "-" }), among: names, prefix: "--")
                faults.append(Fault(.argument(name), "no such option\(hint)"))
            }
        }
        return texts
    }

    /// Resolves references to files and variables in property values.
    private mutating func resolveReferences(_ environment: [String: String], _ readFile: (String) -> [UInt8]?) {
        for row in command.options {
            guard case .pairs = row.shape, let given = texts[row.name] else { continue }
            texts[row.name] = given.map { one in
                do throws(Reason) {
                    let text = try Reference.resolve(one.text, environment: environment, readFile: readFile)
                    return Given(text: text, place: one.place, written: one.text)
                } catch {
                    faults.append(Fault(one.place, shown: row.shown(one.written), error.text))
                    return one
                }
            }
        }
    }

    private mutating func checkTexts() {
        for row in command.options {
            let given = texts[row.name] ?? []
            for one in given {
                let reason = one.text.utf8.contains(0) ? Reason("must not contain a NUL") : row.check(one.text)
                if let reason { faults.append(Fault(one.place, shown: row.shown(one.written), reason.text)) }
            }
            if case .required = row.fallback, given.isEmpty {
                let elsewhere = row.variable.map { ", here or as \($0)" } ?? ""
                faults.append(Fault(.argument("--\(row.name)"), "must be given\(elsewhere)"))
            }
        }
    }

    private mutating func checkOperands() {
        let repeated = command.operands.last { $0.count == .any || $0.count == .several }
        for operand in command.operands.dropFirst(operands.count) where operand.count == .one {
            faults.append(Fault(.operand(operand.name), "is missing"))
        }
        for (index, text) in operands.enumerated() {
            let operand = index < command.operands.count ? command.operands[index] : repeated
            guard let operand, let reason = operand.check(text) else { continue }
            faults.append(Fault(.operand(operand.name), shown: text, reason.text))
        }
        guard repeated == nil else { return }
        for extra in operands.dropFirst(command.operands.count) {
            let isBoolean = extra == "true" || extra == "false"
            let hint = isBoolean ? "; a switch takes its value after '=': --create-topics=\(extra)" : ""
            faults.append(Fault(.operand("argument"), shown: extra, "nothing more is expected\(hint)"))
        }
    }
}

extension Values {
    /// Whether any source has a value.
    func isGiven(_ name: String) -> Bool { !(texts[name] ?? []).isEmpty }

    /// Returns the text with the highest priority, valid or not.
    func lastText(_ name: String) -> String? { texts[name]?.last?.text }

    /// Returns the value, or the default if none was given.
    func required<Value>(_ option: Option<Value>) throws(Fault) -> Value {
        if let value = try optional(option) { return value }
        guard case .text(let text) = option.row.fallback else {
            throw Fault(.argument("--\(option.row.name)"), "must be given")
        }
        return try read(Given(text: text, place: .argument("--\(option.row.name)")), option)
    }

    /// Returns the value, or nil if none was given.
    func optional<Value>(_ option: Option<Value>) throws(Fault) -> Value? {
        try all(option).last
    }

    /// Returns all given values in order.
    func all<Value>(_ option: Option<Value>) throws(Fault) -> [Value] {
        var values: [Value] = []
        for given in texts[option.row.name] ?? [] { values.append(try read(given, option)) }
        return values
    }

    private func read<Value>(_ given: Given, _ option: Option<Value>) throws(Fault) -> Value {
        do throws(Reason) {
            return try option.kind.read(given.text)
        } catch {
            throw Fault(given.place, shown: option.row.shown(given.written), error.text)
        }
    }

    /// All values, given or by default, in the order of the table and without secrets.
    var effective: [EffectiveOption] {
        command.options.flatMap { row in
            let given = (texts[row.name] ?? []).map { EffectiveOption(name: row.name, value: row.shown($0.written)) }
            guard given.isEmpty, case .text(let text) = row.fallback else { return given }
            return [EffectiveOption(name: row.name, value: text)]
        }
    }
}

/// An option with its current value, safe to print.
package struct EffectiveOption: Sendable, Equatable {
    /// The option's name without dashes.
    package let name: String
    /// The text of the value; `***` for a secret.
    package let value: String
}
