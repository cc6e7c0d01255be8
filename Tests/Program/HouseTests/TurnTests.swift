import Foundation
import Testing

/// Suites with sockets, terminals, processes or real time have the trait `.inTurn`.
struct TurnTests {
    /// What needs a turn. Other types and functions of the tests do too if they mention these.
    private static let names: Set = [
        // The system and the toolchain.
        "ClientBootstrap", "DispatchQueue", "MultiThreadedEventLoopGroup", "Process", "SOCK_STREAM",
        "ServerBootstrap", "Task.sleep", "Thread", "posix_spawn", "processExitsWith", "usleep",
        // buoy.
        "AuthorizationServer", "ChannelsProxy", "ChildProcess", "FileLock", "HTTPConnectionPool",
        "NIOHTTPRequester", "NIOServer", "NIOWebSocketConnector", "RouteChanges", "SandboxServer",
        "TmuxProgram", "WebhookInbox",
    ]
    /// What has a socket that nobody waits for, or runs on request only.
    private static let exempt: Set = ["AutobahnTests", "InTurn", "Nowhere"]

    @Test("what uses sockets, terminals, processes or real time runs in turn")
    func turns() throws {
        let declarations = try Self.declarations()
        let suites = Self.waiting(among: declarations).filter(\.isSuite)
        #expect(suites.count > 100)
        let startAtOnce = suites.filter { !$0.code.contains(".inTurn") }
        #expect(
            startAtOnce.map { "\($0.module) \($0.name): \($0.uses(Self.names).sorted())" } == [],
            "Give these suites the trait `.inTurn`, or let them use something simulated.")
    }

    @Test("every name that needs a turn is one that tests use")
    func names() throws {
        let used = try Self.declarations().reduce(into: Set<String>()) { $0.formUnion($1.words) }
        #expect(Self.names.subtracting(used) == [])
    }

    @Test("no test has a time limit that counts the time before its turn")
    func timeLimits() throws {
        let limited = try Self.declarations().filter { $0.code.contains(".timeLimit(.minutes") }
        #expect(limited.map { "\($0.module) \($0.name)" } == [], "`.inTurn` limits the time.")
    }

    /// An outermost type, extension or function.
    private struct Declaration {
        let module: String
        let name: String
        let isFunction: Bool
        let code: String
        /// All names in it.
        let words: Set<String>
        /// The names that it calls, apart from members.
        let calls: Set<String>

        var isSuite: Bool { self.words.contains("Test") && self.code.contains("@Test") }

        init?(_ lines: [String], module: String) {
            let code = lines.joined(separator: "\n")
            let start = lines.lazy.filter { $0.first?.isWhitespace == false }
                .compactMap {
                    $0.firstMatch(of: /\b(struct|class|enum|actor|extension|func) (\w+)/)
                }
            guard let start = start.first else { return nil }
            self.module = module
            self.name = String(start.2)
            self.isFunction = start.1 == "func"
            self.code = code
            var words = Set(code.matches(of: /\w+/).map { String($0.0) })
            if code.contains("Task.sleep") { words.insert("Task.sleep") }
            self.words = words
            let calls = code.matches(of: /(\.|func )?\b(\w+)(?:\(| \{)/)
            self.calls = Set(calls.filter { $0.1 == nil }.map { String($0.2) })
        }

        func uses(_ names: Set<String>) -> Set<String> {
            self.words.intersection(names).subtracting([self.name])
        }
    }

    /// All of the tests, and of what they share.
    private static func declarations() throws -> [Declaration] {
        try Repository.swiftFiles(below: "Tests").flatMap { file -> [Declaration] in
            let module = file.split(separator: "/").prefix(3).joined(separator: "/")
            var block: [String] = []
            return SourceReading.code(try Repository.text(file)).compactMap { line in
                block.append(line)
                guard line.first?.isWhitespace == false, line.hasSuffix("}") else { return nil }
                defer { block = [] }
                return Declaration(block, module: module)
            }
        }
    }

    /// What mentions a name that needs a turn, directly or by way of others.
    private static func waiting(among declarations: [Declaration]) -> [Declaration] {
        var (types, functions) = (["": Self.names], [String: Set<String>]())
        var waiting: [Declaration] = []
        var others = declarations.filter { !Self.exempt.contains($0.name) }
        while true {
            let found = others.partition { declaration in
                ["", declaration.module].contains { place in
                    !declaration.uses(types[place] ?? []).isEmpty
                        || !declaration.calls.isDisjoint(with: functions[place] ?? [])
                }
            }
            guard found < others.count else { return waiting }
            for declaration in others[found...] where !declaration.isSuite {
                let isShared = declaration.module.hasPrefix("Tests/Support/Buoy")
                let place = isShared ? "" : declaration.module
                if declaration.isFunction {
                    functions[place, default: []].insert(declaration.name)
                } else {
                    types[place, default: []].insert(declaration.name)
                }
            }
            waiting += others[found...]
            others.removeSubrange(found...)
        }
    }
}
