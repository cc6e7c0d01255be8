import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension ConnectionDetailsPane {
    /// `14:01:24.010   15ms + presence-lobby: HTTP 200 in 12ms, confirmed in 3ms`
    func drawLedger(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        guard !self.ledgerRows.order.isEmpty else {
            canvas.drawEmpty(
                context.connection.isPassedOn
                    ? ["The client has not subscribed to any channel yet."]
                    : ["No subscriptions yet."]
                        + context.advising(["Press s to subscribe."]),
                in: canvas.bounds)
            return
        }
        self.drawList(self.ledgerRows, on: &canvas, frame) { number, y, canvas in
            guard let entry = self.ledger[number] else { return }
            let previous = self.ledger[number - 1].map(Self.start)
            Self.drawRow(
                self.row(of: entry, after: previous, canvas.glyphs, context), y: y, on: &canvas,
                context)
        }
    }

    private static func start(_ entry: SubscriptionLedger.Entry) -> ChannelsTimestamp {
        switch entry {
        case .connection(let connection): connection.established
        case .subscription(let trace): trace.begun
        }
    }

    private func row(
        of entry: SubscriptionLedger.Entry, after previous: ChannelsTimestamp?, _ glyphs: GlyphSet,
        _ context: PaneContext
    ) -> Row {
        switch entry {
        case .connection(let connection):
            let state: ConnectionState = connection.end == nil ? .connected : .disconnected
            let end = connection.end ?? context.now
            let subscriptions = self.ledger.subscriptions(of: connection)
            return Row(
                time: connection.established, previous: previous,
                duration: max(end.duration(since: connection.established), .zero),
                mark: state.glyph(glyphs.states), markRole: state.role,
                text: "connection \(connection.socketID.text): "
                    + connection.summary(subscriptions, at: context.now),
                role: state.textRole)
        case .subscription(let trace):
            let outcome = trace.outcome
            return Row(
                time: trace.begun, previous: previous, duration: trace.duration(at: context.now),
                mark: outcome.glyph(glyphs.marks), markRole: outcome.role,
                text: "\(trace.channel.text): \(trace.summary(at: context.now))",
                role: trace.isStuck ? .flashWarn : outcome.textRole)
        }
    }

    func note(of entry: SubscriptionLedger.Entry, _ context: PaneContext) -> LogNote {
        let clock = { (time: ChannelsTimestamp) in context.times.timeOfDay(time) }
        switch entry {
        case .connection(let connection):
            let traces = self.ledger.subscriptions(of: connection)
            return LogNote(
                at: connection.established, "connection", .neutral,
                text: connection.summary(traces, at: context.now),
                facts: connection.facts(traces, at: context.now, clock: clock)
                    .map { LogNote.Fact($0.label, $0.value) })
        case .subscription(let trace):
            return LogNote(
                at: trace.begun, "subscription", trace.outcome,
                text: "\(trace.channel.text): \(trace.summary(at: context.now))",
                facts: trace.facts(at: context.now, clock: clock)
                    .map { LogNote.Fact($0.label, $0.value) })
        }
    }
}

extension ConnectionStep {
    var selection: PaneSelection {
        switch self {
        case .report(let event): .event(event)
        case .fault: .note(LogNote(self))
        }
    }
}
