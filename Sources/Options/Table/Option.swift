/// An option: its row in the table, and the property of `Options` that it sets.
package struct Option: Sendable {
    /// The path of a property of the options.
    typealias Property<Value> = any WritableKeyPath<Options, Value> & Sendable

    /// The name in kebab-case without dashes; also the key in a configuration file.
    let name: String
    /// The placeholder for the value in help; nil for a switch.
    let placeholder: String?
    /// A description of the allowed values.
    package let rule: String
    let shape: Shape
    package let fallback: Fallback
    package let commands: [CommandName]
    /// Returns the value without secrets.
    let shown: @Sendable (String) -> String
    /// Sets the property to the value of a text, or appends the value if the option is repeatable.
    let set: @Sendable (String, inout Options) throws(Reason) -> Void
    /// Whether the default differs from the property's initial value, so that `Values` must set it.
    let setsDefault: Bool
    /// The table sets `section` and `help`.
    package internal(set) var section = Section.call
    package internal(set) var help = ""

    private init<Value>(
        _ name: String,
        _ kind: Kind<Value>,
        _ fallback: Fallback,
        of commands: [CommandName],
        setsDefault: Bool,
        store: @escaping @Sendable (Value, inout Options) -> Void
    ) {
        self.name = name
        placeholder = kind.placeholder
        rule = kind.rule
        shape = kind.shape
        self.fallback = fallback
        self.commands = commands
        shown = kind.shown
        set = { text, options throws(Reason) in store(try kind.read(text), &options) }
        self.setsDefault = setsDefault
    }

    /// Creates an option that always has a value: without a fallback, its default is the initial value of the property.
    init<Value>(
        _ name: String,
        _ property: Property<Value>,
        _ kind: Kind<Value>,
        or fallback: Fallback? = nil,
        of commands: [CommandName]
    ) {
        let shown = fallback ?? .text(kind.write(Options()[keyPath: property]))
        self.init(name, kind, shown, of: commands, setsDefault: fallback != nil) { $1[keyPath: property] = $0 }
    }

    /// Creates an option whose property is nil if the option is not given.
    init<Value>(
        _ name: String,
        optional property: Property<Value?>,
        _ kind: Kind<Value>,
        or fallback: Fallback,
        of commands: [CommandName]
    ) {
        self.init(name, kind, fallback, of: commands, setsDefault: false) { $1[keyPath: property] = $0 }
    }

    /// Creates a repeatable option, whose values are collected in order.
    init<Value>(
        _ name: String,
        each property: Property<[Value]>,
        _ kind: Kind<Value>,
        or fallback: Fallback,
        of commands: [CommandName]
    ) {
        self.init(name, kind, fallback, of: commands, setsDefault: false) { $1[keyPath: property].append($0) }
    }

    /// Returns the reason why a text is invalid; nil if it is valid.
    func check(_ text: String) -> Reason? {
        var options = Options()
        do throws(Reason) {
            try set(text, &options)
            return nil
        } catch {
            return error
        }
    }

    /// The environment variable, such as `FORK_GROUP_ID` for `--group-id`; nil for options of a single call.
    ///
    /// A call's option in the environment or a file would also apply to later calls for which it was not meant.
    package var variable: String? {
        if section == .call { return nil }
        return "FORK_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }

    var isSwitch: Bool { placeholder == nil }
    var isRequired: Bool { if case .required = fallback { true } else { false } }
    /// Whether all given values count, and not only the last one.
    var isRepeatable: Bool {
        switch shape {
        case .pairs, .repeated: true
        case .single, .words, .path, .list: false
        }
    }
}

/// Options with their help texts, in the order of help and docs.
struct OptionTable: ExpressibleByDictionaryLiteral, Sendable {
    private let options: [Option]

    init(dictionaryLiteral elements: (Option, String)...) {
        options = elements.map { option, help in
            var option = option
            option.help = help
            return option
        }
    }

    /// Returns the options of a section of help and docs.
    func rows(in section: Section) -> [Option] {
        options.map { option in
            var option = option
            option.section = section
            return option
        }
    }
}

/// The behavior if an option is not given.
package enum Fallback: ExpressibleByStringLiteral, Sendable {
    /// The option must be given.
    case required
    /// The default value, as a user would write it.
    case text(String)
    /// There is no default value; the text describes the behavior without the option.
    case absent(String)

    package init(stringLiteral meaning: String) { self = .absent(meaning) }
}

/// The section of an option in help and docs.
package enum Section: String, CaseIterable, Sendable {
    /// Options of a single call, which have no variables and no keys in a file.
    case call = "Command options"
    case input = "Input and output"
    case kafka = "Kafka"
    case documents = "Documents"
    case delivery = "Delivery"
    case worker = "Worker"
    case general = "General"
}
