/// The transactional id of a lane's producer, which is the same after each restart.
package enum TransactionalID {
    /// Returns group, instance id and lane number with slashes between them, such as `fork-worker/a1b2/0`.
    ///
    /// A slash within a name is written `%2F`, and `%` is written `%25`. Otherwise the group `a` with the instance
    /// `b/c` and the group `a/b` with the instance `c` would fence each other.
    package static func join(group: String, instance: String, lane: Int) -> String {
        "\(beginning(group: group))\(escaped(instance))/\(lane)"
    }

    /// Returns the prefix of all transactional ids of a group; no other group has this prefix.
    package static func beginning(group: String) -> String { "\(escaped(group))/" }

    private static func escaped(_ name: String) -> String {
        name.replacing("%", with: "%25").replacing("/", with: "%2F")
    }
}
