import BuoyTestBasics
import BuoyTestSupport
import ChannelsTransport
import Foundation
import Testing

/// A folder for the state of push commands, and a sandbox program that they talk to.
private final class PushSite {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "buoy-push-\(UUID().uuidString)")
    let token: SecretFile
    private(set) var sandbox: Running
    let port: Int

    init() throws {
        self.token = try SecretFile("00fc13ad5be9fd11a2341fbe0d1de8f0")
        (self.sandbox, self.port) = try Self.startSandbox(port: 0)
    }

    deinit { try? FileManager.default.removeItem(at: self.folder) }

    var state: String { self.folder.appending(path: "push.json").path(percentEncoded: false) }
    var endpoint: String { "http://127.0.0.1:\(self.port)/client_api" }

    /// Writes a file for state that only the user can read.
    func writeState(_ text: String) throws {
        try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: self.state))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: self.state)
    }

    func stopSandbox() {
        self.sandbox.interrupt()
        _ = self.sandbox.waitForEnd()
    }

    /// Starts a sandbox on the port of the first.
    func restartSandbox() throws {
        (self.sandbox, _) = try Self.startSandbox(port: self.port)
    }

    private static func startSandbox(port: Int) throws -> (Running, Int) {
        let sandbox = try Running(["sandbox", "--quiet", "--listen", "\(port)"])
        let address = /127\.0\.0\.1:(\d+)/
        let output = try #require(sandbox.wait { $0.contains(address) })
        let match = try #require(output.firstMatch(of: address))
        return (sandbox, try #require(Int(match.1)))
    }

    func push(_ arguments: String..., environment: [String: String] = [:]) throws -> Run {
        try Run(["push"] + arguments + ["--state", self.state], environment: environment)
    }

    func register() throws -> Run {
        try self.push(
            "register", "--platform", "apns", "--token-file", self.token.path,
            "--key", "buoy-sandbox-key", "--endpoint", self.endpoint)
    }

    /// What the sandbox holds.
    func clients() async throws -> String {
        let request = HTTPRequest(
            method: "GET", origin: HTTPOrigin(host: "127.0.0.1", port: self.port),
            target: "/sandbox/push/clients")
        let response = try await NIOHTTPRequester().send(
            request, timeLimit: .seconds(5), bodyLimit: 1 << 20)
        return String(decoding: response.body, as: UTF8.self)
    }
}

@Suite("buoy push", .inTurn)
struct PushProgramTests {
    @Test("a device is registered, subscribed and shown, and its token is nowhere")
    func flow() async throws {
        let site = try PushSite()
        let registered = try site.register()
        #expect(registered.status == 0, "\(registered.errors)")
        #expect(registered.output.hasPrefix("registered as "))
        #expect(
            try site.push("subscribe", "news", "weather").output
                == "subscribed to news\nsubscribed to weather\n")
        #expect(try site.push("unsubscribe", "weather").output == "unsubscribed from weather\n")
        let token = try site.push(
            "token", environment: ["BUOY_PUSH_TOKEN": "11fc13ad5be9fd11a2341fbe0d1de8f1"])
        #expect(token.output == "token replaced: 11fc…e8f1\n")
        let status = try site.push("status")
        #expect(status.status == 0)
        #expect(status.output.contains("registered  news\n"))
        #expect(status.output.contains("outbox      empty\n"))
        let json = try site.push("status", "--json")
        #expect(json.output.contains(#""registered":["news"],"outbox":[]"#))
        for output in [registered.output, token.output, status.output, json.output] {
            #expect(!output.contains("13ad5be9fd11a2341fbe0d1d"))
        }
    }

    @Test("an illegal name is wrong usage, and nothing is saved")
    func illegalName() throws {
        let site = try PushSite()
        let run = try site.push(
            "subscribe", "fine", "private-news", "--key", "k", "--endpoint", site.endpoint)
        #expect(run.status == 2)
        #expect(run.errors.contains("Character 8 of the interest name is a hyphen"))
        #expect(try site.push("status").output.hasPrefix("Nothing is registered"))
    }

    @Test("killed while the sandbox is away, everything arrives in the next one, once")
    func killed() async throws {
        let site = try PushSite()
        #expect(try site.register().status == 0)
        #expect(try site.push("subscribe", "one", "two").status == 0)
        site.stopSandbox()
        let late = try site.push("subscribe", "three", "--wait", "1")
        #expect(late.status == 4)
        #expect(late.errors.contains("one operation is kept in \(site.state)"))
        let running = try Running(["push", "run", "--state", site.state])
        #expect(running.wait { $0.contains("waiting") } != nil)
        running.send(SIGKILL)
        #expect(running.waitForEnd() == 137)
        try site.restartSandbox()
        let run = try site.push("run")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.output.contains(
                "the device is no longer registered with the service\nregistered as "))
        let clients = try await site.clients()
        #expect(clients.contains(#""interests":["one","two","three"]"#))
        #expect(
            clients.contains(#""requests":{"register":1,"token":0,"subscribe":3,"unsubscribe":0}"#))
    }

    @Test("a refused registration ends with 3, interests without one with 1")
    func refused() throws {
        let site = try PushSite()
        let waiting = try site.push(
            "subscribe", "one", "--key", "wrong", "--endpoint", site.endpoint)
        #expect(waiting.status == 1)
        #expect(waiting.errors.contains("Register it with 'buoy push register'"))
        let refused = try site.push(
            "register", "--platform", "fcm", "--token-file", site.token.path)
        #expect(refused.status == 3)
        #expect(refused.errors.contains("The device registration was refused"))
    }

    @Test("a file that others can read is refused, and stays")
    func sharedFile() throws {
        let site = try PushSite()
        #expect(try site.register().status == 0)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: site.state)
        let open = try site.push("subscribe", "one")
        #expect(open.status == 2)
        #expect(open.errors.contains("Run: chmod 600 \(site.state)"))
        #expect(FileManager.default.fileExists(atPath: site.state))
    }

    @Test(
        "a damaged file is put aside by every command that changes it, and goes on as without one",
        arguments: [
            ["register", "--platform", "fcm", "--wait", "0"], ["token", "--wait", "0"],
            ["subscribe", "one", "--wait", "0"], ["unsubscribe", "one", "--wait", "0"], ["run"],
        ])
    func damaged(command: [String]) throws {
        let site = try PushSite()
        let service = ["--key", "buoy-sandbox-key", "--endpoint", site.endpoint]
        let run = {
            try Run(
                ["push"] + command + service + ["--state", site.state],
                environment: ["BUOY_PUSH_TOKEN": "00fc13ad5be9fd11a2341fbe0d1de8f0"])
        }
        let without = try run()
        try? FileManager.default.removeItem(atPath: site.state)
        let cut = #"{"version":1,"endpoint":"http"#
        try site.writeState(cut)
        let damaged = try run()
        #expect(damaged.status == without.status)
        #expect(damaged.output == without.output)
        let warning = "buoy: warning: \(site.state) is not a valid state file: "
        #expect(damaged.errors.hasPrefix(warning), "\(damaged.errors)")
        #expect(damaged.errors.contains("It is kept as \(site.state).broken; register"))
        #expect(damaged.errors.hasSuffix(without.errors))
        #expect(try String(contentsOfFile: site.state + ".broken", encoding: .utf8) == cut)
    }

    @Test(
        "no command touches a file that buoy did not write",
        arguments: [["status"], ["status", "--json"], ["subscribe", "one", "--key", "k"]])
    func foreign(command: [String]) throws {
        let folder = try TestFolder()
        try folder.write("my thesis\n", to: "thesis.txt")
        let path = folder.file("thesis.txt")
        let run = try Run(["push"] + command + ["--state", path])
        #expect(run.status == 2)
        #expect(run.output.isEmpty != command.contains("--json"))
        #expect(run.errors.hasPrefix("buoy: \(path) is not the state of a push client: it is not "))
        #expect(folder.names == ["thesis.txt"])
        #expect(try folder.text(of: "thesis.txt") == "my thesis\n")
    }

    @Test("each command has its own help, and its usage errors name it")
    func help() throws {
        let help = try Run(["push", "subscribe", "--help"])
        #expect(help.output.hasPrefix("Subscribe the device to interests.\n"))
        let error = try Run(["push", "register"])
        #expect(error.status == 2)
        #expect(error.errors.hasSuffix("See buoy push register --help.\n"))
    }
}
