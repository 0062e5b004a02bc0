import SimulatedWorker
import Vocabulary

/// What some histories have beside their disturbances: things of which each matters only after the one before, so that chance
/// hardly brings them together.
enum Scene: String, CaseIterable {
    /// A machine whose clock is ahead works, is away while others delete, and comes back when days have gone by.
    case ahead
    /// Settings come while nobody reads, and the commit that reads them first comes to nothing.
    case early
    /// The topic that all documents go to is made again with one partition, in the middle of a commit, and has the others later.
    case remade
    /// The topic that all documents go to is deleted, and one partition after the other writes to it.
    case ordered
    /// A process is to stop in the middle of a transaction, and its line is cut.
    case stopped
    /// A topic takes shorter batches than a producer has been made for, and the line is cut when its successor begins.
    case renewed
    /// The line is cut when a lane subscribes.
    case unheard
    /// The topic of dead letters takes short records only, from the beginning to the end.
    case letters
    /// Topics of connections are deleted, each just before a commit writes to them.
    case gone
    /// In the end a second worker comes that has the name of the first, and there is nothing to do.
    case rival
    /// The same in a group that asks nobody's name, and there is.
    case twins
    /// Of two processes of a replay one stands still between its look at the ends and its word on them.
    case overlap
    /// Connections are forgotten while markers take their time.
    case forgotten
    /// In the end a worker of another group comes whose name, group and all, reads like that of the first.
    case namesake
    /// In the end the uploads are deleted and recreated with another content.
    case uploadsAgain
    /// The same with the settings.
    case settingsAgain
    /// The same with the changelog, or the changelog loses its newest records.
    case stateAgain
    /// The same with the jobs, to which workers only append.
    case jobsAgain
    /// The same with the dead letters, to which workers only append.
    case lettersAgain
    /// Topics of documents are replaced by somebody: by empty ones, by copies, or with a record of others in them. Workers run, are
    /// stopped, are killed with their records delivered, or others take over.
    case replaced
    /// A subscriber has made the topic of a connection before its first upload: its records go after a time, until an operator
    /// has mended it.
    case uncompacted
    /// A connection is forgotten of which letters and refused settings are left, and somebody redrives these, tidies up, opens
    /// it again, and replays all.
    case erased
    /// Partitions move to another machine, and connections are forgotten there.
    case moved
    /// A process stands still in a commit until its broker has ended the transaction, and does so again in the next one.
    case stalled
    /// A process is to stop when the line is cut just after the transaction of the next commit has begun.
    case begun
    /// A process stands still in a commit until others have read further and what they read has been deleted.
    case outrun
    /// The topic of one connection cannot be made, and that of another may not be written to, for a while.
    case refusing

    /// How many steps are enough for each.
    static let steps = 32

    /// What happens beside it: nothing by which it comes to nothing.
    static let disturbances: [Disturbance] = [.slow, .markers, .compact]

    /// Those that come in turn.
    private static let turns = allCases.filter { !endings.contains($0) && !apart.contains($0) }

    /// Those that have seeds of their own.
    private static let apart: [Scene] = [
        .forgotten, .namesake, .replaced, .uncompacted, .erased, .moved, .stalled, .begun, .outrun, .refusing,
    ]

    /// Those in which a topic is another one in the end.
    static let endings: [Scene] = [.uploadsAgain, .stateAgain, .settingsAgain, .jobsAgain, .lettersAgain]

    /// The replacement of the topic at the end of a history; each ending has all pairs of content and way in 2,000 histories.
    static func change(of seed: UInt64) -> TopicChange { TopicChange(seed / 20 / UInt64(endings.count)) }

    /// The scene of a history; one history in six has one.
    static func of(_ seed: UInt64) -> Scene? {
        if seed % 50 == 39 { return seed % 100 == 39 ? .namesake : .forgotten }
        if seed % 20 == 11 { return endings[Int(seed / 20) % endings.count] }
        if seed % 50 == 29 { return seed % 100 == 29 ? .replaced : .uncompacted }
        if seed % 50 == 34 { return seed % 100 == 34 ? .erased : .moved }
        if seed % 50 == 14 { return seed % 100 == 14 ? .stalled : .begun }
        if seed % 100 == 45 { return .outrun }
        if seed % 100 == 95 { return .refusing }
        guard let place = [19, 24].firstIndex(of: seed % 25) else { return nil }
        return turns[(2 * Int(seed / 25) + place) % turns.count]
    }

    var deeds: Set<Deed> {
        switch self {
        case .overlap: [.replay]
        case .forgotten, .moved: [.forget]
        case .erased: [.redrive, .forget]
        default: []
        }
    }

    // What is needed for it.

    /// How many machines there are, where there are so many otherwise.
    func machines(_ count: Int) -> Int {
        switch self {
        case .ahead, .moved, .outrun: 2
        case .begun: 1
        default: isOfOneLane || Self.endings.contains(self) ? 1 : count
        }
    }
    /// Some are left where others are forgotten.
    var connections: Int {
        isOfPartitions || self == .forgotten || self == .erased || self == .begun || self == .refusing ? 3 : 1
    }
    var partitions: Int32 { isOfPartitions ? 2 : 1 }
    var routing: Rules.Routing? {
        switch self {
        case .remade, .ordered, .forgotten: .single
        case .renewed, .gone, .uncompacted, .begun, .refusing: .connection
        default: nil
        }
    }
    /// Whether one lane has all partitions.
    var isOfOneLane: Bool { self == .remade || self == .ordered }
    /// Whether a second worker comes in the end.
    var isOfRival: Bool { self == .rival || self == .twins }
    /// Whether what operators do in it has its own order.
    var isOfErasure: Bool { self == .erased || self == .moved }
    private var isOfPartitions: Bool {
        isOfOneLane || isOfRival || self == .overlap || self == .ahead || self == .namesake
            || self == .moved || Self.endings.contains(self)
    }

    func set(_ options: inout WorkerOptions) {
        if isOfOneLane || isOfRival || self == .ahead || self == .namesake || self == .moved || self == .begun {
            options.lanes = 1
        }
        if isOfRival { options.isDynamic = self == .twins }
    }
}
