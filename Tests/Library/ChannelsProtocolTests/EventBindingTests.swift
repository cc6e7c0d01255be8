import ChannelsProtocol
import Testing

@Suite("Bindings and the events that they apply to")
struct EventBindingTests {
    private static let created = ChannelsEvent(
        name: "created", channel: ChannelName(wire: "orders"), data: EventData("{}"))
    private static let toUser = ChannelsEvent(
        name: "created", channel: ChannelName(wire: "#server-to-user-u1"), data: EventData("{}"))

    private static func binding(
        _ event: EventName?, _ channel: String?, isForUser: Bool = false,
        isEnabled: Bool = true
    ) -> EventBinding {
        EventBinding(
            id: BindingID(1), event: event, channel: channel.map { ChannelName(wire: $0) },
            isForUser: isForUser,
            isEnabled: isEnabled)
    }

    @Test("a name and a channel must be those of the event; without them, any is")
    func namesAndChannels() {
        #expect(Self.binding("created", "orders").matches(Self.created))
        #expect(Self.binding("created", nil).matches(Self.created))
        #expect(Self.binding(nil, "orders").matches(Self.created))
        #expect(Self.binding(nil, nil).matches(Self.created))
        #expect(!Self.binding("updated", "orders").matches(Self.created))
        #expect(!Self.binding("updated", nil).matches(Self.created))
        #expect(!Self.binding("created", "payments").matches(Self.created))
        #expect(!Self.binding(nil, "payments").matches(Self.created))
    }

    @Test("a binding for the user applies only to what the server sends to a user")
    func user() {
        #expect(Self.binding("created", nil, isForUser: true).matches(Self.toUser))
        #expect(!Self.binding("updated", nil, isForUser: true).matches(Self.toUser))
        #expect(!Self.binding("created", nil, isForUser: true).matches(Self.created))
        let withoutChannel = ChannelsEvent(name: "created", channel: nil, data: EventData("{}"))
        #expect(!Self.binding("created", nil, isForUser: true).matches(withoutChannel))
    }

    @Test("a disabled binding applies to the same events")
    func disabled() {
        #expect(Self.binding("created", "orders", isEnabled: false).matches(Self.created))
        #expect(!Self.binding("updated", "orders", isEnabled: false).matches(Self.created))
    }
}
