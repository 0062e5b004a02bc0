/// Everything that `demo` is told.
package struct DemoSettings: Sendable {
    /// What is logged, and how.
    package let log: LogSettings

    init(_ values: Values) throws(Fault) {
        log = try LogSettings(values)
    }
}
