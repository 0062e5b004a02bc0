import Observation
import Operations

extension Progress {
    /// Progress of this process, which a signal cancels.
    convenience init(_ title: String, unit: String, observer: Observer, signals: StopSignals) {
        self.init(title, unit: unit, on: .log(observer), isStopRequested: { signals.wait(milliseconds: 0) != nil })
    }
}
