import BuoyDashboard
import BuoyProtocolCases
import BuoyServers
import BuoyTestBasics
import ChannelsTransport
import Testing

@testable import BuoyCommands

@Suite("check --rules", .inTurn)
struct RulesRunTests {
    @Test("a rule that is broken is a warning with its number", arguments: [true, false])
    func rules(knowsKey: Bool) async throws {
        let sandbox = SandboxServer(options: SandboxOptions())
        try await sandbox.start()
        let port = try #require(await sandbox.port)
        let origin = HTTPOrigin(host: "127.0.0.1", port: port)
        let server = TestedServer(
            origin: origin, apiOrigin: origin,
            key: knowsKey ? SandboxApp.standard.key : "unknown", appID: nil, secret: nil)
        let steps = try await RulesRun.steps(of: server) { ["S-101", "S-406"].contains($0.id) }
        await sandbox.stop()
        let broken = knowsKey ? [] : ["S-101"]
        let summary = knowsKey ? "1 passed, 1 not run" : "1 failed, 1 not run"
        #expect(steps == [CheckStep(rules: summary, broken: broken)])
    }
}
