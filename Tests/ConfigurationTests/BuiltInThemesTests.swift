import Foundation
import Testing
import TextScreen

@testable import Configuration

@Suite("Built-in themes")
struct BuiltInThemesTests {
    private static func theme(_ name: String) throws -> Theme {
        try ThemeFile(text: try #require(BuiltInThemes.text(of: name)), file: name).theme(id: name)
    }

    @Test("every file in themes/ is built in, and nothing else")
    func list() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../themes").standardizedFileURL
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == Set(BuiltInThemes.names.map { $0 + ".toml" }))
        for name in BuiltInThemes.names {
            let file = folder.appendingPathComponent(name + ".toml")
            #expect(BuiltInThemes.text(of: name) == (try String(contentsOf: file, encoding: .utf8)))
        }
        #expect(BuiltInThemes.names.contains(BuiltInThemes.defaultName))
        #expect(BuiltInThemes.names.contains(BuiltInThemes.monochromeName))
    }

    @Test("every theme says something about every role", arguments: BuiltInThemes.names)
    func complete(name: String) throws {
        let text = try #require(BuiltInThemes.text(of: name))
        let file = try ThemeFile(text: text, file: name)
        #expect(Set(file.roles.keys) == Set(Role.allCases))
        #expect(file.extends == nil)
        #expect(file.license != nil)
    }

    @Test("the default theme uses the terminal's own colours and paints no background")
    func defaultTheme() throws {
        let theme = try Self.theme("default")
        #expect(theme.background == .standard)
        for role in Role.allCases {
            let style = theme.style(for: role)
            #expect(style.foreground.reduced(to: .sixteen) == style.foreground)
            #expect(style.background == .standard)
        }
    }

    @Test("the mono theme has no colours")
    func mono() throws {
        let theme = try Self.theme("mono")
        for role in Role.allCases {
            let style = theme.style(for: role)
            #expect(style.foreground == .standard && style.background == .standard)
        }
    }

    @Test("text can be read against the background", arguments: ["nord", "solarized-light"])
    func contrast(name: String) throws {
        let theme = try Self.theme(name)
        let wanted: [(Role, Double)] =
            [(.text, 4.5), (.title, 4.5), (.muted, 3), (.footerText, 3), (.flashError, 4.5)]
            + Self.states.map { ($0, 4.5) }
        for (role, least) in wanted {
            let style = theme.style(for: role)
            let ratio = try #require(Self.contrast(style.foreground, style.background))
            #expect(ratio >= least, "\(role)")
            let selected = theme.style(for: role, overlay: .selection)
            let ratioSelected = try #require(
                Self.contrast(selected.foreground, selected.background))
            #expect(ratioSelected >= min(least, 3), "\(role), selected")
        }
    }

    @Test(
        "the states of the connection look different at every depth",
        arguments: BuiltInThemes.names, ColorDepth.allCases)
    func states(name: String, depth: ColorDepth) throws {
        let theme = try Self.theme(name)
        // Without colours the symbol and the word tell them apart, and a few attributes.
        let least = depth == .monochrome || name == "mono" ? 2 : Self.states.count
        #expect(Set(Self.states.map { theme.style(for: $0, depth: depth) }).count >= least)
    }

    @Test(
        "a selected row can be seen at every depth", arguments: BuiltInThemes.names,
        ColorDepth.allCases)
    func selection(name: String, depth: ColorDepth) throws {
        let theme = try Self.theme(name)
        for role in Role.allCases {
            let plain = theme.style(for: role, depth: depth)
            // Where a role is in reverse itself, the marker beside the row has to do.
            guard !plain.attributes.contains(.reverse),
                plain.background == theme.style(for: .text, depth: depth).background
            else { continue }
            #expect(theme.style(for: role, overlay: .selection, depth: depth) != plain)
        }
    }

    private static let states: [Role] = [
        .stateConnecting, .stateConnected, .stateUnavailable, .stateDisconnected, .stateFailed,
    ]

    /// The contrast ratio of WCAG 2: from 1 to 21.
    private static func contrast(_ one: Color, _ other: Color) -> Double? {
        guard case .rgb(let one) = one, case .rgb(let other) = other else { return nil }
        let lights = [one, other].map(Self.luminance).sorted()
        return (lights[1] + 0.05) / (lights[0] + 0.05)
    }

    private static func luminance(_ color: RGB) -> Double {
        let linear = [color.red, color.green, color.blue].map { component in
            let value = Double(component) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
}
