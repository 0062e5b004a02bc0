import JSON
package import Vocabulary

/// Settings that workers accept, ready to be written.
package struct SettingsLine: Equatable, Sendable {
    package let connection: ConnectionID
    package let json: [UInt8]
    /// Whether the settings have a `forget` field that is not null.
    package let mentionsForget: Bool

    /// Creates a line from settings that workers already apply.
    init(unchanged standing: StandingSettings) {
        connection = standing.connection
        json = standing.json
        mentionsForget = standing.settings.isForgotten
    }

    /// Parses a line, and checks the settings as workers do.
    ///
    /// The members `offset` and `partition`, which `connections get` adds, are left out.
    ///
    /// - Throws: The reason why workers would refuse the line, as a sentence.
    package init(_ line: [UInt8], allowsLoopback: Bool, _ judge: inout SettingsJudge) throws(WrongSettings) {
        do throws(Refusal) {
            connection = unsafe try judge.settings(line.span.bytes, allowsLoopback: allowsLoopback).connection
        } catch {
            throw WrongSettings(reason: error.message)
        }
        var parser = Parser()
        guard let record = try? parser.parse(line), var members = record.members else {
            throw WrongSettings(reason: "The settings of a connection must be a JSON object.")
        }
        mentionsForget = record.field("forget") != nil
        guard record.member("offset") != nil || record.member("partition") != nil else {
            json = line
            return
        }
        json = Writer.object { writer in
            while let member = members.next() {
                if member.key == "offset" || member.key == "partition" { continue }
                writer.member(member.key.string) { member.value.write(into: &$0) }
            }
        }
    }
}

/// The reason why workers would refuse settings.
package struct WrongSettings: Error, Equatable {
    package let reason: String
}
