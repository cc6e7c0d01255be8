import BuoyDashboard
import ChannelsProtocol

struct ChannelCounts {
    private var subscribed: [ChannelName: Bool] = [:]
    private var members: [ChannelName: PresenceMembers] = [:]
    private var subscribers: [ChannelName: Int] = [:]

    mutating func handle(_ kind: ClientReport.Kind) {
        switch kind {
        case .subscriptionChanged(let channel, let state):
            self.subscribed[channel] = state == .subscribed
        case .membersReplaced(let channel, let members, _):
            self.members[channel] = members
        case .memberAdded(let channel, let member):
            _ = self.members[channel]?.add(member)
        case .memberRemoved(let channel, let member):
            _ = self.members[channel]?.remove(member.id)
        case .subscriptionCount(let channel, let count):
            self.subscribers[channel] = count
        default: break
        }
    }

    var compared: [ComparedChannel] {
        self.subscribed.map { channel, isSubscribed in
            ComparedChannel(
                name: channel, isSubscribed: isSubscribed,
                count: self.members[channel]?.count ?? self.subscribers[channel])
        }
    }
}
