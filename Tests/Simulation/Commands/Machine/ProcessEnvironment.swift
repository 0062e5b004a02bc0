/// What stands for the environment of a process, which has nothing in it.
enum ProcessEnvironment {
    static var current: [String: String] { [:] }
}
