import Options

/// The pages that the worker of a sandbox serves.
struct SandboxPages {
    /// The address of health, metrics and the console; nil for none.
    var address: HTTPAddress?
    var console = ConsoleOptions()
    /// The settings that the console shows.
    var settings: [EffectiveOption] = []

    /// Returns the settings with the address of the sandbox's broker, so that commands of the console find the broker.
    func settings(on bootstrapServers: String) -> [EffectiveOption] {
        [EffectiveOption(name: "bootstrap-servers", value: bootstrapServers, source: .byDefault)] + settings
    }
}
