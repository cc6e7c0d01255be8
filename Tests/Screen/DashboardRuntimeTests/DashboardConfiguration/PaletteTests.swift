import BuoyTestBasics
import BuoyTextScreen
import Foundation
import Testing

@testable import BuoyDashboardRuntime

/// The well-known base16 palettes, with the contrasts that others measured.
@Suite("Palettes")
struct PaletteTests {
    /// A row of `Corpora/palettes.csv`.
    struct Palette: CustomTestStringConvertible, Sendable {
        let id: String
        let variant: String
        let colors: [String]
        /// Of base05 on base00.
        let contrast: Double

        var testDescription: String { self.id }

        /// As the documents say that a palette becomes a theme.
        var theme: String {
            let lines = self.colors.enumerated().map { index, color in
                "base0\(String(index, radix: 16, uppercase: true)) = \"\(color)\""
            }
            return "extends = \"base16-\(self.variant)\"\n[palette]\n"
                + lines.joined(separator: "\n")
        }

        /// A name may have a comma; colours and figures are counted from the end.
        init?(_ row: Substring) {
            let fields = row.split(separator: ",", omittingEmptySubsequences: false)
                .map(String.init)
            guard fields.count >= 22, let contrast = Double(fields[fields.count - 3]) else {
                return nil
            }
            self.id = fields[0]
            self.variant = fields[fields.count - 20]
            self.colors = Array(fields[(fields.count - 19)...(fields.count - 4)])
            self.contrast = contrast
        }
    }

    static let all: [Palette] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Corpora/palettes.csv")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(whereSeparator: \.isNewline).dropFirst().compactMap(Palette.init)
    }()

    private static func rgb(_ text: String) throws -> RGB {
        let number = try #require(UInt32(text.dropFirst(), radix: 16))
        return RGB(
            UInt8(number >> 16), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
    }

    @Test("all of them are read")
    func count() { #expect(Self.all.count == 41) }

    @Test("each becomes a theme with its own text on its own background", arguments: Self.all)
    func theme(palette: Palette) throws {
        let directory = try TestFolder()
        try directory.write(palette.theme, to: "own.toml")
        let theme = try ThemeSearch(environment: [:]).theme(directory.path + "/own.toml")
        let (background, text) = (try Self.rgb(palette.colors[0]), try Self.rgb(palette.colors[5]))
        #expect(theme.variant.rawValue == palette.variant)
        #expect(theme.background.color == .rgb(background))
        #expect(theme[.text].foreground.color == .rgb(text))
        let contrast = LinearRGB(text).contrast(to: LinearRGB(background))
        #expect(abs(contrast - palette.contrast) <= 0.05 + 1e-9)
    }

    @Test(
        "a built-in theme that bears a palette's name has its background",
        arguments: [
            ("dracula", "dracula"), ("nord", "nord"), ("gruvbox-dark-medium", "gruvbox-dark"),
            ("gruvbox-light-medium", "gruvbox-light"), ("solarized-dark", "solarized-dark"),
            ("solarized-light", "solarized-light"), ("catppuccin-mocha", "catppuccin-mocha"),
            ("catppuccin-latte", "catppuccin-latte"), ("tokyo-night-dark", "tokyo-night"),
            ("rose-pine", "rose-pine"), ("everforest", "everforest"), ("kanagawa", "kanagawa"),
            ("onedark", "one-dark"), ("one-light", "one-light"), ("monokai", "monokai"),
        ])
    func builtIn(palette: String, name: String) throws {
        let palette = try #require(Self.all.first { $0.id == palette })
        let theme = try ThemeSearch.builtIn.theme(name)
        #expect(theme.background.color == .rgb(try Self.rgb(palette.colors[0])))
        #expect(theme.variant.rawValue == palette.variant)
    }
}
