import System

/// What all clients of the simulated cluster have in common: the process that they are of, and requests that take time,
/// get lost, or are answered too late.
class BrokerClient {
    let cluster = Cluster.current
    let process: SimulatedProcess
    let configuration: Configuration
    var world: World { cluster.world }
    /// Its owner has let go of it.
    var isGone = false

    init(_ configuration: Configuration) {
        self.configuration = configuration
        process = World.current.process ?? SimulatedProcess("nobody")
    }

    /// Whether what the library does by itself can go on.
    var isAlive: Bool { !isGone && !process.isDead }

    /// A call into the library; one of a killed process fails for good.
    func call(_ operation: Operation, _ subject: @autoclosure () -> String = "") throws(KafkaError) {
        process.call("\(operation) \(subject())")
        if process.isDead { throw ghost(operation) }
    }

    func ghost(_ operation: Operation) -> KafkaError {
        KafkaError(operation, .invalidArgument, reason: "the process was killed", isFatal: true)
    }

    /// Calls a body when the process is running at that time, or as soon as it does again.
    func later(_ milliseconds: Int64, _ body: @escaping () -> Void) {
        let time = world.now + milliseconds
        world.at(time) { [self] in
            guard isAlive else { return }
            if process.standsStillUntil > world.now { return later(process.standsStillUntil - world.now, body) }
            body()
        }
    }

    /// Between an answer and its hearing a process may be killed or stand still.
    private func heard<Answer>(_ operation: Operation, _ answer: Answer) -> Answer {
        process.call("\(operation) answered")
        return answer
    }

    /// A request to a broker, made again by itself while it is refused for the moment.
    func ask<Answer>(
        _ operation: Operation,
        within timeout: Int64,
        _ subject: @autoclosure () -> String = "",
        _ body: () throws(Refusal) -> Answer
    ) throws(KafkaError) -> Answer {
        try call(operation, subject())
        let deadline = world.now + timeout
        let weather = cluster.weather
        world.sleep(Int64(1 + world.below(2)))
        if process.isDead { throw ghost(operation) }
        if world.happens(perMille: weather.slow) { world.sleep(Int64(world.below(Int(timeout) * 3 / 2))) }
        let isLost = world.happens(perMille: weather.lostRequest)
        let isUnheard = world.happens(perMille: weather.lostAnswer)
        while true {
            if process.isDead { throw ghost(operation) }
            do throws(Refusal) {
                if isLost || process.isCut { throw Refusal(code: .timedOut, passes: true) }
                let answer = try body()
                if !isUnheard { return heard(operation, answer) }
                break
            } catch {
                guard error.passes else {
                    world.note("\(operation) refused: \(error.code)")
                    throw KafkaError(operation, error.code, isFatal: error.isFatal, isAbortable: error.isAbortable)
                }
            }
            guard world.now < deadline else { break }
            world.sleep(min(deadline - world.now, Int64(20 + world.below(80))))
        }
        if world.now < deadline { world.sleep(deadline - world.now) }
        process.call("\(operation) unheard")
        if process.isDead { throw ghost(operation) }
        world.note("\(operation) timed out")
        throw KafkaError(operation, .timedOut, isRetriable: true)
    }
}
