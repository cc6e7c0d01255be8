import BuoyTestSupport
import Channels
import ChannelsProtocol
import Testing

@Suite("The laws that reports are checked by")
struct ReportCheckerTests {
    private static let channel = ChannelName(wire: "a")

    private static func violations(_ kinds: [ClientReport.Kind], from start: Int = 1) -> [String] {
        var checker = ReportChecker()
        for (index, kind) in kinds.enumerated() {
            checker.read(ClientReport(number: start + index, time: .zero, kind: kind))
        }
        return checker.violations
    }

    private static func change(_ from: ConnectionState, _ to: ConnectionState) -> ClientReport.Kind
    {
        .stateChanged(StateChange(previous: from, current: to, cause: .asked))
    }

    private static let connected = [
        Self.change(.initialized, .connecting), Self.change(.connecting, .connected),
    ]

    @Test("what breaks no law passes")
    func passes() {
        let subscribed: [ClientReport.Kind] = [
            .subscriptionChanged(Self.channel, .subscribing),
            .subscriptionChanged(Self.channel, .subscribed), Self.change(.connected, .connecting),
            .subscriptionChanged(Self.channel, .requested), .pingSent(.sample),
        ]
        #expect(Self.violations(Self.connected + subscribed.dropLast()).isEmpty)
        #expect(Self.violations(Self.connected + subscribed).count == 1)
    }

    @Test("each broken law is found")
    func finds() {
        #expect(Self.violations([.pingSent(.sample)], from: 2).count == 2)
        #expect(Self.violations([Self.change(.connected, .failed)]).count == 1)
        #expect(Self.violations([.subscriptionChanged(Self.channel, .subscribed)]).count == 2)
        let event = ChannelsEvent(name: "e", channel: Self.channel, data: "")
        #expect(Self.violations(Self.connected + [.received(event)]).count == 1)
        let lost: [ClientReport.Kind] = [
            .subscriptionChanged(Self.channel, .subscribing), Self.change(.connected, .connecting),
            .intentChanged(.connected),
        ]
        #expect(Self.violations(Self.connected + lost).count == 1)
        #expect(
            Self.violations(Self.connected + [.memberAdded(Self.channel, PresenceMember(id: "x"))])
                .count
                == 2)
    }
}
