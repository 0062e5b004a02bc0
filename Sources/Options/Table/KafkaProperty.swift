import Secrets

/// One `--kafka name=value`: a property handed to librdkafka as it stands.
package struct KafkaProperty: Sendable, Equatable {
    /// librdkafka's name of it, such as `security.protocol`.
    package let name: String
    /// Its value, which may be a secret: print `description`, never this.
    package let value: String

    /// Properties on which exactly-once rests; the worker sets them itself.
    static let reserved: [String: String] = [
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

/// However it is printed, a secret is not.
extension KafkaProperty: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `name=value`, or `name=***` if the value is a secret.
    package var description: String { "\(name)=\(Secret.shown(value, of: name))" }
    /// For `String(reflecting:)`, and where a property stands in a printed array.
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Kind<KafkaProperty> {
    /// A name and a value, which may hold anything, `=` too.
    ///
    /// What stands elsewhere has been read by then (`Reference`).
    static let property = Kind(
        "NAME=VALUE",
        rule: "`name=value`, repeatable; a value from a file as `name=@FILE`, from a variable as `name=$NAME`",
        shape: .pairs,
        shown: { text in
            // Without a name nothing says that the text is no secret.
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return Secret.mask }
            return KafkaProperty(name: String(text[..<equals]), value: String(text[equals...].dropFirst())).description
        },
        read: { text throws(Reason) in
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw Reason("must be name=value, such as security.protocol=SSL")
            }
            let name = String(trimmed(text[..<equals]))
            guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw Reason("must have a property's name before '=', such as security.protocol=SSL")
            }
            if let why = KafkaProperty.reserved[name] { throw Reason("is the worker's own: \(why)") }
            return KafkaProperty(name: name, value: String(text[equals...].dropFirst()))
        }
    )
}
