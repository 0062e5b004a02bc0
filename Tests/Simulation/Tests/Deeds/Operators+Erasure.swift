import Randomness
import SimulatedKafka
import SimulatedSystem
import SimulatedWorker

/// Settings that somebody has written by hand, by which a connection is forgotten.
struct OrderByHand {
    let connection: Int
    /// Up to when, in milliseconds since 1970.
    let since: Int64
    /// Whether others have opened it again, and say up to when it stays forgotten.
    let isOpen: Bool

    var name: String { Uploads.connection(connection) }
}

/// What a scene does to a connection of which letters and refused settings are left.
extension Operators {
    /// Up to when nothing may be left of connections, in milliseconds since 1970: of a closed one nothing at all.
    var erased: [String: Int64] {
        var erased: [String: Int64] = [:]
        func note(_ name: String, _ until: Int64) { erased[name] = max(erased[name] ?? until, until) }
        for order in ordersByHand { note(order.name, order.isOpen ? order.since : .max) }
        for forgetting in forgettings {
            guard let since = forgetting.since else { continue }
            note(Uploads.connection(forgetting.connection), forgetting.isClosed ? .max : since)
        }
        return erased
    }

    func erase(_ random: inout SeededRandom) {
        let connection = 0
        history.uploadRefused(connection)
        history.uploadRefused(connection)
        history.writeSettings(connection, Uploads.refusedSettings(connection))
        history.uploadLast(connection)
        let course = random.below(4)
        // Else the newest of its settings are such as workers have refused.
        if course == 0 || course == 3 { history.writeSettings(connection, Uploads.settings(connection)) }
        waitForWorkers(&random)
        switch course {
        case 0: forgetWhileRedriving(connection, &random)
        case 1, 2:
            if course == 1 { writeRefusedOrder(connection, &random) }
            forgetNow(connection)
            forgettings.last?.tidyUp()
        default:
            forgetNow(connection)
            forgettings.last?.openAgain(&random)
            waitForWorkers(&random)
            redriveMended(connection, isOfSettings: false)?.allowsFailure()
            _ = settle()
        }
        history.uploadLast(connection)
        waitForWorkers(&random)
        redrives.append(Redrive(of: history, number: redrives.count, after: nil))
        _ = settle()
        rerun = Rerun(of: history, &random, mayFollow: false)
    }

    /// The order comes when the command has read that there is none.
    private func forgetWhileRedriving(_ connection: Int, _ random: inout SeededRandom) {
        let isOpen = random.below(2) == 0
        // Workers refuse settings that come too late also where the connection is open again.
        let redrive = redriveMended(connection, isOfSettings: !isOpen && random.below(2) == 0)
        guard let redrive else { return }
        redrive.command.start(history.world, &random, isCalm: true)
        redrive.command.process?.trap = (
            // What is sent is newer than the order.
            "begin", .stallThread(20),
            { [self] in
                let since = history.world.wallMilliseconds
                ordersByHand.append(OrderByHand(connection: connection, since: since, isOpen: isOpen))
                history.writeSettings(connection, Uploads.order(connection))
                if isOpen { history.writeSettings(connection, Uploads.reopening(connection, forgottenUntil: since)) }
            }
        )
        _ = settle()
        waitForWorkers(&random)
        if !isOpen { history.writeSettings(connection, nil) }
    }

    /// Workers refuse the order, which is the newest of the connection's settings, before or after the command reads it.
    private func writeRefusedOrder(_ connection: Int, _ random: inout SeededRandom) {
        refusedOrders += 1
        history.writeSettings(connection, Uploads.order(connection, isRefused: true))
        if random.below(2) == 0 { history.world.sleep(2_000) }
    }

    /// Has a connection forgotten, and waits until the command is done.
    func forgetNow(_ connection: Int) {
        history.areTopicsForgotten = true
        forgettings.append(Forgetfulness(of: connection, in: history, number: forgettings.count))
        if let fault = settle() { history.sceneFault = fault }
    }

    /// A letter of a connection goes through again with another value; nil where there is none.
    private func redriveMended(_ connection: Int, isOfSettings: Bool) -> Redrive? {
        let oracle = RedriveOracle(history)
        let name = Uploads.connection(connection)
        let letters = oracle.all(history.cluster).filter { $0.connection == name }
        let settings = oracle.refusedSettings(history.cluster).map(\.letter.place)
        guard let letter = letters.last(where: { isOfSettings ? settings.contains($0.place) : $0.sample != nil }) else {
            return nil
        }
        let redrive = Redrive(of: history, number: redrives.count, after: nil)
        let value = letter.sample.map(Uploads.mended) ?? Array(Uploads.settings(connection).utf8)
        redrive.mend(letter.place, value)
        redrives.append(redrive)
        return redrive
    }

    /// Until workers have read all, and what they have said of it can be seen.
    private func waitForWorkers(_ random: inout SeededRandom) {
        for _ in 0..<240 {
            history.goOn(&random)
            history.world.sleep(500)
            if history.hasRead(in: "g") { break }
        }
        history.world.sleep(12_000)
    }

    /// An order of the command that workers have refused.
    func refusedOrderFault(_ cluster: SimulatedKafka.Cluster) -> String? {
        let refused = RedriveOracle(history).refusedSettings(cluster).filter { $0.value.contains("\"forget\":true") }
        return refused.count <= refusedOrders ? nil : "workers have refused what forgets a connection: \(refused)"
    }
}
