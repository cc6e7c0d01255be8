import BuoyTestBasics
import BuoyTestSupport
import Foundation

/// A program that was run to its end.
struct Run {
    let status: Int32
    let output: String
    let errors: String

    /// - Parameters:
    ///   - environment: variables beside those of every test.
    ///   - until: interrupts the program as soon as its output is like this.
    init(
        _ arguments: [String], environment: [String: String] = [:],
        until isEnough: ((String) -> Bool)? = nil
    ) throws {
        let running = try Running(arguments, environment: environment)
        if let isEnough {
            _ = running.wait(until: isEnough)
            running.interrupt()
        }
        self.status = running.waitForEnd()
        self.output = running.output
        self.errors = running.errors
    }
}

/// A program that runs with pipes.
final class Running {
    private let process = Process()
    /// Its own home, in which is nothing but what the program writes.
    private let home: URL
    private let outputFile: URL
    private let errorFile: URL
    /// An output that nobody reads.
    private let unread: Pipe?

    /// - Parameters:
    ///   - isRead: whether somebody takes the output.
    ///   - input: a file for standard input.
    ///   - launcher: a program that becomes this one.
    ///   - script: what a shell does instead; the program and its arguments are `"$0" "$@"` in it.
    init(
        _ arguments: [String], environment: [String: String] = [:], launcher: String? = nil,
        script: String? = nil, isRead: Bool = true, input: String? = nil
    ) throws {
        self.unread = isRead ? nil : Pipe()
        self.home = FileManager.default.temporaryDirectory
            .appending(path: "buoy-home-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: self.home, withIntermediateDirectories: true)
        self.outputFile = self.home.appending(path: "output")
        self.errorFile = self.home.appending(path: "errors")
        try Data().write(to: self.outputFile)
        try Data().write(to: self.errorFile)
        self.process.executableURL = URL(filePath: launcher ?? BuiltProgram.path)
        self.process.arguments = (launcher == nil ? [] : [BuiltProgram.path]) + arguments
        if let script {
            self.process.executableURL = URL(filePath: "/bin/sh")
            self.process.arguments = ["-c", script, BuiltProgram.path] + arguments
        }
        self.process.environment = TerminalProcess.variables(
            home: self.home.path(percentEncoded: false), environment)
        self.process.standardInput =
            try input.map { try FileHandle(forReadingFrom: URL(filePath: $0)) }
            ?? FileHandle.nullDevice
        self.process.standardOutput =
            try self.unread?.fileHandleForWriting ?? FileHandle(forWritingTo: self.outputFile)
        self.process.standardError = try FileHandle(forWritingTo: self.errorFile)
        try self.process.run()
    }

    deinit {
        if self.process.isRunning { self.process.terminate() }
        try? FileManager.default.removeItem(at: self.home)
    }

    var output: String { (try? String(contentsOf: self.outputFile, encoding: .utf8)) ?? "" }
    var errors: String { (try? String(contentsOf: self.errorFile, encoding: .utf8)) ?? "" }

    func interrupt() { self.process.interrupt() }

    func send(_ signal: Int32) { kill(self.process.processIdentifier, signal) }

    /// What the kernel says of the process after its name: the state, and so on (proc(5)).
    private var status: [Substring] {
        let file = "/proc/\(self.process.processIdentifier)/stat"
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        // The name may contain spaces.
        return text.split(separator: ")").last?.split(separator: " ") ?? []
    }

    /// Whether a signal has stopped it.
    var isStopped: Bool { self.status.first == "T" }

    /// The processor time that it has used, in seconds.
    var processorTime: Double {
        let ticks = self.status.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
        return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The output as soon as a condition holds; `nil` when it does not within the time.
    func wait(seconds: Int = 30, until condition: (String) -> Bool) -> String? {
        var output = ""
        var isFound = false
        waitUntil(seconds: seconds) {
            let isRunning = self.process.isRunning
            output = self.output
            isFound = condition(output)
            return isFound || !isRunning
        }
        return isFound ? output : nil
    }

    /// Its exit code, or 128 and a signal; a program that does not end is killed. The longest that
    /// one takes is the 10 s after which a server counts as unavailable.
    func waitForEnd(seconds: Int = 60) -> Int32 {
        if !waitUntil(seconds: seconds, { !self.process.isRunning }) {
            kill(self.process.processIdentifier, SIGKILL)
        }
        self.process.waitUntilExit()
        let status = self.process.terminationStatus
        return self.process.terminationReason == .uncaughtSignal ? 128 + status : status
    }
}
