import BuoyTestBasics
import ChannelsMeasurements
import ChannelsProtocol
import Testing

@testable import BuoyServers

@Suite("What is measured of a sandbox", .inTurn)
struct SandboxMetricsTests {
    private static func server(measures: Bool = true) -> SandboxServer {
        var options = SandboxOptions()
        options.hasBots = false
        options.measures = measures
        return SandboxServer(options: options)
    }

    private static func values(_ server: SandboxServer) async -> [String: Double] {
        var values: [String: Double] = [:]
        for measurement in await server.measurements {
            guard case .set(let value) = measurement.change else { continue }
            let key = [measurement.family.name] + measurement.labels
            values[key.joined(separator: " ")] = value
        }
        return values
    }

    private static func publication(_ channels: [String], data: String) -> Publication {
        Publication(
            event: "e", channels: channels.map { ChannelName(wire: $0) }, data: EventData(data))
    }

    @Test("published events and their bytes count by channel, whether received or not")
    func published() async {
        let server = Self.server()
        await server.publish(Self.publication(["a", "b"], data: "12345"))
        await server.publish(Self.publication(["a", "#server-to-user-ana"], data: "1"))
        let values = await Self.values(server)
        #expect(values["channels_sandbox_published_events 1 a"] == 2)
        #expect(values["channels_sandbox_published_data_bytes 1 a"] == 6)
        #expect(values["channels_sandbox_published_events 1 b"] == 1)
        #expect(values["channels_sandbox_published_events 1 (user)"] == 1)
        #expect(values["channels_sandbox_connections 1"] == 0)
        #expect(!values.keys.contains { $0.contains("ana") })
    }

    @Test("after a hundred channels, the rest shares a label")
    func bounded() async {
        let server = Self.server()
        for number in 0..<150 {
            await server.publish(Self.publication(["c\(number)"], data: "1"))
        }
        let values = await Self.values(server)
        #expect(values["channels_sandbox_published_events 1 (other)"] == 50)
        let series = values.keys.filter { $0.hasPrefix("channels_sandbox_published_events") }
        #expect(series.count == 101)
    }

    @Test("nothing is counted unless it is asked for")
    func off() async {
        let server = Self.server(measures: false)
        await server.publish(Self.publication(["a"], data: "1"))
        #expect(await Self.values(server).isEmpty)
    }

    @Test("names and units are as OpenMetrics wants them")
    func names() {
        for family in SandboxMetrics.families {
            #expect(family.name.wholeMatch(of: /channels_sandbox_[a-z_]+/) != nil)
            if let unit = family.unit { #expect(family.name.hasSuffix("_\(unit.rawValue)")) }
            #expect(!family.name.hasSuffix("_total") && family.help.hasSuffix("."))
        }
    }
}
