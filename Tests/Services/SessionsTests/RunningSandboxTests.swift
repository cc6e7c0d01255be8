import BuoyProgramSupport
import BuoyScripts
import BuoyServers
import BuoySessions
import BuoyTestBasics
import ChannelsSigning
import Foundation
import Testing

/// What a sandbox leaves for other commands of its user.
struct RunningSandboxTests {
    private let folder: TestFolder
    private let environment: [String: String]

    init() throws {
        self.folder = try TestFolder()
        self.environment = ["XDG_RUNTIME_DIR": self.folder.path]
    }

    @Test("it is found while it runs, as the .env file of an app that only its owner can read")
    func found() throws {
        #expect(RunningSandbox.latest(environment: self.environment) == nil)
        let own = try #require(
            RunningSandbox.announce(.standard, port: 4321, environment: self.environment))
        let sandbox = try #require(RunningSandbox.latest(environment: self.environment))
        #expect(sandbox.process == Int(getpid()))
        let server = try AppEnvironment.read(sandbox.path, named: "sandbox").server()
        #expect(server.name == "sandbox")
        #expect(server.address == "127.0.0.1:4321")
        #expect(server.settings.key == SandboxApp.standardKey)
        let attributes = try FileManager.default.attributesOfItem(atPath: sandbox.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        own.end()
        #expect(RunningSandbox.latest(environment: self.environment) == nil)
    }

    @Test("a file that a killed process left is removed")
    func stale() throws {
        try FileManager.default.createDirectory(
            atPath: self.folder.path + "/buoy", withIntermediateDirectories: true)
        let path = self.folder.path + "/buoy/sandbox-1.env"
        try Data("PUSHER_APP_KEY=k\n".utf8).write(to: URL(filePath: path))
        #expect(RunningSandbox.latest(environment: self.environment) == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("a secret that the file cannot hold is not announced")
    func secret() {
        let app = SandboxApp(id: "1", key: "k", secret: AppSecret("it's"))
        #expect(
            RunningSandbox.announce(app, port: 1, environment: self.environment) == nil)
    }
}
