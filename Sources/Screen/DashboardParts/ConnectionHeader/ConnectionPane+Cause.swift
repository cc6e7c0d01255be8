import Analysis
import ChannelsProtocol
import EventWords
package import TextScreen

// The complete reason why there is no connection.
extension ConnectionPane {
    /// The number of additional rows that the header needs to show the complete cause, at most two.
    /// It depends only on the cause and the width, so that nothing moves as time passes.
    package func causeRows(_ size: ScreenSize) -> Int {
        guard let cause = self.cause, SizeClass(size) != .tooSmall else { return 0 }
        let width = size.columns - 2
        guard !DashboardLayout.hasTabs(size) else {
            return cause.width > width && size.rows >= 12 ? 2 : 1
        }
        let strip = self.causeStrip(width: size.columns, isWide: SizeClass(size).hasWideHeader)
        return Self.timeRoom + strip + cause.width > width ? 1 : 0
    }

    /// The width of the time before the cause, in cells.
    private static let timeRoom = 13

    /// The width of the strip and the space after it, if both share a row.
    private func causeStrip(width: Int, isWide: Bool) -> Int {
        let strip = isWide ? 0 : self.shownStripWidth(of: width)
        return strip == 0 ? 0 : strip + 1
    }

    /// Whether the cause needs so much of two rows that the strip must be left out. Words are not
    /// broken, which costs a few cells.
    func causeNeedsStrip(of strip: Int, width: Int) -> Bool {
        let words = 12
        return Self.timeRoom + strip + (self.cause?.width ?? 0) > 2 * (width - 2) - words
    }

    /// Draws the cause in the rows after the first one.
    /// - Parameters:
    ///   - extra: the number of rows from `causeRows`.
    ///   - usual: the number of rows of the header without them.
    func drawCause(on canvas: inout Canvas, extra: Int, usual: Int, now: Timestamp) {
        guard let cause = self.cause else { return }
        var x = 1
        if usual > 1 {
            x += self.causeStrip(width: canvas.width, isWide: usual > 2)
            x += canvas.put("\(self.timeText(now))  ", x: x, y: 1, role: .header)
        }
        let end = canvas.width - 1
        let role: Role = self.state == .failed ? .stateFailed : .flashWarn
        let pieces = cause.rows(first: end - x, width: end - 1, atSpaces: true)
        for (row, piece) in pieces.prefix(usual > 1 ? extra + 1 : extra).enumerated() {
            let start = row == 0 ? x : 1
            canvas.put(piece, x: start, y: 1 + row, maxWidth: end - start, role: role)
        }
    }

    /// `down 4s`, or `for 4s` if there was no connection before.
    func timeText(_ now: Timestamp) -> SafeText {
        let word = self.lostAt == nil ? "for" : "down"
        let time = Figures.duration(now.duration(since: self.lostAt ?? self.since))
        return "\(word) \(time)"
    }

    /// Why there is no connection, and what follows; `nil` while there is one, and if no
    /// explanation is needed.
    private var cause: SafeText? {
        switch self.state {
        case .connecting, .unavailable, .failed: break
        case .connected, .disconnected, .initialized: return nil
        }
        guard let end = self.lastEnd else { return nil }
        let advice = ConnectionWords.advice(of: end)
        let text = ConnectionWords.summary(of: end) + (advice.isEmpty ? "" : " (\(advice))")
        return SafeText(sanitizing: text, limit: 600)
    }
}
