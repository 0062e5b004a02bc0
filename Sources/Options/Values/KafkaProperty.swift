import System

/// One `--kafka name=value`, passed to librdkafka unchanged.
package struct KafkaProperty: Sendable, Equatable {
    /// The name in librdkafka, such as `security.protocol`.
    package let name: String
    /// The value, which may be secret: print `description` instead.
    package let value: String

    /// Properties that exactly-once processing depends on; only the worker sets them.
    package static let reserved: [String: String] = [
        "bootstrap.servers": "--bootstrap-servers sets it",
        "metadata.broker.list": "--bootstrap-servers sets it",
        "group.id": "--group-id sets it",
        "group.instance.id": "--group-instance-id sets it",
        "transactional.id": "it follows from --group-id and --group-instance-id",
        "enable.auto.commit": "offsets are committed in the transaction with the documents",
        "auto.commit.enable": "offsets are committed in the transaction with the documents",
        "enable.auto.offset.store": "offsets are committed in the transaction with the documents",
        "enable.idempotence": "a transaction needs it",
        "isolation.level": "the worker reads committed records only",
        "partition.assignment.strategy": "--assignment says it",
    ]
}

/// Hides secret values in every printed form.
extension KafkaProperty: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `name=value`, or `name=***` if the value is secret.
    package var description: String { "\(name)=\(Secret.shown(value, of: name))" }
    /// Used by `String(reflecting:)`, and for properties in a printed array.
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Kind<KafkaProperty> {
    /// A name and a value; the value may contain any character, also `=`.
    ///
    /// References to files and variables are already resolved (`Reference`).
    static let property = Kind(
        "NAME=VALUE",
        rule: "`name=value`, repeatable; a value from a file as `name=@FILE`, from a variable as `name=$NAME`",
        shape: .pairs,
        shown: { text in
            // Without a name it is unknown whether the text is secret.
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return Secret.mask }
            return KafkaProperty(name: String(text[..<equals]), value: String(text[equals...].dropFirst())).description
        },
        read: { text throws(Reason) in
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw Reason("must be name=value, such as security.protocol=SSL")
            }
            let name = String(withoutBlanks(text[..<equals]))
            guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw Reason("must have a property's name before '=', such as security.protocol=SSL")
            }
            if let why = KafkaProperty.reserved[name] { throw Reason("is the worker's own: \(why)") }
            return KafkaProperty(name: name, value: String(text[equals...].dropFirst()))
        }
    )
}
