import BuoyScripts
import BuoySessions
import ChannelsProtocol
import ChannelsTransport
import Glibc
import NIOCore

/// A connection through the proxy, from the request on: passes bytes on unchanged, lets the hub
/// know what they say, and does what faults demand. It belongs to one event loop.
final class LinkRelay {
    private enum Phase {
        case head(HTTPHeadParser, HTTPInput)
        case frames
        case plain
    }

    private let hub: ProxyHub
    /// `nil` for a request that asks for no WebSocket.
    private let link: ProxyLink?
    private let seat: ProxySeat
    private var phase: Phase
    private var filter = DownstreamFilter()
    private var upstream = UpstreamFilter()
    private var observer = LinkObserver()
    private var unread: [(buffer: ByteBuffer, isSent: Bool)] = []
    var authorization: AuthorizationObserver?
    private var isFaulty = false
    private var isOver = false
    /// Whether a fault closed the connection in the server's place.
    private var hasInjectedClose = false
    /// Whether a reset has been passed on.
    private var isReset = false
    private var client: RelaySide?
    private var server: RelaySide?

    /// How long a client may take to leave after a close frame that a fault made.
    private static let closeTime = TimeAmount.seconds(3)

    init(_ hub: ProxyHub, _ link: ProxyLink?, _ seat: ProxySeat) {
        self.hub = hub
        self.link = link
        self.seat = seat
        self.phase = link == nil ? .plain : .head(HTTPHeadParser(), HTTPInput())
    }

    func begin(client: RelaySide, server: RelaySide) {
        (self.client, self.server) = (client, server)
        guard let link = self.link else {
            self.note(self.authorization?.sends(ByteBuffer()))
            return self.seat.madeProgress()
        }
        link.begin(self)
        // The faults may have changed in the meantime.
        self.change(to: self.hub.messageFaults(of: link.client))
        self.change(to: self.hub.holdRule(of: link.client))
    }

    func other(of side: RelaySide) -> RelaySide? { side.isServer ? self.client : self.server }

    // MARK: Passing on

    func pass(_ buffer: ByteBuffer, from side: RelaySide) {
        // A WebSocket may be silent; a request that does not continue makes room for others.
        if self.link == nil {
            self.seat.madeProgress()
            self.note(
                side.isServer
                    ? self.authorization?.receives(buffer, at: .now())
                    : self.authorization?.sends(buffer))
        }
        guard side.isServer else { return self.passUp(buffer) }
        guard case .head(var parser, var input) = self.phase else { return self.passDown(buffer) }
        buffer.withUnsafeReadableBytes { input.append($0) }
        do throws(HTTPSyntaxError) {
            guard let head = try parser.parse(&input) else {
                self.phase = .head(parser, input)
                self.client?.write(buffer, isFaulty: false)
                return
            }
            self.answered(head, buffer, rest: input.count)
        } catch {
            self.phase = .plain
            self.end(.unreadable("The server's upgrade response is not HTTP: \(error.text)."))
            self.client?.write(buffer, isFaulty: false)
        }
    }

    private func answered(_ head: HTTPHead, _ buffer: ByteBuffer, rest: Int) {
        var buffer = buffer
        let own = buffer.readSlice(length: max(buffer.readableBytes - rest, 0))
        if let own { self.client?.write(own, isFaulty: false) }
        let status = (try? HTTPStatusLine(head.startLine))?.status
        if status == 101 {
            self.phase = .frames
            self.report([.upgraded])
        } else {
            self.phase = .plain
            self.end(.refused(status: status ?? 0))
        }
        if buffer.readableBytes > 0 { self.passDown(buffer) }
    }

    private func passDown(_ buffer: ByteBuffer) {
        guard case .frames = self.phase else {
            self.client?.write(buffer, isFaulty: false)
            return
        }
        self.carryOut(self.filter.pass(buffer))
    }

    private func passUp(_ buffer: ByteBuffer) {
        guard case .frames = self.phase else {
            self.server?.write(buffer, isFaulty: self.isFaulty)
            return
        }
        self.send(self.upstream.pass(buffer))
    }

    private func send(_ output: DownstreamFilter.Output) {
        for buffer in output.buffers {
            self.server?.write(buffer, isFaulty: self.isFaulty)
            guard !self.isOver else { continue }
            self.unread.append((buffer, isSent: true))
            if FrameWalker.beginsWithClose(buffer) { self.readPassed() }
        }
        self.reportHeld(output, isSent: true)
    }

    private func carryOut(_ output: DownstreamFilter.Output) {
        self.reportHeld(output, isSent: false)
        for buffer in output.buffers {
            self.client?.write(buffer, isFaulty: false)
            if !self.isOver { self.unread.append((buffer, isSent: false)) }
        }
        // The end is reported before the client can learn of it, and connect again.
        if self.filter.hasPassedClose || output.isEnd { self.readPassed() }
        guard output.isEnd else { return }
        self.client?.flush()
        // After a close frame the client says goodbye to the server; after half a frame nothing
        // comes.
        if self.isOver {
            self.closeSoon()
        } else {
            self.end(.fault(LinkCut.truncation.text))
            self.client?.closeLingering()
            self.server?.close()
        }
    }

    /// Looks at what has been passed on, after it has been sent: nobody waits for that.
    func readPassed() {
        guard !self.unread.isEmpty else { return }
        let passed = self.unread
        self.unread.removeAll(keepingCapacity: true)
        for (buffer, isSent) in passed where !self.isOver {
            let read = isSent ? self.observer.sends(buffer) : self.observer.receives(buffer)
            self.report(read.news)
            switch read.end {
            case .closedByClient(let code, _)?:
                self.end(.closedByClient(code, isWithheld: self.isWithholding))
            case .closedByServer(let code, let reason, _)?:
                self.end(.closedByServer(code, reason: reason, isFault: self.hasInjectedClose))
            case let end?: self.end(end)
            case nil: break
            }
        }
    }

    private func closeSoon() {
        guard let loop = self.server?.eventLoop ?? self.client?.eventLoop else { return }
        let bound = NIOLoopBound(self, eventLoop: loop)
        loop.scheduleTask(in: Self.closeTime) {
            bound.value.client?.closeLingering()
            bound.value.server?.close()
        }
    }

    // MARK: Faults

    func change(to faults: MessageFaults) {
        if let link = self.link { self.isFaulty = link.faulty.condition != .normal }
        guard case .frames = self.phase else {
            _ = self.filter.change(to: faults)
            return
        }
        self.carryOut(self.filter.change(to: faults))
        self.client?.flush()
        self.readPassed()
    }

    func strike(_ fault: Fault) {
        guard case .frames = self.phase else { return }
        switch fault {
        case .truncate: self.filter.truncateNext()
        case .corrupt: self.filter.corruptNext()
        case .close(let code):
            self.hasInjectedClose = true
            self.inject(.close(code: code.rawValue, reason: DeliberateFault.words))
        case .error(let code):
            let error = ServerError(code: Int(code.rawValue), message: DeliberateFault.words)
            self.inject(.text(FrameCodec.encode(.error(error))))
        default: break
        }
    }

    /// Sends a text frame in the name of the other side.
    ///
    /// - Returns: whether the WebSocket was open.
    func inject(_ text: [UInt8], _ target: FrameTarget) -> Bool {
        guard case .frames = self.phase, !self.isOver else { return false }
        self.report([.injected(text, target)])
        switch target {
        case .client: self.inject(.text(text))
        case .server:
            self.send(self.upstream.inject(text))
            self.flush()
        }
        return true
    }

    private func inject(_ frame: InjectedFrame) {
        self.carryOut(self.filter.inject(frame))
        self.client?.flush()
        self.readPassed()
    }

    // MARK: Holding

    /// - Parameter rule: what `:hold` says; the rules of the file come after it.
    func change(to rule: MessageRule?) {
        let received = self.hub.judge(rule, isSent: false)
        let sent = self.hub.judge(rule, isSent: true)
        self.carryOut(self.filter.queue.change(to: received, keepsHeld: rule != nil))
        self.send(self.upstream.queue.change(to: sent, keepsHeld: rule != nil))
        self.flush()
    }

    func settle(_ number: Int, _ decision: HeldDecision, text: [UInt8]?) {
        self.settle(number, as: text, decision, .decided(decision))
    }

    private func settle(
        _ number: Int, as text: [UInt8]?, _ decision: HeldDecision, _ outcome: HeldOutcome
    ) {
        if self.filter.queue.holds(number) {
            self.report([.settled(number, outcome)])
            self.carryOut(self.filter.queue.settle(number, as: text, decision))
        } else if self.upstream.queue.holds(number) {
            self.report([.settled(number, outcome)])
            self.send(self.upstream.queue.settle(number, as: text, decision))
        }
        self.flush()
    }

    private func flush() {
        self.client?.flush()
        self.server?.flush()
        self.readPassed()
    }

    private func reportHeld(_ output: DownstreamFilter.Output, isSent: Bool) {
        // A message that is held and released at once is reported in that order.
        defer { self.report(output.released.map { .settled($0, .letGoByItself) }) }
        self.report(output.decided.map { .ruled($0.message, $0.decision, isSent: isSent) })
        guard let link = self.link else { return }
        for held in output.held {
            self.letGo(held.number, after: held.time)
            guard held.isShown else { continue }
            let message = HeldMessage(
                id: held.number, link: link.number, isSent: isSent, content: held.message,
                until: self.hub.now().advanced(by: held.time))
            self.report([.held(message)])
        }
    }

    /// Nobody may hold a message for ever: both ends would give up.
    private func letGo(_ number: Int, after time: Duration) {
        guard let loop = self.server?.eventLoop ?? self.client?.eventLoop else { return }
        let bound = NIOLoopBound(self, eventLoop: loop)
        loop.scheduleTask(in: .nanoseconds(time.clampedNanoseconds)) {
            bound.value.settle(number, as: nil, .letGo, .letGoByItself)
        }
    }

    // MARK: Ends

    /// One end has sent its last byte, and may still receive.
    func inputClosed(_ side: RelaySide) {
        if side.isServer {
            self.carryOut(self.filter.queue.releaseAll())
        } else {
            self.send(self.upstream.queue.releaseAll())
        }
        self.end(self.lost(side))
        self.other(of: side)?.closeOutput()
        if self.client?.isInputClosed != false, self.server?.isInputClosed != false {
            self.client?.close()
            self.server?.close()
        }
    }

    func failed(_ side: RelaySide, _ error: any Error) {
        let cut = error as? LinkCut
        let isReset = cut?.resets ?? ((error as? IOError)?.errnoCode == ECONNRESET)
        if let cut {
            self.end(.fault(cut.text))
        } else {
            self.end(self.lost(side, isReset: isReset))
        }
        guard isReset, !self.isReset else { return }
        self.isReset = true
        self.other(of: side)?.reset()
    }

    func closed(_ side: RelaySide) {
        self.end(self.lost(side))
        self.note(self.authorization?.ended(at: .now()))
        let other = self.other(of: side)
        if side.isServer { self.server = nil } else { self.client = nil }
        other?.closeLingering()
        guard self.client == nil, self.server == nil, let link = self.link else { return }
        link.end()
        self.hub.closed(link)
    }

    /// The end of a connection without a close frame, or of an attempt whose answer a fault holds.
    private func lost(_ side: RelaySide, isReset: Bool = false) -> LinkEnd {
        guard !side.isServer else { return .serverLost(isReset: isReset) }
        guard case .head = self.phase, self.link?.isSilenced == true else {
            return .clientLost(isReset: isReset, isWithheld: self.isWithholding)
        }
        return .unanswered
    }

    private var isWithholding: Bool {
        self.link?.isSilenced == true || self.filter.withholdsPongs
    }

    private func note(_ authorization: PassedAuthorization?) {
        if let authorization { self.hub.note(authorization) }
    }

    private func report(_ news: [ProxiedClients.News]) {
        guard let link = self.link, !news.isEmpty, !self.isOver else { return }
        self.hub.report(news, of: link)
    }

    /// Only the first end counts.
    private func end(_ end: LinkEnd) {
        self.readPassed()
        guard let link = self.link, !self.isOver else { return }
        self.report([.ended(end)])
        self.isOver = true
        self.hub.left(link)
    }
}
