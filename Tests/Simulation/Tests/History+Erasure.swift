import Randomness
import SimulatedStore
import SimulatedSystem
import SimulatedWorker

/// What is left on disks of who was forgotten.
extension History {
    /// How long a machine may keep what it has of partitions that are others' now.
    private static let departureMilliseconds: Int64 = 600_000

    /// One of two machines has all partitions, until the other one comes; then connections are forgotten.
    func moveAway(_ step: Int, _ random: inout SeededRandom) {
        switch step {
        case 0:
            machines[1].kill(world)
            away = [1]
            site.expel(machines[1])
        case 14:
            waitUntilRead(&random)
            away = []
            goOn(&random)
            // Until both have their partitions.
            world.sleep(40_000)
            for number in 0..<connections { uploadLast(number) }
            waitUntilRead(&random)
            let isKilled = random.below(2) == 0
            keepsTraps = true
            for number in 0..<connections - 1 {
                // The row is gone, and what files still have of it is about to go.
                if isKilled { for machine in machines { machine.process?.trap = ("compact store", .kill, {}) } }
                operators.forgetNow(number)
                // The sweep of files comes later than the command's end.
                world.sleep(3_000)
            }
            keepsTraps = false
            goOn(&random)
            // The same once more, when a machine has emptied its store of what is another's now.
            if isKilled { for machine in machines { machine.process?.trap = ("compact store", .kill, {}) } }
            sceneFault = forgottenOnDisk(&random)
        default: break
        }
    }

    private func waitUntilRead(_ random: inout SeededRandom) {
        for _ in 0..<240 {
            goOn(&random)
            world.sleep(500)
            if hasRead(in: "g") { return }
        }
    }

    /// Whose rows a machine still has, or the bytes of them.
    private func forgottenOnDisk(_ random: inout SeededRandom) -> String? {
        for _ in 0..<Self.departureMilliseconds / 5_000 {
            world.sleep(5_000)
            startDead(&random)
        }
        for machine in machines where machine.isRunning {
            for name in operators.erased.filter({ $0.value == .max }).keys.sorted() {
                let bytes = Array(name.utf8) + [0]
                // A byte of the kind and four of the partition come first.
                if SimulatedDisk.holds(machine.storePath, where: { $0.dropFirst(5).starts(with: bytes) }) {
                    return "\(machine.number) still has something of \(name) on its disk"
                }
            }
        }
        return nil
    }
}
