import BuoyDashboard
import BuoyTextScreen
import ChannelsProtocol

extension Command {
    static let room: Command = .init(
        "room", .stage, keys: [.in(.stage, "W")], title: "Room", hint: "room",
        summary: "Orders for everyone in the room: cut, cut for 5s, freeze, close 4200, slow 2s, "
            + "hide, clear, lock, kick Ana.",
        argument: .words(
            "ORDER", asks: "a room command, such as cut, freeze or close 4200", verb: "run",
            names: { $1.isEmpty ? RoomVerb.allCases.map(\.rawValue) : $0.visitorNames },
            perform: { state, text in
                guard text.trimmingSpaces != RoomVerb.kick.rawValue else {
                    state.open(.argument(.kick))
                    return []
                }
                return try state.orderRoom(typed: text)
            }),
        changesServer: true, needs: .ownConnection,
        synonyms: ["audience", "telephones", "visitors"], unavailable: { $0.roomReason },
        change: { $0.open(PickerKind.room) })

    static let kick: Command = .init(
        "kick", .stage, keys: [], title: "Remove somebody from the room",
        summary: "Closes a visitor's connections and refuses new ones, by name or user id.",
        argument: .words(
            "NAME", asks: "whom to remove", verb: "remove",
            names: { state, _ in state.visitorNames },
            perform: { try $0.orderRoom(typed: "kick \($1)") }),
        changesServer: true, needs: .ownConnection, unavailable: { $0.roomReason },
        change: { $0.open(.argument(.kick)) })

    static let lock: Command = .init(
        "lock", .stage, keys: [], title: "Lock or unlock the room",
        summary: "In a locked room, nobody new can join; people who know the room can return.",
        changesServer: true, needs: .ownConnection, synonyms: ["close the door"],
        unavailable: { $0.roomReason },
        perform: { $0.order(.lock($0[StagePane.self]?.room?.isLocked == false)) })

    static let unsay: Command = .init(
        "unsay", .stage, keys: [.in(.stage, .delete)], title: "Hide the latest message",
        summary: "Removes the latest message from the stage, and in a room from all telephones.",
        needs: .ownConnection, synonyms: ["moderate", "censor"],
        unavailable: {
            $0.rosterChannel == nil ? "no presence channel; press s to subscribe to one" : nil
        },
        perform: { $0.order(.hide) })

    static let code: Command = .init(
        "code", .stage, keys: [], title: "Show or hide the code",
        summary: "Shows or hides the QR code with the address of the room's page.",
        needs: .ownConnection, synonyms: ["qr", "join"], unavailable: { $0.roomReason },
        perform: { $0.order(.code($0[StagePane.self]?.room?.showsCode == false)) })
}

extension PickerKind {
    static let room = PickerKind(
        command: .room,
        items: { _ in
            RoomVerb.allCases.map { PickerOverlay.Item(name: $0.example, detail: $0.summary) }
        }, verb: "run")
}

extension DashboardState {
    var stageRoster: MembersPane.Roster? {
        self.rosterChannel.flatMap { self[MembersPane.self]?.rosters[$0] }
    }

    var hasVisitors: Bool {
        self.stageRoster?.present.contains(where: RoomToken.isVisitor) == true
    }

    fileprivate var visitorNames: [String] {
        guard let roster = self.stageRoster else { return [] }
        return roster.present.filter(RoomToken.isVisitor).compactMap { roster.rows[$0]?.name }
            .sorted()
    }

    fileprivate var roomReason: String? {
        self[StagePane.self]?.room == nil ? "no room; run buoy stage --room" : nil
    }

    fileprivate mutating func orderRoom(typed text: String) throws(PromptRefusal) -> [Effect] {
        if let reason = self.roomReason { throw PromptRefusal(text: reason) }
        do throws(StageRefusal) { return self.order(try RoomOrder(text.trimmingSpaces)) } catch {
            throw PromptRefusal(text: error.description)
        }
    }

    mutating func order(_ order: RoomOrder) -> [Effect] {
        switch order {
        case .code(let isShown):
            self[StagePane.self]?.room?.showsCode = isShown
            return []
        case .hide: return self.hideLatest()
        case .clear:
            guard let channel = self.rosterChannel else { return [] }
            self[StagePane.self]?.clear(channel)
            return self.tellRoom(.hide(nil, on: channel))
        case .cut, .freeze, .close, .slow, .lock, .kick:
            return self.roomReason == nil ? [.feature(RoomRequest(roomOrder: order))] : []
        }
    }

    private mutating func hideLatest() -> [Effect] {
        guard let channel = self.rosterChannel,
            let number = self[StagePane.self]?.hideLatest(on: channel)?.number
        else { return [] }
        return self.tellRoom(.hide(number, on: channel))
    }

    private func tellRoom(_ event: ChannelsEvent) -> [Effect] {
        self.roomReason == nil ? [.client(.trigger(event))] : []
    }
}
