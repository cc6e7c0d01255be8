import BuoyTestBasics
import Channels
import ChannelsProtocol
import ChannelsSigning
import Testing

@testable import BuoyServers

@Suite("The client on encrypted channels of the sandbox", .inTurn)
struct ClientEncryptionTests {
    private let vault = SandboxDirectory.vault

    @Test("events are opened with the key of the endpoint, or with one made from the master key")
    func opening() async throws {
        try await LoopbackSandbox.run { sandbox in
            let master = try EncryptionMasterKey(base64: SandboxApp.standardMasterKey)
            for method in [
                sandbox.endpoint(user: "ana"),
                .inline(secret: AppSecret(SandboxApp.standardSecret), masterKey: master),
            ] {
                try await LiveClient.run(at: sandbox.port, authMethod: method) { live in
                    try await live.connect()
                    try await live.subscribe(self.vault.text)
                    await sandbox.server.publishSealed("opened", on: self.vault, #"{"box":7}"#)
                    let event = try await live.report.received()
                    #expect(event.name == "opened")
                    #expect(event.data == EventData(#"{"box":7}"#))
                }
            }
        }
    }

    @Test(
        "after the key was changed, a new one is asked for once, and no event is lost or overtaken")
    func rotation() async throws {
        try await LoopbackSandbox.run { sandbox in
            let method = sandbox.endpoint(user: "ana")
            try await LiveClient.run(at: sandbox.port, authMethod: method) { live in
                try await live.connect()
                try await live.subscribe(self.vault.text)
                await sandbox.server.publishSealed("before", on: self.vault, "0")
                await sandbox.server.strike(.rotateKey)
                for number in 1...5 {
                    await sandbox.server.publishSealed("after", on: self.vault, "\(number)")
                }
                await sandbox.server.publishSealed("end", on: self.vault, "6")
                let reports = try await live.report.all(untilEvent: "end")
                #expect(reports.events.map(\.data) == (0...6).map { EventData("\($0)") })
                #expect(Self.keyRequests(reports).map(\.isGranted) == [true])
                #expect(reports.problems == [])
            }
        }
    }

    @Test("an event that was not sealed is told as such, and costs no request")
    func unsealed() async throws {
        try await LoopbackSandbox.run { sandbox in
            let method = sandbox.endpoint(user: "ana")
            try await LiveClient.run(at: sandbox.port, authMethod: method) { live in
                try await live.connect()
                try await live.subscribe(self.vault.text)
                await sandbox.publish("plain", on: self.vault.text, data: #"{"box":7}"#)
                await sandbox.server.publishSealed("end", on: self.vault, "1")
                let reports = try await live.report.all(untilEvent: "end")
                let failures = reports.compactMap { kind -> DecryptionFailure? in
                    if case .decryptionFailed(let failure) = kind { failure } else { nil }
                }
                #expect(failures.map(\.reason) == [.notEncrypted])
                #expect(reports.events.map(\.name) == ["end"])
                #expect(Self.keyRequests(reports).isEmpty)
            }
        }
    }

    private static func keyRequests(_ reports: [ClientReport.Kind]) -> [AuthorizationReport] {
        reports.compactMap { kind in
            guard case .authorizationAnswered(let report) = kind,
                report.subject == .newKey(SandboxDirectory.vault)
            else { return nil }
            return report
        }
    }
}

extension SandboxServer {
    /// Publishes an event that it seals with its present key, as a bot would.
    fileprivate func publishSealed(_ name: EventName, on channel: ChannelName, _ data: String) {
        let publication = Publication(event: name, channels: [channel], data: EventData(data))
        let nonce = [UInt8](repeating: 7, count: 24)
        let now = self.clock.uptime()
        self.ask(0) { $0.publishSealed(publication, nonce: nonce, at: now) }
    }
}
