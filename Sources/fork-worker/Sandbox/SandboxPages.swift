import Options

/// The pages that the worker of a sandbox serves.
struct SandboxPages {
    /// The address of health, metrics and the console; nil for none.
    var address: HTTPAddress?
    var console = ConsoleOptions()
    /// The settings that the console shows.
    var settings: [EffectiveOption] = []
}
