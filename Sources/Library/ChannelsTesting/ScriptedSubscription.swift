public import Channels
import ChannelsProtocol

/// A client's request to subscribe to a channel, for a test to answer. If unanswered, it is
/// reported after `ChannelsOptions.subscriptionTimeLimit`.
public struct ScriptedSubscription: Sendable {
    /// The requested channel.
    public let channel: ChannelName
    /// The `channel_data` of a presence channel, as the client sent it: JSON with `user_id` and
    /// perhaps `user_info`; `nil` for other channels.
    public let channelData: String?
    private let connection: ScriptedConnection

    init(
        _ channel: ChannelName, _ authorization: ChannelAuthorization?,
        on connection: ScriptedConnection
    ) {
        self.channel = channel
        self.channelData = authorization?.channelData
        self.connection = connection
    }

    /// Confirms the subscription. The signature is not checked.
    ///
    /// - Parameter members: for presence channels, the other members; the client's own user is
    ///   always a member.
    public func confirm(members: [PresenceUser] = []) {
        let roster = self.channel.kind.hasMembers ? self.roster(with: members) : nil
        self.connection.say(.subscriptionSucceeded(self.channel, roster: roster))
    }

    /// Refuses the subscription.
    ///
    /// - Parameters:
    ///   - reason: the server's message.
    ///   - status: the HTTP status that a server would send; 401 and 403 are final.
    public func refuse(_ reason: String, status: Int = 403) {
        self.connection.say(
            .subscriptionError(self.channel, type: "AuthError", text: reason, status: status))
    }

    private func roster(with others: [PresenceUser]) -> Roster {
        var members = self.ownMember.map { [$0] } ?? []
        for other in others where !members.contains(where: { $0.id == other.id }) {
            members.append(PresenceMember(other))
        }
        return Roster(members: members, claimedCount: members.count)
    }

    private var ownMember: PresenceMember? {
        guard let data = self.channelData.flatMap(JSONValue.parse) else { return nil }
        let info = data["user_info"].flatMap { $0.isNull ? nil : EventData(json: $0) }
        switch data["user_id"] {
        case .string(let id): return PresenceMember(id: UserID(id), info: info)
        case .number(let digits): return PresenceMember(id: UserID(digits), info: info)
        default: return nil
        }
    }
}

extension PresenceMember {
    init(_ user: PresenceUser) {
        self.init(id: user.id, info: user.info.map { EventData(json: $0) })
    }
}
