import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import DequeModule

struct StateHistory: Hashable, Sendable {
    private struct Entry: Hashable, Sendable {
        let time: ChannelsTimestamp
        let state: ConnectionState
        let isLoss: Bool
        /// Apparently connected, but nothing was received any more.
        var isSilence = false
    }

    /// More than any strip can show.
    private static let limit = 512

    private var entries: Deque<Entry> = []
    private var start: ChannelsTimestamp?

    /// Shorter silences before a loss are not shown.
    private static let patience = Duration.seconds(2)

    mutating func add(_ change: StateChange, at time: ChannelsTimestamp) {
        self.start = self.start ?? time
        let isLoss: Bool
        switch change.cause {
        case .asked, .established, .unavailable, .ended(.reconnectAsked): isLoss = false
        case .ended, .gaveUp: isLoss = change.previous == .connected
        }
        if isLoss, let silent = change.lastReceived, time.duration(since: silent) >= Self.patience {
            self.append(Entry(time: silent, state: .connected, isLoss: false, isSilence: true))
        }
        self.append(Entry(time: time, state: change.current, isLoss: isLoss))
    }

    private mutating func append(_ entry: Entry) {
        self.entries.append(entry)
        if self.entries.count > Self.limit { self.entries.removeFirst() }
    }

    /// One cell for each period, with now at the end; a short history grows from the left.
    /// - Parameter silentSince: when the last frame arrived, if the server does not answer now.
    func draw(
        on canvas: inout Canvas, in rect: Rect, now: ChannelsTimestamp, secondsPerCell: Int64,
        silentSince: ChannelsTimestamp? = nil
    ) {
        guard let start = self.start, rect.width > 1 else { return }
        let lastCell = now.second / secondsPerCell
        let firstCell = max(start.second / secondsPerCell, lastCell - Int64(rect.width) + 2)
        guard firstCell <= lastCell else { return }
        var x = rect.x
        // The end has the role of what it ends, which saves a change of colours on a slow line.
        var end = Role.muted
        for cell in firstCell...lastCell {
            let seconds = cell * secondsPerCell..<(cell + 1) * secondsPerCell
            let isSilent = silentSince.map { $0.second < seconds.lowerBound } ?? false
            if isSilent {
                canvas.put(glyph: canvas.glyphs.strip.unknown, x: x, y: rect.y, role: .flashWarn)
            } else if let (glyph, role) = self.appearance(in: seconds, canvas.glyphs.strip) {
                canvas.put(glyph: glyph, x: x, y: rect.y, role: role)
                end = role
            }
            x += 1
        }
        canvas.put(glyph: canvas.glyphs.strip.now, x: x, y: rect.y, role: end)
    }

    private func appearance(
        in seconds: Range<Int64>, _ strip: GlyphSet.Strip
    ) -> (Unicode.Scalar, Role)? {
        var worst: (rank: Int, glyph: Unicode.Scalar, role: Role)?
        for entry in self.entries.reversed() where entry.time.second < seconds.upperBound {
            let isInside = entry.time.second >= seconds.lowerBound
            var seen = Self.appearance(of: entry.state, strip)
            if entry.isSilence { seen = (2, strip.unknown, .flashWarn) }
            if entry.isLoss && isInside && seen.rank < 5 { seen = (4, strip.drop, .gap) }
            if seen.rank > (worst?.rank ?? 0) { worst = seen }
            // A state that started earlier and lasted into the period counts; earlier ones do not.
            if !isInside { break }
        }
        return worst.map { ($0.glyph, $0.role) }
    }

    private static func appearance(
        of state: ConnectionState, _ strip: GlyphSet.Strip
    ) -> (rank: Int, glyph: Unicode.Scalar, role: Role) {
        switch state {
        case .initialized: (0, " ", .muted)
        case .connected: (1, strip.connected, .stateConnected)
        case .connecting: (2, strip.connecting, .muted)
        case .unavailable: (2, strip.connecting, .muted)
        case .disconnected: (3, strip.disconnected, .stateDisconnected)
        case .failed: (5, strip.failed, .stateFailed)
        }
    }
}
