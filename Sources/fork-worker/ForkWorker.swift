@main
struct ForkWorker {
    static func main() {}
}
