/// The version that `--version`, logs and dead letters name.
enum Version {
    static let current = "0.1.0"
}
