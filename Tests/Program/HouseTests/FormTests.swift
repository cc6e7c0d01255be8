import Foundation
import Testing

/// The form that CONTRIBUTING.md asks for.
struct FormTests {
    @Test("no source file is longer than 400 lines")
    func fileLengths() throws {
        let long = try (Repository.swiftFiles(below: "Sources")).filter {
            try Repository.text($0).split(separator: "\n", omittingEmptySubsequences: false).count
                > 401
        }
        #expect(long == [])
    }

    @Test("no line is wider than 100 columns, except for the texts in it")
    func lineWidths() throws {
        var wide: [String] = []
        for folder in ["Sources", "Tests", "docs/Examples"] {
            for file in try Repository.swiftFiles(below: folder) {
                let text = try Repository.text(file)
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                guard lines.contains(where: { $0.utf8.count > 100 }) else { continue }
                for (index, pair) in zip(lines, SourceReading.code(text)).enumerated()
                where pair.0.count > 100 && !Self.isWideByText(pair.0, code: pair.1) {
                    wide.append("\(file):\(index + 1)")
                }
            }
        }
        #expect(wide == [])
    }

    /// Whether a line is only as wide as it is because of a string literal.
    private static func isWideByText(_ line: Substring, code: String) -> Bool {
        let isComment = line.drop { $0 == " " }.hasPrefix("//")
        let hasText = line.utf8.contains(UInt8(ascii: "\"")) || code.isEmpty
        // What stands in raw strings is not left out of the code.
        return !isComment && hasText && (code.count <= 100 || line.contains("#\""))
    }

    @Test("no function is longer than 40 lines")
    func functionLengths() throws {
        let functions = try Repository.swiftFiles(below: "Sources")
            .flatMap(SourceReading.functions)
        #expect(functions.count > 4_000)
        let long = functions.filter { $0.length > 40 }
        #expect(long.map { "\($0.name): \($0.length)" } == [])
    }

    @Test("the product has no trap for what a peer, a user or a race can cause")
    func noTraps() throws {
        let traps = ["fatalError(", "try!", "preconditionFailure(", "assertionFailure("]
        var found: [String] = []
        for file in try Repository.swiftFiles(below: "Sources") {
            let text = try Repository.text(file)
            for trap in traps where text.contains(trap) { found.append("\(file): \(trap)") }
        }
        #expect(found == [])
    }

    @Test("unchecked claims about sharing stand only where the rules allow them")
    func uncheckedSendable() throws {
        let allowed = ["Sources/Base/ChannelsTransport/", "Sources/Screen/BuoyCursesTerminal/"]
        let users = try Repository.swiftFiles(below: "Sources").filter { file in
            let text = try Repository.text(file)
            return text.contains("@unchecked Sendable")
                && !allowed.contains { file.hasPrefix($0) }
        }
        #expect(users == [])
    }

    @Test("groups of options are declared in commands, not in other groups")
    func optionGroups() throws {
        // The parser's own checks in debug builds quadruple with each level: see ConnectingCommand.
        // Those of features are listed in a group, so that the command names none of them.
        let list = "Sources/Program/BuoyFeatureList/Features.swift"
        var found: [String] = []
        for file in try Repository.swiftFiles(below: "Sources") where file != list {
            var isGroup = false
            for line in SourceReading.code(try Repository.text(file)) {
                if line.contains("struct "), line.first?.isWhitespace == false {
                    isGroup =
                        line.contains(": ParsableArguments") || line.contains(": ServerOptions")
                }
                if isGroup, line.contains("@OptionGroup") { found.append("\(file): \(line)") }
            }
        }
        #expect(found == [])
    }

    /// What macOS does not have, or only under another name, and what Glibc's module spells in its
    /// own way.
    private static let linuxWords = [
        "NETLINK", "/proc", "/sys/", "/etc/os-release", "TCP_INFO", "tcp_info", "getTCPInfo",
        "CLOCK_BOOTTIME", "O_TMPFILE", "memfd_create", "malloc_trim", "mallopt", "SOCK_CLOEXEC",
        "SOCK_NONBLOCK", "MSG_NOSIGNAL", "accept4", "pipe2", "epoll", "eventfd", "signalfd",
        "timerfd", "inotify", "prctl", "closefrom", "SIGPWR", "SIGSTKFLT", "TIOCGDEV", "RLIMIT_",
        "getauxval", "SO_TIMESTAMP", "TCP_USER_TIMEOUT",
    ]

    @Test("what only Linux has stands in one folder, so that a port is a folder and not a search")
    func linuxOnly() throws {
        let folder = "Sources/Base/ChannelsBasics/OperatingSystem/Linux/"
        var found: [String] = []
        var seen: Set<String> = []
        for file in try Repository.swiftFiles(below: "Sources") {
            for line in try Repository.text(file).split(separator: "\n") {
                guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
                let words = Self.linuxWords.filter { line.contains($0) }
                seen.formUnion(words)
                if !words.isEmpty, !file.hasPrefix(folder) { found.append("\(file): \(words)") }
            }
        }
        #expect(found == [])
        #expect(seen.contains("/proc"), "the folder was not read")
    }

    /// What opens a file for reading, and where it may stand.
    private static let openings: KeyValuePairs = [
        "O_RDONLY": [
            "UserFile", "SystemFile", "StandardStreams", "HARRecording", "FileLock",
        ],
        "O_RDWR": ["FileLock"], "fopen": [], "FileHandle": [], "InputStream": [],
        "contentsOfFile": [], "contentsOf: URL": [], "_file(": [], "load_verify_locations": [],
        "X509_LOOKUP": [],
    ]

    @Test("files of users are opened in one place, which has the bounds")
    func openings() throws {
        var found: [String] = []
        for file in try Repository.swiftFiles(below: "Sources") {
            let name = file.split(separator: "/").last?.split(separator: ".").first.map(String.init)
            let code = SourceReading.code(try Repository.text(file)).joined(separator: "\n")
            for (word, places) in Self.openings where code.contains(word) {
                if !places.contains(name ?? "") { found.append("\(file): \(word)") }
            }
        }
        #expect(found == [])
    }

    @Test("no unfinished words stand in the product")
    func noUnfinishedWords() throws {
        let found = try Repository.swiftFiles(below: "Sources").filter {
            try Repository.text($0).contains(/\b(TODO|FIXME|XXX)\b/)
        }
        #expect(found == [])
    }
}
