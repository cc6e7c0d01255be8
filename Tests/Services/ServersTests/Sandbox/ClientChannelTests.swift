import BuoyTestBasics
import Channels
import ChannelsSigning
import Testing

@testable import BuoyServers

@Suite("The client on cache channels and counted ones", .inTurn)
struct ClientChannelTests {
    @Test("a cache channel without an event is a miss, on subscription and after a reconnection")
    func cacheMiss() async throws {
        try await LoopbackSandbox.run { sandbox in
            try await LiveClient.run(at: sandbox.port) { live in
                try await live.connect()
                let channel = try await live.subscribe("cache-prices")
                try await live.report.first { $0 == .cacheMissed(channel) ? () : nil }
                await sandbox.server.strike(.drop(.rst))
                try await live.report.subscribed(to: channel)
                try await live.report.first { $0 == .cacheMissed(channel) ? () : nil }
            }
        }
    }

    @Test("who comes later, and who comes back, gets the last event of a cache channel")
    func cachedEvent() async throws {
        try await LoopbackSandbox.run { sandbox in
            await sandbox.publish("old", on: "cache-prices", data: "1")
            await sandbox.publish("last", on: "cache-prices", data: "2")
            try await LiveClient.run(at: sandbox.port) { live in
                try await live.connect()
                let channel = try await live.subscribe("cache-prices")
                #expect(try await live.report.received().data == "2")
                await sandbox.server.strike(.drop(.fin))
                let reports = try await live.report.all(untilEvent: "last")
                #expect(reports.events.map(\.data) == ["2"])
                #expect(reports.contains(.subscriptionChanged(channel, .subscribed)))
                #expect(!reports.contains(.cacheMissed(channel)))
            }
        }
    }

    @Test("how many subscribe is told as they come and go, and is not known after a drop")
    func counts() async throws {
        try await LoopbackSandbox.run(counting: true) { sandbox in
            try await LiveClient.run(at: sandbox.port) { ana in
                try await ana.connect()
                let channel = try await ana.subscribe("prices")
                try await ana.report.counted(1, on: channel)
                try await LiveClient.run(at: sandbox.port) { ben in
                    try await ben.connect()
                    try await ben.subscribe("prices")
                    try await ana.report.counted(2, on: channel)
                    try await ben.report.counted(2, on: channel)
                    #expect(await ben.client.subscriptionCount(of: channel) == 2)
                }
                try await ana.report.counted(1, on: channel)
                await sandbox.server.strike(.refuse(.end, for: .seconds(7)))
                await sandbox.server.strike(.drop(.fin))
                _ = try await ana.report.stateChange(to: .connecting)
                #expect(await ana.client.subscriptionCount(of: channel) == nil)
                sandbox.advance(by: .seconds(7))
                try await ana.report.counted(1, on: channel)
            }
        }
    }

    @Test("an authorization that the program brings is used, and the endpoint is not asked")
    func broughtAuthorization() async throws {
        try await LoopbackSandbox.run { sandbox in
            let method = AuthMethod.authorizer { _, _ in
                throw SubscriptionFailure(phase: .authorization, what: "nobody should ask")
            }
            try await LiveClient.run(at: sandbox.port, authMethod: method) { live in
                let socketID = try await live.connect()
                let channel = ChannelName(wire: "private-orders")
                let auth = try SandboxApp.standard.channelSignature.auth(
                    socketID: socketID, channel: channel)
                await live.client.subscribe(
                    channel, authorization: ChannelAuthorization(auth: auth))
                try await live.report.subscribed(to: channel)
                await sandbox.publish("paid", on: "private-orders")
                #expect(try await live.report.received().name == "paid")
                // It was for that connection only: for the next one the program is asked.
                await sandbox.server.strike(.drop(.rst))
                let failure = try await live.report.failure(of: channel)
                #expect(failure.text.contains("nobody should ask"))
            }
        }
    }
}

extension LiveReport {
    fileprivate func counted(_ count: Int, on channel: ChannelName) async throws {
        try await self.first { $0 == .subscriptionCount(channel, count) ? () : nil }
    }
}
