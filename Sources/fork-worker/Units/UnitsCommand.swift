import JSON
import Options
import Vocabulary

/// `fork-worker units`: converts a number from one HealthKit unit to another.
enum UnitsCommand {
    /// Prints the converted number with its unit, or the reason why it cannot be converted.
    static func run(_ options: Options) -> Int32 {
        do throws(UnitError) {
            let to = try Unit(options.operands[2])
            let value = try Unit(options.operands[1]).convert(options.number, to: to)
            var writer = Writer()
            writer.number(value)
            return ProcessEnvironment.print("\(String(decoding: writer.bytes, as: UTF8.self)) \(to.string)\n")
        } catch {
            return ProcessEnvironment.complain("fork-worker: \(error)\n", status: .failure)
        }
    }
}
