import BuoyTestBasics
import Foundation
import Testing

@testable import BuoyDashboardRuntime
@testable import BuoyTextScreen

/// The default theme in the colours that terminals and their well-known schemes ship.
@Suite("The palettes of terminals")
struct TerminalPaletteTests {
    /// A row of `Corpora/terminals.csv`.
    struct Shipped: CustomTestStringConvertible, Sendable {
        let name: String
        let foreground: RGB
        let background: RGB
        let palette: TerminalPalette

        var testDescription: String { self.name }

        init?(_ row: Substring) {
            let fields = row.split(separator: ",").map(String.init)
            let colors = fields.dropFirst().compactMap { text -> RGB? in
                if case .rgb(let rgb) = Color(text) { rgb } else { nil }
            }
            guard colors.count == 18 else { return nil }
            self.name = fields[0]
            (self.background, self.foreground) = (colors[0], colors[1])
            self.palette = TerminalPalette(
                background: colors[0],
                colors: Dictionary(
                    uniqueKeysWithValues: zip(NamedColor.allCases, colors.dropFirst(2))))
        }

        func rgb(_ color: Color, standard: RGB) -> RGB {
            switch color {
            case .standard: standard
            case .named(let name): self.palette.colors[name] ?? standard
            case .indexed(let index): RGB(index: index)
            case .rgb(let rgb): rgb
            }
        }

        /// Dim text loses about a third of its colour in VTE, xterm and Alacritty.
        func contrast(_ style: Style) -> Double {
            var front = self.rgb(style.foreground, standard: self.foreground)
            var back = self.rgb(style.background, standard: self.background)
            if style.attributes.contains(.reverse) { swap(&front, &back) }
            if style.attributes.contains(.dim) { front = front.mixed(with: back, percent: 65) }
            return LinearRGB(front).contrast(to: LinearRGB(back))
        }
    }

    static let all: [Shipped] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Corpora/terminals.csv")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(whereSeparator: \.isNewline).dropFirst().compactMap(Shipped.init)
    }()

    private static let bars: [Role] = [.selection, .selectionInactive]

    private static func theme() throws -> Theme { try ThemeSearch.builtIn.theme("default") }

    @Test("all of them are read")
    func count() { #expect(Self.all.count == 32) }

    @Test("every role can be read, with the answer of the terminal and without", arguments: all)
    func legible(_ terminal: Shipped) throws {
        let theme = try Self.theme()
        let silent = theme.suited(to: TerminalPalette(), depth: .indexed)
        #expect(silent.style(for: .muted) == Style(attributes: .dim))
        for depth in [ColorDepth.sixteen, .indexed, .direct] {
            let suited = theme.suited(to: terminal.palette, depth: depth)
            for role in Role.allCases where !Self.bars.contains(role) {
                let style = suited.style(for: role, depth: depth)
                // The text of Solarized Light itself has only 4.1.
                let least = style.attributes.contains(.dim) ? 2.3 : TerminalPalette.leastContrast
                #expect(terminal.contrast(style) >= least, "\(role)")
            }
        }
    }

    @Test("a selected row has a tint, keeps its colours, and can still be read", arguments: all)
    func selection(_ terminal: Shipped) throws {
        for depth in [ColorDepth.indexed, .direct] {
            let suited = try Self.theme().suited(to: terminal.palette, depth: depth)
            let backs = Self.bars.map { suited.style(for: .text, overlay: $0, depth: depth) }
            #expect(Set(backs.map(\.background)).count == 2)
            for (role, bar) in Role.allCases.flatMap({ role in Self.bars.map { (role, $0) } })
            where !Self.bars.contains(role) {
                let plain = suited.style(for: role, depth: depth)
                let chosen = suited.style(for: role, overlay: bar, depth: depth)
                #expect(chosen.background != .standard)
                #expect(chosen.foreground == plain.foreground)
                #expect(terminal.contrast(chosen) >= 1.5, "\(role) in \(bar)")
            }
        }
    }

    @Test("where nothing is known, and without colours, the selection stays in reverse")
    func unknown() throws {
        let theme = try Self.theme()
        let suited = theme.suited(to: TerminalPalette(), depth: .direct)
        #expect(suited.style(for: .muted, overlay: .selection) == Style(attributes: .reverse))
        #expect(suited[.selectionInactive] == theme[.selectionInactive])
        #expect(theme.suited(to: .linuxConsole, depth: .monochrome) == theme)
        let sixteen = theme.suited(to: .linuxConsole, depth: .sixteen)
        #expect(sixteen[.selection] == theme[.selection])
        #expect(sixteen[.channelPublic].foreground.color == .named(.brightBlue))
    }

    @Test(
        "a theme with a background or without colours stays as it is", arguments: ["nord", "mono"])
    func others(name: String) throws {
        let theme = try ThemeSearch.builtIn.theme(name)
        #expect(!theme.usesPalette)
        #expect(theme.suited(to: .linuxConsole, depth: .direct) == theme)
    }

    @Test("the console's palette is the one that it ships")
    func console() throws {
        let console = try #require(Self.all.first { $0.name == "Linux console" })
        #expect(console.palette == .linuxConsole)
    }
}
