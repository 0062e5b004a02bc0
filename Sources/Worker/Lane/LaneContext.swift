import Observation
import Store
import System

/// What all lanes of a process share.
struct LaneContext {
    let options: WorkerOptions
    let topics: TopicNames
    let plan: TopicPlan
    let database: Database
    let readiness: Readiness
    let sweep: StoreSweep
    let clocks: Clocks
    let observer: Observer
}
