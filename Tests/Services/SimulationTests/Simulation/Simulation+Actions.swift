import ChannelsProtocol

@testable import BuoyServers
@testable import Channels
@testable import ChannelsTesting
@testable import ChannelsTransport

// The steps of a script.
extension Simulation {
    func perform(_ action: Script.Action) {
        switch action {
        case .connect, .disconnect, .reconnect, .ping, .networkIsBack, .subscribe, .unsubscribe,
            .resubscribe, .trigger, .read, .readPausing:
            // A process that sleeps has no user.
            if self.wakeAt == nil { self.use(action) }
        case .publish, .join, .leave, .authorize, .answer: self.performForApplication(action)
        case .roundTrip, .cut, .silence, .stall, .reset, .end: self.performOnNetwork(action)
        case .close, .errorThenClose, .garbage, .refuse, .restart: self.performOnServer(action)
        case .stop(let time), .suspend(let time): self.sleep(time)
        case .setWall(let step): self.clock.setWall(by: .milliseconds(step))
        }
    }

    private func use(_ action: Script.Action) {
        let client = self.client
        switch action {
        case .connect: self.spawn { await client.connect() }
        case .disconnect: self.spawn { await client.disconnect() }
        case .reconnect: self.spawn { await client.reconnect() }
        case .ping: self.spawn { await client.ping() }
        case .networkIsBack: self.spawn { await client.networkBecameReachable() }
        case .subscribe(let place):
            if !self.wanted.contains(place) { self.wanted.append(place) }
            self.spawn { await client.subscribe(place.channel) }
        case .unsubscribe(let place):
            self.wanted.removeAll { $0 == place }
            self.spawn { await client.unsubscribe(place.channel) }
        case .resubscribe(let place): self.spawn { await client.resubscribe(place.channel) }
        case .trigger(let place):
            self.triggers += 1
            let data = EventData("\(self.triggers)")
            self.spawn {
                _ = try? await client.trigger("client-moved", on: place.channel, data: data)
            }
        case .read: self.slowGate.put(())
        case .readPausing(let continues):
            self.pausingGate.set(isOpen: continues)
            if !continues { self.oracle.isPausing = true }
        default: break
        }
    }

    private func performForApplication(_ action: Script.Action) {
        switch action {
        case .publish(let place, let count, let bytes):
            for _ in 0..<count { self.publish(on: place, bytes: bytes) }
        case .join(let number):
            let member = PresenceMember(id: UserID("u\(number)"))
            self.server.ask(at: self.now) {
                $0.memberJoined(member, on: Script.Place.lobby.channel)
            }
        case .leave(let number):
            self.server.ask(at: self.now) {
                $0.memberLeft(UserID("u\(number)"), on: Script.Place.lobby.channel)
            }
        case .authorize(let after):
            self.authorizeAfter = after.map { Int64($0) * .millisecond }
        case .answer(let number, let granted):
            guard !self.waitingWishes.isEmpty else { return }
            let wish = self.waitingWishes.remove(at: number % self.waitingWishes.count).wish
            if granted { self.grant(wish) } else { wish.refuse() }
        default: break
        }
    }

    /// Publishes an event with a number.
    func publish(on place: Script.Place, bytes: Int) {
        let number = self.server.published.count
        let due = self.server.arrival(at: self.now)
        self.server.published.append(
            PublishedEvent(place: place, time: self.now, due: due))
        let text = "\(number)" + String(repeating: "x", count: bytes)
        let publication = Publication(
            event: "tick", channels: [place.channel], data: EventData(text))
        let time = self.now
        self.server.ask(at: time) { $0.publish(publication, at: .nanoseconds(time)) }
    }

    private func performOnNetwork(_ action: Script.Action) {
        switch action {
        case .roundTrip(let time): self.server.latency = Int64(time) * .millisecond / 2
        case .cut(let size): self.cut = max(1, size)
        case .silence: self.server.silence()
        case .stall(let time):
            self.server.stall(until: self.now + Int64(time) * .millisecond, at: self.now)
        case .reset, .end:
            let isReset = action == .reset
            self.strike(.drop(isReset ? .rst : .fin))
        default: break
        }
    }

    private func strike(_ fault: SandboxFault) {
        let time = self.now
        self.server.ask(at: time) { $0.strike(fault, at: .nanoseconds(time)) }
    }

    private func performOnServer(_ action: Script.Action) {
        switch action {
        case .close(let code):
            self.strike(.close(CloseCode(rawValue: code), reason: "closed"))
        case .errorThenClose(let code):
            self.strike(.errorThenClose(CloseCode(rawValue: code), message: "told"))
        case .garbage(let garbage):
            for id in self.server.ends.keys.sorted() where self.server.hub.isConnected(id) {
                self.send(garbage, to: id)
            }
        case .refuse(let kind, let time):
            self.server.refusal = (kind, self.now + Int64(time) * .millisecond)
        case .restart(let down):
            self.server.restart(down: Int64(down) * .millisecond, at: self.now)
        default: break
        }
    }

    private func send(_ garbage: Script.Garbage, to id: ConnectionID) {
        switch garbage {
        case .text: self.server.write(.text, Array("hello".utf8), to: id, at: self.now)
        case .cutJSON:
            self.server.write(
                .text, Array(#"{"event":"tick","data":"{"#.utf8), to: id, at: self.now)
        case .array: self.server.write(.text, Array("[1]".utf8), to: id, at: self.now)
        case .numberAsEvent:
            self.server.write(.text, Array(#"{"event":7}"#.utf8), to: id, at: self.now)
        case .binary: self.server.write(.binary, [1, 2, 3], to: id, at: self.now)
        case .controlPing: self.server.write(.ping, [9], to: id, at: self.now)
        case .invalidUTF8: self.server.corrupt([0x81, 2, 0xC3, 0x28], id, at: self.now)
        case .reservedOpcode: self.server.corrupt([0x83, 0], id, at: self.now)
        case .masked: self.server.corrupt([0x81, 0x81, 1, 2, 3, 4, 5], id, at: self.now)
        }
    }

    private func sleep(_ time: Int) {
        guard self.wakeAt == nil else { return }
        self.oracle.slept(at: self.now, for: Int64(time) * .millisecond)
        self.wakeAt = self.now + Int64(time) * .millisecond
    }
}

extension Script.Place {
    var channel: ChannelName {
        switch self {
        case .news: ChannelName(wire: "news")
        case .prices: ChannelName(wire: "prices")
        case .orders: ChannelName(wire: "private-orders")
        case .lobby: ChannelName(wire: "presence-lobby")
        case .weather: ChannelName(wire: "cache-weather")
        case .desk1, .desk2, .desk3, .desk4, .desk5, .desk6:
            ChannelName(wire: "private-\(self.rawValue)")
        }
    }
}
