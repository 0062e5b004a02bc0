import Observation
import Operations

extension LongWork {
    /// Work of this process, which a signal stops.
    init(_ title: String, unit: String, observer: Observer, signals: StopSignals) {
        self.init(title, unit: unit, on: .log(observer), isStopped: { signals.wait(milliseconds: 0) != nil })
    }
}
