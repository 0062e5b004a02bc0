import Settings

/// `fork-worker demo`.
enum Demo {
    static func run(_ settings: DemoSettings) -> Int32 { 0 }
}
