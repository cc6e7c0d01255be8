import BuoyTestBasics
import Foundation
import Testing

@testable import BuoyDashboardRuntime
@testable import BuoyTextScreen

@Suite("Built-in themes")
struct BuiltInThemesTests {
    private static func theme(_ name: String) throws -> Theme {
        try ThemeSearch.builtIn.theme(name)
    }

    @Test("every file in themes/ is built in, and nothing else")
    func list() throws {
        let folder = SourceTree.root.appending(path: "themes")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == Set(BuiltInThemes.names.map { $0 + ".toml" }))
        for name in BuiltInThemes.names {
            let file = folder.appendingPathComponent(name + ".toml")
            #expect(BuiltInThemes.text(of: name) == (try String(contentsOf: file, encoding: .utf8)))
        }
        #expect(BuiltInThemes.names.contains(BuiltInThemes.defaultName))
        #expect(BuiltInThemes.names.contains(BuiltInThemes.monochromeName))
    }

    @Test("the list of files is made from the one in Package.swift")
    func listOfFiles() throws {
        let path =
            "Sources/Screen/BuoyDashboardRuntime/DashboardConfiguration/BuiltInThemes+Files.swift"
        let head = "static let files: [(name: String, bytes: @Sendable () -> [UInt8])] = [\n"
        let manifest = try SourceTree.text("Package.swift")
        let listed = try #require(manifest.firstMatch(of: /\nlet themes = \[([^\]]*)\]/)).1
        let rows = listed.matches(of: /"([^"]+)"/).map { theme in
            let resource = theme.1.replacing("-", with: "_")
            return "        (\"\(theme.1)\", { PackageResources.\(resource)_toml }),\n"
        }
        var file = try SourceTree.text(path)
        let start = try #require(file.range(of: head)?.upperBound)
        let end = try #require(file.range(of: "    ]\n", range: start..<file.endIndex)?.lowerBound)
        if ProcessInfo.processInfo.environment["RECORD_DOCS"] != nil {
            file.replaceSubrange(start..<end, with: rows.joined())
            try Data(file.utf8).write(to: SourceTree.root.appending(path: path))
        } else {
            #expect(file[start..<end] == rows.joined())
        }
        #expect(rows.count > 20)
    }

    @Test("every theme says something about every role", arguments: BuiltInThemes.names)
    func complete(name: String) throws {
        var file = try ThemeFile(text: try #require(BuiltInThemes.text(of: name)), file: name)
        #expect(file.license != nil)
        #expect(file.name != nil)
        #expect(file.variant != nil)
        while let base = file.extends?.name {
            let text = try #require(BuiltInThemes.text(of: base))
            let next = try ThemeFile(text: text, file: base)
            file = file.extending(next)
            file.extends = next.extends
        }
        #expect(Set(file.roles.keys) == Set(Role.allCases))
    }

    @Test("every theme passes the checks", arguments: BuiltInThemes.names)
    func findings(name: String) throws {
        let theme = try ThemeSearch.builtIn.find(name)
        #expect(theme.findings.map(\.description) == [])
        #expect(try theme.result.get().variant == theme.variant)
    }

    @Test("what is amiss in a theme of our own is an error, in a well-known palette a warning")
    func severities() {
        let strict = BuiltInThemes.names.filter {
            BuiltInThemes.requirements(of: $0).severity == .error
        }
        #expect(
            strict == [
                "default", "mono", "high-contrast-dark", "high-contrast-light", "cvd-dark",
                "cvd-light",
            ])
        #expect(BuiltInThemes.requirements(of: "high-contrast-dark").text == 7)
        #expect(!BuiltInThemes.requirements(of: "cvd-light").countsLines)
    }

    @Test("there are dark and light themes, and the well-known ones among them")
    func choice() throws {
        let themes = ThemeSearch.builtIn.available()
        #expect(themes.map(\.id) == BuiltInThemes.names)
        #expect(themes.allSatisfy { $0.origin == .builtIn($0.id) })
        #expect(themes.filter { $0.variant == .light }.count >= 7)
        #expect(themes.filter { $0.variant == .dark }.count >= 7)
        #expect(Set(themes.map(\.name)).count == themes.count)
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

    @Test(
        "no channel and no member is red: red means failure", arguments: BuiltInThemes.names,
        [ColorDepth.direct, .indexed, .sixteen])
    func noRed(name: String, depth: ColorDepth) throws {
        let theme = try Self.theme(name)
        let failure = theme.style(for: .eventError, depth: depth).foreground
        for role in Role.accents {
            let color = theme.style(for: role, depth: depth).foreground
            #expect(![.named(.red), .named(.brightRed)].contains(color), "\(role)")
            guard case .rgb(let rgb) = color, case .rgb(let red) = failure else { continue }
            let apart = abs((Self.hue(rgb) - Self.hue(red)).remainder(dividingBy: 360))
            #expect(apart > 15 || OKLab(rgb).chroma < 0.06, "\(role): \(apart) degrees from red")
        }
    }

    /// In degrees: red is near 25, green near 140, blue near 260.
    private static func hue(_ color: RGB) -> Double {
        atan2(OKLab(color).b, OKLab(color).a) * 180 / .pi
    }

    @Test("the mono theme has no colours")
    func mono() throws {
        let theme = try Self.theme("mono")
        for role in Role.allCases {
            let style = theme.style(for: role)
            #expect(style.foreground == .standard && style.background == .standard)
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
}
