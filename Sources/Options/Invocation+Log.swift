extension Invocation {
    /// The log level and format of the command; nil if no command is run, or if it has no log options.
    package var log: (level: LogLevel?, format: LogFormat?)? {
        guard case .run(let command) = self else { return nil }
        let log: LogOptions
        switch command {
        case .run(let options): log = options.log
        case .transform(let options): log = options.log
        case .importing(let options): log = options.log
        case .send(let options): log = options.log
        case .documents(let options): log = options.log
        case .report(let options): log = options.log
        case .deadLetters(let options): log = options.log
        case .status(let options): log = options.log
        case .diff(let options): log = options.log
        case .connections(let options): log = options.log
        case .replay(let options): log = options.run.log
        case .replays(let options): log = options.log
        case .forget(let options): log = options.log
        case .dispatch(let options): log = options.log
        case .deliveries(let options): log = options.log
        case .topics(let options): log = options.log
        case .doctor(let options): log = options.log
        case .demo(let options): return (options.logLevel, options.logFormat)
        case .sandbox(let options): return (options.logLevel, options.logFormat)
        case .webhookEcho(let options): log = options.log
        case .units, .newSecret: return nil
        }
        return (log.level, log.format)
    }
}
