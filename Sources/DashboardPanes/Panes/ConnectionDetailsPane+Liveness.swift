import ChannelsProtocol
import ConnectionHeader
import ConnectionHistory
import EventLog
import Formatting
import OrderedCollections
import TextScreen

// Whether the server answers, and how fast.
extension ConnectionDetailsPane {
    func livenessLines(width: Int, _ context: PaneContext) -> [StyledLine] {
        let record = context.connection.record
        return Self.roundTripLines(record.liveness, width: width, context)
            + Self.idleLines(record.liveness, width: width, context)
            + Self.pongLines(record.liveness, width: width, context)
            + self.trafficLines(record, width: width, context)
    }

    private static func roundTripLines(
        _ liveness: LivenessMeter, width: Int, _ context: PaneContext
    ) -> [StyledLine] {
        let latest = liveness.latest(max(min(width - 16, 120), 8))
        guard let last = latest.last, let spread = liveness.percentiles else {
            return self.lines(
                "round trips", "none yet; T sends a ping now", .muted, width: width)
        }
        var lines = self.lines(
            "round trip",
            "\(Figures.roundTrip(last)), the last of \(Figures.counted(liveness.pongs, "pong"))",
            width: width)
        lines += self.lines(
            "spread",
            "least \(Figures.roundTrip(spread.least)), half below "
                + "\(Figures.roundTrip(spread.median)), 90 % below "
                + "\(Figures.roundTrip(spread.ninetieth)), 99 % below "
                + "\(Figures.roundTrip(spread.ninetyNinth)), most "
                + Figures.roundTrip(spread.most), width: width)
        let highest = latest.map(\.inSeconds).max() ?? 0
        var graph = StyledLine()
        for duration in latest {
            let level = context.glyphs.level(of: duration.inSeconds, highest: highest)
            graph.append(SafeText(glyph: level), .graphLow)
        }
        var line = self.lines("series", " ", width: width).first ?? StyledLine()
        line.append(graph)
        return lines + [line]
    }

    private static func idleLines(
        _ liveness: LivenessMeter, width: Int, _ context: PaneContext
    ) -> [StyledLine] {
        guard let establishment = liveness.establishment,
            let source = liveness.activityTimeoutSource
        else { return self.lines("idle", "there is no connection", .muted, width: width) }
        func age(_ time: Timestamp?) -> String {
            time.map { "\(Figures.duration(context.now.duration(since: $0))) ago" } ?? "nothing yet"
        }
        let server = establishment.serverActivityTimeout.map {
            "the server sent \(Figures.duration($0))"
        }
        let origin =
            switch source {
            case .server: "from the server"
            case .client: "from this client; \(server ?? "the server sent none")"
            case .minimum: "the least that is accepted; \(server ?? "")"
            }
        let limit = Figures.duration(establishment.activityTimeout)
        let next = liveness.nextPing(at: context.now).map {
            "in \(Figures.duration($0)), unless both sides send something before"
        }
        return self.lines("received", age(liveness.lastHeard), width: width)
            + self.lines("sent", age(liveness.lastSent), width: width)
            + self.lines("idle limit", "\(limit), \(origin)", width: width)
            + self.lines("next ping", next ?? "now", width: width)
    }

    private static func pongLines(
        _ liveness: LivenessMeter, width: Int, _ context: PaneContext
    ) -> [StyledLine] {
        guard liveness.establishment != nil else { return [] }
        let limit = liveness.pongTimeout.map { " of \(Figures.duration($0))" } ?? ""
        var lines: [StyledLine] = []
        if let age = liveness.pingAge(at: context.now) {
            let waited = Figures.preciseDuration(age)
            lines += self.lines(
                "pong", "awaited for \(waited)\(limit)", .stateUnavailable, width: width)
        } else {
            lines += self.lines(
                "pong", liveness.pongs > 0 ? "every ping was answered" : "no ping was sent yet",
                width: width)
        }
        if let since = liveness.oneWaySince {
            let clock = context.times.timeOfDay(since)
            lines += self.lines(
                "one way", "the server sends, but has not answered the ping of \(clock)",
                .flashWarn, width: width)
        }
        return lines
    }

    private func trafficLines(
        _ record: ConnectionRecord, width: Int, _ context: PaneContext
    ) -> [StyledLine] {
        func flow(_ counter: RateCounter) -> String {
            "\(Figures.rate(counter.perSecond(at: context.now.second)))/s, "
                + "\(Figures.grouped(counter.total)) in all"
        }
        let channels = context.channels
        return Self.lines("events in", flow(record.incoming), width: width)
            + Self.lines(
                "events out",
                "\(flow(record.outgoing)); \(record.outgoing.peak) in the busiest second, "
                    + (self.clientEventLimit.map { "limit \($0)" } ?? "no limit"),
                width: width)
            + Self.lines(
                "alive",
                "\(channels.subscribedCount(isConnected: record.state == .connected)) of "
                    + "\(Figures.counted(channels.rows.count, "channel")) subscribed, "
                    + Figures.counted(self.bindings.count, "binding"), width: width)
    }
}
