/// The version in `--version`, logs and dead letters.
enum Version {
    static let current = "0.1.0"
}
