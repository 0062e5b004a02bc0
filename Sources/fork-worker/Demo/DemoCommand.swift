import Settings

/// `fork-worker demo`.
enum DemoCommand {
    static func run(_ settings: DemoSettings) -> Int32 { 0 }
}
