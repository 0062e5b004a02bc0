/// The name by which brokers know a lane's producer, the same after each restart.
package enum TransactionalID {
    /// The group, the worker's instance id and the lane's number with slashes between them, `fork-worker/a1b2/0`.
    ///
    /// A slash in one of them is written `%2F`, and `%` is `%25`: without that the group `a` with the instance `b/c` and
    /// the group `a/b` with `c` would fence each other for ever.
    package static func join(group: String, instance: String, lane: Int) -> String {
        "\(beginning(group: group))\(escaped(instance))/\(lane)"
    }

    /// What the names of all lanes of a group begin with, and those of no other group.
    package static func beginning(group: String) -> String { "\(escaped(group))/" }

    private static func escaped(_ name: String) -> String {
        name.replacing("%", with: "%25").replacing("/", with: "%2F")
    }
}
