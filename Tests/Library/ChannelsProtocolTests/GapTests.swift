import ChannelsProtocol
import Testing

@Suite("Gaps")
struct GapTests {
    /// Connected and subscribed to these channels at the start.
    private static func subscribed(_ channels: ChannelName...) -> MachineScene {
        var scene = MachineScene(policy: .fixed(.seconds(1)))
        scene.connect()
        scene.establish(activityTimeout: .seconds(20))
        for channel in channels {
            scene.subscribe(channel)
            scene.receive(.subscriptionSucceeded(channel, roster: nil))
        }
        return scene
    }

    private static func channel(_ name: ChannelName, _ seconds: Double?) -> ConnectionGap.Channel {
        ConnectionGap.Channel(name: name, subscribedAgain: seconds.map(ChannelsTimestamp.at))
    }

    @Test(
        "a gap begins with the last frame, however late the loss is noticed, and ends per channel")
    func moments() {
        var scene = Self.subscribed(.a, .b)
        scene.wait(10)
        scene.receive(.event(ChannelsEvent(name: "x", channel: .a, data: EventData("1"))))
        // A black hole: the ping after 20 s has no answer for 30 s.
        scene.wait(40)
        #expect(scene.changes.last?.lastReceived == .at(10))
        scene.wait(1)
        #expect(scene.socket == 2)
        scene.establish(2)
        #expect(scene.gaps.isEmpty)
        scene.wait(0.25)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        #expect(scene.gaps.isEmpty)
        scene.wait(1)
        scene.receive(.subscriptionSucceeded(.b, roster: nil))
        #expect(
            scene.gaps == [
                ConnectionGap(
                    lastReceived: .at(10), lossNoticed: .at(50), reconnected: .at(51),
                    channels: [Self.channel(.a, 51.25), Self.channel(.b, 52.25)])
            ])
        #expect(scene.gaps.first?.duration == .milliseconds(42_250))
        #expect(scene.gaps.first?.silence == .seconds(40))
    }

    @Test("a close frame is something that was received: the gap begins with it")
    func closeFrame() {
        var scene = Self.subscribed(.a)
        scene.wait(15)
        scene.close(4200)
        scene.wait(1)
        scene.establish(2)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        #expect(scene.gaps.map(\.lastReceived) == [.at(15)])
        #expect(scene.gaps.map(\.silence) == [.zero])
    }

    @Test("a connection that breaks without a close frame was last known with its last frame")
    func reset() {
        var scene = Self.subscribed(.a)
        scene.wait(15)
        scene.close(nil, failure: ConnectFailure(kind: .unreachable, what: "reset"))
        #expect(scene.changes.last?.lastReceived == .at(0))
        #expect(scene.changes.last?.endedInOrder == false)
        scene.wait(1)
        scene.establish(2)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        // What came in the silence is unknown: the gap is one second, or up to sixteen.
        #expect(scene.gaps.map(\.downtime) == [.seconds(1)])
        #expect(scene.gaps.map(\.duration) == [.seconds(16)])
    }

    @Test("an end in order says that nothing was lost before it: the gap begins with it, once")
    func orderlyEnd() {
        var scene = Self.subscribed(.a)
        scene.wait(15)
        scene.close(
            nil, failure: ConnectFailure(kind: .unreachable, what: "FIN"), endedInOrder: true)
        #expect(scene.changes.last?.lastReceived == .at(15))
        #expect(scene.changes.last?.endedInOrder == true)
        scene.wait(1)
        scene.establish(2)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        #expect(scene.gaps.map(\.endedInOrder) == [true])
        #expect(scene.gaps.map(\.downtime) == [.seconds(1)])
        #expect(scene.gaps.map(\.duration) == [.seconds(1)])
        // The next loss is another one.
        scene.wait(3)
        scene.close(nil, failure: ConnectFailure(kind: .unreachable, what: "reset"))
        #expect(scene.changes.last?.endedInOrder == false)
    }

    @Test("a close frame that was read late ended the connection when it arrived")
    func closeFrameReadLate() {
        var gap = ConnectionGap(lastReceived: .at(10), lossNoticed: .at(40), reconnected: .at(41))
        #expect(gap.downtime == .seconds(1) && gap.duration == .seconds(31))
        gap.endedInOrder = true
        #expect(gap.downtime == .seconds(31) && gap.duration == .seconds(31))
        // When it arrived in a suspension is not known exactly.
        gap.suspended = .seconds(30)
        #expect(gap.downtime == .seconds(1) && gap.duration == .seconds(31))
    }

    @Test("a channel that is refused is named, and is a gap of its own when it is back")
    func refused() {
        var scene = Self.subscribed(.a, .b)
        scene.close(4200)
        scene.wait(1)
        scene.establish(2)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        scene.receive(
            .subscriptionError(.b, type: "AuthError", text: "No.", status: 401))
        #expect(scene.gaps.map(\.missingChannels) == [[.b]])
        scene.wait(5)
        scene.resubscribe(.b)
        scene.receive(.subscriptionSucceeded(.b, roster: nil))
        #expect(scene.gaps.count == 2)
        #expect(scene.gaps.last?.channels == [Self.channel(.b, 6)])
        #expect(scene.gaps.last?.lastReceived == .at(0))
    }

    @Test("a channel without an answer does not hide the gap for longer than the limit")
    func stuck() {
        var scene = Self.subscribed(.a, .b)
        scene.close(4200)
        scene.wait(1)
        scene.establish(2)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        scene.wait(9.9)
        #expect(scene.gaps.isEmpty)
        scene.wait(0.1)
        #expect(scene.gaps.map(\.channels) == [[Self.channel(.a, 1), Self.channel(.b, nil)]])
        scene.receive(.subscriptionSucceeded(.b, roster: nil))
        #expect(scene.gaps.last?.channels == [Self.channel(.b, 11)])
    }

    @Test("a second loss before all is back makes no gap shorter")
    func twice() {
        var scene = Self.subscribed(.a, .b)
        scene.wait(5)
        scene.close(4200)
        scene.wait(1)
        scene.establish(2)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        scene.wait(3)
        scene.close(4200)
        scene.wait(1)
        scene.establish(3)
        scene.receive(
            .subscriptionSucceeded(.a, roster: nil), .subscriptionSucceeded(.b, roster: nil))
        let spans = scene.gaps.map { gap in
            gap.channels.map { channel in
                "\(channel.name) \(gap.lastReceived.seconds) \(channel.subscribedAgain?.seconds ?? -1)"
            }
        }
        #expect(Set(spans) == [["a 9.0 10.0"], ["a 5.0 6.0", "b 5.0 10.0"]])
    }

    @Test("a channel that the user left is not waited for")
    func left() {
        var scene = Self.subscribed(.a, .b)
        scene.close(4200)
        scene.unsubscribe(.b)
        scene.wait(1)
        scene.establish(2)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        #expect(scene.gaps.map { $0.channels.map(\.name) } == [[.a]])
    }

    @Test("a channel that is back keeps its gap when the user disconnects before others are")
    func disconnected() {
        var scene = Self.subscribed(.a, .b)
        scene.wait(5)
        scene.close(4200)
        scene.wait(1)
        scene.establish(2)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        #expect(scene.gaps.isEmpty)
        scene.wait(1)
        scene.disconnect()
        var expected = ConnectionGap(
            lastReceived: .at(5), lossNoticed: .at(5), reconnected: .at(6),
            channels: [Self.channel(.a, 6)])
        expected.endedInOrder = true
        #expect(scene.gaps == [expected])
        #expect(scene.changes.last?.current == .disconnected)
        // It is reported once, and nothing is left of it.
        scene.connect()
        scene.establish(3)
        scene.receive(
            .subscriptionSucceeded(.a, roster: nil), .subscriptionSucceeded(.b, roster: nil))
        #expect(scene.gaps.count == 1)
    }

    @Test("leaving a connection on purpose is no gap, unless it did not answer")
    func reconnecting() {
        var scene = Self.subscribed(.a)
        scene.wait(5)
        scene.reconnect()
        scene.establish(2)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        #expect(scene.gaps.isEmpty)
        scene.wait(120)
        #expect(scene.hasJustPinged)
        scene.wait(5)
        scene.reconnect()
        scene.establish(3)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        #expect(scene.gaps.map(\.lastReceived) == [.at(5)])
    }
}
