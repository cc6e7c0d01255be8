import BuoyDashboard
import BuoyDashboardRuntime
import BuoyScripts
import BuoyTextScreen
import ChannelsProtocol

extension LabReport {
    /// A picture of the chart, for documents.
    var svg: String {
        get throws {
            let lines = LabChart(.unicode, width: 110).lines(self).map {
                SafeText(sanitizing: $0, limit: 400)
            }
            let width = lines.map(\.width).max() ?? 0
            var canvas = Canvas(size: ScreenSize(columns: width, rows: lines.count))
            for (y, line) in lines.enumerated() {
                canvas.put(line, x: 0, y: y)
                for (x, cell) in canvas.row(y).enumerated() {
                    guard let role = Self.role(of: cell.scalar, canvas.glyphs) else { continue }
                    canvas.put(glyph: cell.scalar, x: x, y: y, role: role)
                }
            }
            let title = "\(self.script.name): \(self.script.words)"
            return ScreenPicture(
                of: canvas, theme: try ThemeSearch.builtIn.theme("one-light"), title: title
            ).svg
        }
    }

    /// The role of a symbol that has a meaning; `nil` for the characters of text.
    private static func role(of symbol: Unicode.Scalar, _ glyphs: GlyphSet) -> Role? {
        if glyphs.levels.contains(symbol) { return .graphMid }
        let states: [ConnectionState] = [.connected, .connecting, .unavailable, .failed]
        return states.first { glyphs.lab($0) == symbol }?.role
    }
}
