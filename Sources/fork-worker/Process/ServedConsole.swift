import ConsoleReading
import Observation
import Options
import Serving
import System
import Views
import Vocabulary
import Worker

/// The console of a process: its options, the board that lanes publish to, and its answers.
struct ServedConsole: Sendable {
    /// The partitions and commits of the lanes, for the readers.
    let partitions = PartitionBoard()
    /// Does what is due; called a few times a second.
    let turn: @Sendable () -> Void
    private let console: Console

    /// Creates the console of a process; nil if it is off.
    ///
    /// - Throws: A usage error if the token file is wrong.
    init?(
        _ options: ConsoleOptions,
        of worker: WorkerOptions,
        _ settings: [EffectiveOption],
        _ probes: ProbeBoard,
        _ observer: Observer,
        zones: ZoneTable
    ) throws(StartError) {
        guard options.isOn else { return nil }
        let tokens = try Self.tokens(options.tokenFile, observer)
        let (clocks, kept, partitions) = (Clocks(), observer.beginConsole(), partitions)
        let identity = WorkerIdentity(
            startedMilliseconds: clocks.wallMilliseconds(),
            version: Version.current,
            worker,
            settings: settings.map { ($0.name, $0.value, $0.source.rawValue) }
        )
        let connections = Self.connections(partitions, of: worker, observer, clocks, zones)
        let ofWorker: Console.Handler = { request throws(ConsoleError) in
            switch request.path {
            case ["worker"]:
                _ = try request.parameters()
                let snapshot = probes.snapshot(at: clocks.steadyMilliseconds())
                let (now, own) = (clocks.wallMilliseconds(), partitions.snapshot.partitions)
                return Page(json: WorkerAnswer(identity, snapshot, own, observer, atMilliseconds: now).json)
            case ["history"]:
                _ = try request.parameters()
                return Page(json: kept.history.json)
            case ["refusals"]:
                let code = try request.parameters("code")["code"]
                if let code, RefusalCode(rawValue: code) == nil {
                    throw ConsoleError(.badRequest, "code must be the code of a refusal, such as invalidValue")
                }
                return Page(json: kept.refusals.json(code, sinceMilliseconds: identity.startedMilliseconds))
            default: throw ConsoleError(.notFound, "the API has no such path")
            }
        }
        do throws(ServingError) {
            console = try Console(
                hosts: options.hosts,
                tokens: tokens,
                showsHealthData: options.showsHealthData,
                observer: observer,
                worker: ofWorker,
                connections: { connections.answer($0) }
            )
        } catch {
            throw StartError(error.description)
        }
        turn = { [console] in
            console.turn()
            observer.consoleTurn()
        }
    }

    private static func connections(
        _ board: PartitionBoard,
        of worker: WorkerOptions,
        _ observer: Observer,
        _ clocks: Clocks,
        _ zones: ZoneTable
    ) -> ConnectionAPI {
        let group = GroupLookup(worker, clocks, observer)
        var api = ConnectionAPI(board: board, rules: worker.rules, zones: zones) { clocks.steadyMilliseconds() }
        // An embedded broker has one worker, which has all partitions.
        if !worker.isEmbedded { api.owner = { group.owner(of: $0) } }
        api.restoredShare = { observer.restoredShare(of: $0) }
        api.countDiffering = { observer.consoleDiffers($0) }
        return api
    }

    /// Returns the answer to a request that is neither for a probe nor for metrics.
    func answer(_ request: HTTPRequest) -> HTTPAnswer { console.answer(request) }

    private static func tokens(_ path: String?, _ observer: Observer) throws(StartError) -> ConsoleTokens? {
        guard let path else { return nil }
        do throws(ConsoleTokens.Fault) {
            return try ConsoleTokens(path: path, observer: observer)
        } catch {
            throw StartError("--console-token-file \(path): \(error.reason)", isUsage: true, code: .optionInvalid)
        }
    }
}
