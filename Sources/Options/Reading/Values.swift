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
        if let path = fromArguments["config"]?.last ?? fromEnvironment["config"]?.last {
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
            if row.isRequired, given.isEmpty {
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
    /// Whether the option is given on the command line, in the environment or in the file.
    func isGiven(_ name: String) -> Bool { !(texts[name] ?? []).isEmpty }

    /// Returns the first given option of a single call that is not in `names`; nil if there is none.
    func givenOfCall(except names: [String]) -> String? {
        command.options.first { $0.section == .call && isGiven($0.name) && !names.contains($0.name) }?.name
    }

    /// Checks that no option is given that is valid only for other actions.
    func check(_ action: String) throws(Fault) {
        for (names, actions) in command.owned where !actions.contains(action) {
            guard let name = names.first(where: isGiven) else { continue }
            throw Fault(.argument("--\(name)"), "is for \(alternatives(actions)) only")
        }
    }

    /// Returns the text with the highest priority, valid or not.
    func lastText(_ name: String) -> String? { texts[name]?.last?.text }

    /// Sets the options of the command to their values, given or by default.
    func read(into options: inout Options) throws(Fault) {
        for row in command.options {
            var given = texts[row.name] ?? []
            if given.isEmpty, row.setsDefault, case .text(let text) = row.fallback {
                given = [Given(text: text, place: .argument("--\(row.name)"))]
            }
            for one in given {
                do throws(Reason) {
                    try row.set(one.text, &options)
                } catch {
                    throw Fault(one.place, shown: row.shown(one.written), error.text)
                }
            }
        }
    }

    /// All values, given or by default, in the order of the table and without secrets.
    var effective: [EffectiveOption] {
        command.options.flatMap { row in
            let given = (texts[row.name] ?? []).map { one in
                EffectiveOption(name: row.name, value: row.shown(one.written), source: one.place.source)
            }
            guard given.isEmpty, case .text(let text) = row.fallback else { return given }
            return [EffectiveOption(name: row.name, value: text, source: .byDefault)]
        }
    }
}

extension Fault.Place {
    /// Where a value at this place comes from.
    fileprivate var source: EffectiveOption.Source {
        switch self {
        case .variable: .environment
        case .key, .file: .file
        case .argument, .command, .operand: .flag
        }
    }
}
