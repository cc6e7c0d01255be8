import BuoyRecordingFiles
import BuoyTestSupport
import ChannelsEventWords
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("A channel that is called connection")
struct ConnectionChannelTests {
    private static let channel = ChannelName(wire: "connection")

    private static func event(_ kind: ClientReport.Kind) -> ClientReport {
        ClientReport(number: 1, time: .zero, kind: kind)
    }

    private static let subscribed = Self.event(.subscriptionChanged(Self.channel, .subscribed))
    private static let received = Self.event(
        .received(ChannelsEvent(name: "price", channel: Self.channel, data: "{}")))
    private static let ping = Self.event(.pingSent(.sample))

    @Test("a row tells it from a report about the connection")
    func rows() {
        #expect(EventLine.text(of: Self.subscribed).hasSuffix(" \"connection\" ~subscribed"))
        #expect(EventLine.text(of: Self.received).hasSuffix(" \"connection\" price {}"))
        #expect(EventLine.text(of: Self.ping).hasSuffix(" connection ~ping sent"))
    }

    @Test("an export names it, and has no channel for the connection")
    func export() {
        #expect(ReportLines.object(of: Self.subscribed).contains(#""channel":"connection""#))
        #expect(ReportLines.object(of: Self.received).contains(#""channel":"connection""#))
        #expect(!ReportLines.object(of: Self.ping).contains("channel"))
    }

    @Test(
        "filters find it, and not the connection", arguments: ["channel:connection", "has:channel"])
    func filters(source: String) throws {
        let filter = try EventFilter(source)
        #expect(filter.matches(Self.subscribed))
        #expect(filter.matches(Self.received))
        #expect(!filter.matches(Self.ping))
    }

    @Test("a log begins its lines with it")
    func log() {
        #expect(Self.subscribed.words.logLine == "connection: subscribed")
        #expect(Self.ping.words.logLine == "ping sent")
    }
}
