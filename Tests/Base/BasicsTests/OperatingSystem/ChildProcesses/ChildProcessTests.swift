import BuoyTestBasics
import Foundation
import Testing

@testable import ChannelsBasics

@Suite("Other programs", .inTurn)
struct ChildProcessTests {
    private static func shell(
        _ script: String, input: String = "", limit: Duration = .seconds(60),
        manner: ChildProcess.Manner = .errand
    ) -> Result<String, ChildProcess.Problem> {
        ChildProcess.runWaiting(
            ["sh", "-c", script], input: Array(input.utf8), limit: limit, manner: manner
        ).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether a process runs, and is not only remembered.
    private static func isRunning(_ process: pid_t) -> Bool {
        let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        guard let text, let end = text.lastIndex(of: ")") else { return false }
        return text[end...].dropFirst(2).first != "Z"
    }

    private static let manners = [ChildProcess.Manner.errand, .question, .conversation]

    @Test("a program inherits its standard files, and nothing else", arguments: Self.manners)
    func files(manner: ChildProcess.Manner) throws {
        // As SwiftNIO opens its sockets.
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let file = open("/dev/null", O_RDONLY)
        defer {
            close(socket)
            close(file)
        }
        #expect(fcntl(socket, F_GETFD) == 0 && fcntl(file, F_GETFD) == 0)
        let listed = try Self.shell("exec ls /proc/self/fd", manner: manner).get()
        // The last one is the folder itself.
        #expect(listed == "0\n1\n2\n3\n")
    }

    @Test("the secrets of the environment are left out, and everything else is kept")
    func secrets() {
        for variable in SecretVariable.allCases {
            #expect(variable.value(in: [variable.rawValue: "x"]) == "x")
            #expect(variable.value(in: [variable.rawValue: ""]) == nil)
        }
        let entries = ["A=b", "BUOY_SECRET=hunter2", "BUOY_PUSH_TOKEN=t", "BUOY_SECRET_FILE=/s"]
        let kept = entries.filter(SecretVariable.isHarmless)
        #expect(kept == ["A=b", "BUOY_SECRET_FILE=/s"])
        #expect(!SecretVariable.otherEntries.isEmpty)
    }

    @Test("an errand leads a process group, and a question stays where it can use the terminal")
    func groups() throws {
        let script = "read a b c d group rest </proc/$$/stat; echo $$ $group"
        let words = try Self.shell(script).get().split(whereSeparator: \.isWhitespace)
        #expect(words.count == 2 && words.first == words.last)
        for manner in [ChildProcess.Manner.question, .conversation] {
            let words = try Self.shell(script, manner: manner).get()
                .split(whereSeparator: \.isWhitespace)
            #expect(words.last == "\(getpgrp())")
        }
    }

    @Test("at the limit, everything that an errand has started ends")
    func limit() async throws {
        let folder = try TestFolder()
        let result = Self.shell(
            "(trap '' TERM; sleep 60) & sleep 60 & echo $! >\(folder.file("pid")); wait",
            limit: .milliseconds(300))
        #expect(result == .failure(.noAnswer))
        let grandchild = try #require(try await folder.number("pid"))
        try await eventually { !Self.isRunning(grandchild) }
    }

    @Test("what an errand leaves in the background ends at the limit too")
    func background() async throws {
        let folder = try TestFolder()
        let result = Self.shell(
            "sleep 60 >/dev/null 2>&1 & echo $! >\(folder.file("pid"))", limit: .milliseconds(300))
        #expect(result == .failure(.noAnswer))
        let grandchild = try #require(try await folder.number("pid"))
        try await eventually { !Self.isRunning(grandchild) }
    }

    @Test("an errand that ignores SIGTERM is killed")
    func stubborn() {
        let start = ContinuousClock.now
        #expect(
            Self.shell("trap '' TERM; while :; do sleep 1; done", limit: .milliseconds(100))
                == .failure(.noAnswer))
        #expect(.now - start < .seconds(30))
    }

    @Test("a cancelled caller does not wait for a program that goes on", arguments: Self.manners)
    func cancelled(manner: ChildProcess.Manner) async throws {
        let folder = try TestFolder()
        let script = "echo $$ >\(folder.file("pid")); exec sleep 60"
        try await withThrowingTaskGroup { group in
            group.addTask {
                await ChildProcess.run(
                    ["sh", "-c", script], input: [], limit: .seconds(120), manner: manner)
            }
            let process = try #require(try await folder.number("pid"))
            let start = ContinuousClock.now
            group.cancelAll()
            #expect(try await group.next() == .failure(.cancelled))
            #expect(.now - start < .seconds(30))
            try await eventually { !Self.isRunning(process) }
        }
    }

    @Test("a question that prints without end is stopped, and an errand may print what it likes")
    func outputLimit() throws {
        for manner in [ChildProcess.Manner.question, .conversation] {
            #expect(
                Self.shell("yes secret", limit: .seconds(60), manner: manner)
                    == .failure(.tooMuchOutput))
        }
        let printed = try Self.shell("head -c 5000000 /dev/zero; echo $? >&2").get()
        #expect(printed.utf8.count == ChildProcess.outputLimit)
        let exact = "head -c \(ChildProcess.outputLimit) /dev/zero"
        let answer = try Self.shell(exact, manner: .question).get()
        #expect(answer.utf8.count == ChildProcess.outputLimit)
    }

    @Test("a question is answered although its agent keeps the output open")
    func agent() throws {
        let answer = try Self.shell("sleep 60 & echo $!; echo answer", manner: .question).get()
        let lines = answer.split(separator: "\n")
        #expect(lines.last == "answer")
        let agent = try #require(lines.first.flatMap { pid_t($0) })
        #expect(Self.isRunning(agent))
        kill(agent, SIGKILL)
    }

    @Test("an errand lasts until the last of its programs has ended")
    func wholeGroup() throws {
        let folder = try TestFolder()
        let script = "(sleep 0.3; echo >\(folder.file("done"))) >/dev/null 2>&1 &"
        #expect(Self.shell(script) == .success(""))
        #expect(FileManager.default.fileExists(atPath: folder.file("done")))
    }

    @Test("input and output pass, and each failure has its name")
    func outcomes() {
        let large = String(repeating: "x", count: 1_000_000)
        #expect(Self.shell("cat", input: "text") == .success("text"))
        #expect(Self.shell("wc -c | tr -d ' '", input: large) == .success("1000000\n"))
        #expect(Self.shell("exit 3") == .failure(.refused(status: 3)))
        #expect(Self.shell("kill -9 $$") == .failure(.refused(status: 137)))
        #expect(Self.shell("exit 0", input: large) == .failure(.unread))
        #expect(
            ChildProcess.runWaiting(
                ["no-such-program-here"], input: [], limit: .seconds(1), manner: .errand)
                == .failure(.notRun("not found")))
    }
}

extension TestFolder {
    /// The number in a file, as soon as there is one.
    fileprivate func number(_ name: String) async throws -> pid_t? {
        var text = ""
        try await eventually {
            text = (try? self.text(of: name)) ?? ""
            return text.hasSuffix("\n")
        }
        return pid_t(text.dropLast())
    }
}
