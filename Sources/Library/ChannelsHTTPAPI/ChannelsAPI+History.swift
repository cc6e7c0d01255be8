public import ChannelsFoundation
public import ChannelsProtocol
import ChannelsSigning

/// sockudo keeps a history if that is enabled, and so does buoy's sandbox. Other servers fail with
/// `ChannelsAPIError.Kind.notFound`.
extension ChannelsAPI {
    /// Returns what was published on the channels of a gap while they were not subscribed.
    ///
    /// ```swift
    /// for await gap in client.gaps {
    ///     for event in try await api.history(during: gap).events { print(event) }
    /// }
    /// ```
    /// The period is that of each channel, from the gap's `lastReceived` to `subscribedAgain`. It
    /// is widened by what is not known of the server's clock, so events at its ends may have
    /// arrived: ``RecoveredEvents/remove(_:arrivedAt:)`` takes them out. Encrypted channels and
    /// `subscribedAgain == nil` are left out, and make the result incomplete.
    ///
    /// - Parameters:
    ///   - gap: the gap, as the client reports it, on the clock of this machine.
    ///   - limit: the maximum number of events for each channel. If there are more, the oldest are
    ///     returned, and the result is incomplete.
    /// - Throws: ``ChannelsAPIError``, of the kind `.notFound` if the server keeps no history.
    public func history(
        during gap: ConnectionGap, limit: Int = 1000
    ) async throws -> RecoveredEvents {
        var recovered = RecoveredEvents(isComplete: true)
        for channel in gap.channels {
            guard let end = channel.subscribedAgain, !channel.name.kind.isEncrypted,
                !channel.name.isServerToUser
            else {
                recovered.isComplete = false
                continue
            }
            let skew = try await self.skew(askingAbout: channel.name)
            let window = RecoveredEvents.Window(from: gap.lastReceived, to: end, skew: skew)
            recovered.add(
                try await self.history(of: channel.name, in: window.period, limit: limit),
                in: window)
        }
        recovered.sort()
        return recovered
    }

    /// Returns the events published on a channel in a period.
    ///
    /// - Parameters:
    ///   - channel: the channel.
    ///   - period: the period on the clock of this machine. It is corrected by the server's clock
    ///     (`clockSkew`), and widened by what is not known of it, about half a second at each end.
    ///   - limit: the maximum number of events. If there are more, the oldest are returned.
    /// - Throws: ``ChannelsAPIError``, of the kind `.notFound` if the server keeps no history.
    public func history(
        of channel: some ChannelNameConvertible, during period: ClosedRange<Date>,
        limit: Int = 1000
    ) async throws -> ChannelHistory {
        let channel = channel.channelName
        try APILimits.check(channel)
        let skew = try await self.skew(askingAbout: channel)
        return try await self.history(
            of: channel,
            in: milliseconds(
                from: period.lowerBound.timeIntervalSince1970 + skew.lowerBound,
                to: period.upperBound.timeIntervalSince1970 + skew.upperBound),
            limit: limit)
    }

    /// Every response tells the time. A server that does not is taken to have the right one.
    private func skew(askingAbout channel: ChannelName) async throws -> ClosedRange<Double> {
        if let bounds = self.skewBounds { return bounds }
        _ = try await self.channel(channel)
        return self.skewBounds ?? -1...1
    }

    /// Returns the events of a period in milliseconds since 1970, on the server's clock.
    package func history(
        of channel: some ChannelNameConvertible, in period: ClosedRange<Int64>, limit: Int = 1000
    ) async throws -> ChannelHistory {
        let channel = channel.channelName
        try APILimits.check(channel)
        var history = ChannelHistory(events: [], isComplete: true)
        var cursor: String?
        // A page may repeat events of the one before, if more were published in between.
        var serials: Set<Int64> = []
        repeat {
            var parameters = [
                RequestParameter("direction", "oldest_first"),
                RequestParameter("end_time_ms", String(period.upperBound)),
                RequestParameter("limit", String(min(max(limit, 1), 1000))),
                RequestParameter("start_time_ms", String(period.lowerBound)),
            ]
            if let cursor { parameters.append(RequestParameter("cursor", cursor)) }
            let call = APICall(
                "GET", "/channels/\(APICall.segment(channel.text))/history",
                parameters: parameters, purpose: .question, about: [channel])
            let page = try ChannelHistory.Page(
                try await self.perform(call), of: channel, answering: call)
            // A server that always has another page and no events would keep this going for ever.
            cursor = page.events.isEmpty ? nil : page.cursor
            history.events += page.events.filter { event in
                event.serial.map { serials.insert($0).inserted } ?? true
            }
            history.isComplete = history.isComplete && page.isComplete
        } while cursor != nil && history.events.count < limit
        if cursor != nil || history.events.count > limit {
            history.events.removeLast(max(history.events.count - limit, 0))
            history.isComplete = false
        }
        return history
    }
}

/// Whole milliseconds that contain a period in seconds.
func milliseconds(from start: Double, to end: Double) -> ClosedRange<Int64> {
    let lower = Int64(exactly: (start * 1000).rounded(.down)) ?? (start < 0 ? .min : .max)
    let upper = Int64(exactly: (end * 1000).rounded(.up)) ?? (end < 0 ? .min : .max)
    return lower...max(lower, upper)
}
