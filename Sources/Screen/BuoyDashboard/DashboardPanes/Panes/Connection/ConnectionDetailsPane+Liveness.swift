import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension ConnectionDetailsPane {
    func livenessLines(width: Int, _ context: PaneContext) -> [StyledLine] {
        let record = context.connection.record
        let pongs = Self.pongLines(record.liveness, width: width, context)
        // An overdue pong must be visible without scrolling.
        let isOverdue =
            record.liveness.pingAge(at: context.now) != nil
            || record.liveness.oneWaySince != nil
        return (isOverdue ? pongs : [])
            + Self.roundTripLines(record.liveness, width: width, context)
            + Self.idleLines(record.liveness, width: width, context)
            + (isOverdue ? [] : pongs)
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
            "\(Figures.roundTrip(last)), latest of \(Figures.counted(liveness.pongs, "pong"))",
            width: width)
        lines += self.lines(
            "percentiles",
            "min \(Figures.roundTrip(spread.least)), median "
                + "\(Figures.roundTrip(spread.median)), p90 "
                + "\(Figures.roundTrip(spread.ninetieth)), p99 "
                + "\(Figures.roundTrip(spread.ninetyNinth)), max "
                + Figures.roundTrip(spread.most), width: width)
        let highest = latest.map(\.inSeconds).max() ?? 0
        var graph = StyledLine()
        for duration in latest {
            let level = context.glyphs.level(of: duration.inSeconds, highest: highest)
            graph.append(SafeText(glyph: level), .graphLow)
        }
        var line = self.lines("history", " ", width: width).first ?? StyledLine()
        line.append(graph)
        return lines + [line]
    }

    private static func idleLines(
        _ liveness: LivenessMeter, width: Int, _ context: PaneContext
    ) -> [StyledLine] {
        guard let establishment = liveness.establishment,
            let source = liveness.activityTimeoutSource
        else { return self.lines("idle", "not connected", .muted, width: width) }
        func age(_ time: ChannelsTimestamp?) -> String {
            time.map { "\(Figures.duration(context.now.duration(since: $0))) ago" } ?? "nothing yet"
        }
        let server = establishment.serverActivityTimeout.map {
            "the server sent \(Figures.duration($0))"
        }
        let origin =
            switch source {
            case .server: "from the server"
            case .client: "from this client; \(server ?? "the server sent none")"
            case .minimum: "the minimum; \(server ?? "")"
            }
        let limit = Figures.duration(establishment.activityTimeout)
        let next = liveness.nextPing(at: context.now).map {
            "in \(Figures.duration($0)), unless there is traffic in both directions"
        }
        return self.lines("last heard", age(liveness.lastHeard), width: width)
            + self.lines("last sent", age(liveness.lastSent), width: width)
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
                "pong", "waiting \(waited)\(limit)", .stateUnavailable, width: width)
        } else {
            lines += self.lines(
                "pong", liveness.pongs > 0 ? "the last ping was answered" : "no ping sent yet",
                width: width)
        }
        if let since = liveness.oneWaySince {
            let clock = context.times.timeOfDay(since)
            lines += self.lines(
                "one way", "the server is sending but has not answered the ping sent at \(clock)",
                .flashWarn, width: width)
        }
        return lines
    }

    private func trafficLines(
        _ record: ConnectionRecord, width: Int, _ context: PaneContext
    ) -> [StyledLine] {
        func flow(_ counter: RateCounter) -> String {
            "\(Figures.rate(counter.perSecond(at: context.now.second)))/s, "
                + "\(Figures.grouped(counter.total)) in total"
        }
        let channels = context.channels
        return Self.lines("events in", flow(record.incoming), width: width)
            + Self.lines(
                "events out",
                "\(flow(record.outgoing)); peak \(record.outgoing.peak) per second, "
                    + (self.clientEventLimit.map { "limit \($0)" } ?? "no limit"),
                width: width)
            + Self.lines(
                "active",
                "\(channels.subscribedCount(isConnected: record.state == .connected)) of "
                    + "\(Figures.counted(channels.rows.count, "channel")) subscribed, "
                    + Figures.counted(self.bindings.count, "binding")
                    + (self.streamCount.map { ", \(Figures.counted($0, "stream"))" } ?? ""),
                width: width)
    }
}
