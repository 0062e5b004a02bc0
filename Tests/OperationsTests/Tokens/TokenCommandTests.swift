import Foundation
import Kafka
import Operations
import Testing

/// Programs that print tokens, and those that do not.
struct TokenCommandTests {
    private static let json = #"{"token":"abc","expires_at":9999999999,"principal":"p"}"#

    /// A script that the shell runs as a token command.
    ///
    /// It is no file: while a child of this process starts, it has open what this process was writing, and such a
    /// file cannot be run (`ETXTBSY`).
    private static func origin(_ script: String, _ words: String...) -> TokenOrigin {
        .command(["/bin/sh", "-c", script, "token"] + words)
    }

    private static func failure(_ origin: TokenOrigin) -> String {
        do throws(TokenFailure) {
            _ = try origin.token()
            return ""
        } catch {
            return error.description
        }
    }

    @Test func `a program gets its words as they are, and nothing to read`() throws {
        let script = #"cat; printf '{"token":"%s","expires_at":9999999999,"principal":"%s"}' "$1" "$2""#
        let token = try Self.origin(script, "abc", "$HOME *").token()
        #expect(token.principal == "$HOME *")
    }

    @Test func `what it says on standard error does not matter when it succeeds, nor what it leaves running`() throws {
        // What it leaves running ends when nobody is left who could write to the pipe, or there is no pipe any more.
        let pipe = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID().uuidString)")
        try #require(unsafe mkfifo(pipe.path, 0o600) == 0)
        let writer = unsafe open(pipe.path, O_RDWR)
        defer {
            unsafe unlink(pipe.path)
            close(writer)
        }
        let token = try Self.origin("echo warning >&2; cat \(pipe.path) & echo '\(Self.json)'").token()
        #expect(token.principal == "p")
    }

    @Test(arguments: [
        ("exit 1", "exited with status 1"), ("kill -KILL $$", "exited by signal 9"),
        (
            "echo first >&2; echo client_secret=hunter2 is wrong >&2; exit 3",
            "exited with status 3: client_secret=*** is wrong"
        ),
        ("head -c 10000000 /dev/zero", "has printed more than 64KiB"), ("true", "has printed is empty"),
        ("echo garbage", "has printed is neither a JWT nor a JSON object"),
        ("echo '{\"token\":\"abc\",\"principal\":\"p\"}'", "has printed has no expires_at"),
        ("echo '{\"token\":\"abc\",\"expires_at\":5,\"principal\":\"p\"}'", "has printed expired"),
    ])
    func `a program that fails has its sentence`(script: String, sentence: String) throws {
        let failure = Self.failure(Self.origin(script))
        #expect(failure.contains(sentence) && !failure.contains("hunter2"), "\(failure)")
    }

    @Test func `a program that is not there is named`() {
        let failure = Self.failure(.command(["/nowhere/get-token", "x"]))
        #expect(failure == "the token command /nowhere/get-token cannot be started: No such file or directory")
    }

    @Test func `a program that hangs is ended, and its children with it`() throws {
        let pipe = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID().uuidString)")
        try #require(unsafe mkfifo(pipe.path, 0o600) == 0)
        let reader = unsafe open(pipe.path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let failure = Self.failure(Self.origin("(echo child; exec sleep 100000) > \(pipe.path) & wait"))
        #expect(failure.hasSuffix("was killed after 15 s without a token"), "\(failure)")
        // The pipe has its end when nobody is left who could write to it.
        try #require(fcntl(reader, F_SETFL, 0) == 0)
        #expect(try FileHandle(fileDescriptor: reader).readToEnd() == Data("child\n".utf8))
    }

    @Test func `a file is read each time, and one that is not there is named`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "token-\(UUID().uuidString)")
        let origin = TokenOrigin.file(file.path)
        #expect(Self.failure(origin).hasPrefix("the token file \(file.path) cannot be read"))
        for principal in ["p", "q"] {
            try Data(Self.json.replacing(#""p""#, with: "\"\(principal)\"").utf8).write(to: file)
            #expect(try origin.token().principal == principal)
        }
    }
}
