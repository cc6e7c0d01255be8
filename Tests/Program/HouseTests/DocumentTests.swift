import BuoyFeatureList
import BuoyScripts
import BuoyServers
import BuoySessions
import BuoyTestBasics
import BuoyTextScreen
import ChannelsMeasurements
import Foundation
import Testing

@testable import BuoyDashboard
@testable import BuoyDashboardRuntime

/// Documents that are made from the source, and copies that must not drift apart.
///
/// `RECORD_DOCS=1` writes the made ones again.
struct DocumentTests {
    @Test("docs/keys.md is what the command table says")
    func keys() throws {
        try Self.expect("docs/keys.md", toBe: KeyDocumentation.markdown(.whole))
    }

    @Test("docs/themes.md is what the roles and the themes say")
    func themes() throws {
        try Self.expect("docs/themes.md", toBe: ThemeDocumentation.markdown)
    }

    @Test("docs/configuration.md is what the tables of keys and commands say")
    func configuration() throws {
        try Self.expect("docs/configuration.md", toBe: ConfigurationDocumentation.markdown)
    }

    @Test("the schema of JSON lines is what the lines of every kind have in common")
    func reportSchema() throws {
        try Self.expect("docs/event-line-1.schema.json", toBe: ReportSchema().text)
    }

    @Test("the metrics in docs/operating.md are what the families say")
    func metrics() throws {
        var page = try MadeDocument("docs/operating.md")
        #expect(try page.staleParts([("metrics", MetricDocumentation.markdown)]) == [])
    }

    @Test(
        "the rules, the dashboard and the page about operating use metrics that there are",
        arguments: ["operating.md", "operating/alerts.yml", "operating/grafana.json"])
    func metricNames(file: String) throws {
        let families =
            ClientMeter.families + ProbeMeter.families + MissedEventsMeter.families
            + SandboxMetrics.families + ProcessMetrics.families
        let samples = Set(families.flatMap(Self.sampleNames))
        let names = try Repository.text("docs/\(file)")
            .matches(of: /\b(channels_(client|sandbox)|process|buoy_build)_[a-z_]+/)
            .map { String($0.0) }
        #expect(!names.isEmpty)
        for name in names { #expect(samples.contains(name), "\(name)") }
    }

    /// The names of the values of a family.
    private static func sampleNames(of family: MetricFamily) -> [String] {
        switch family.kind {
        case .histogram: ["_bucket", "_count", "_sum", ""].map { family.name + $0 }
        case .counter, .gauge, .info: [family.sampleName]
        }
    }

    @Test("the page names every key, every command and every pane, and its examples can be used")
    func configurationNames() throws {
        let page = ConfigurationDocumentation.markdown
        for key in ConfigurationKey.allCases { #expect(page.contains("| `\(key.name)` | ")) }
        let keys = try Repository.text("docs/keys.md")
        for command in Catalog.whole.listed {
            #expect(["`", " "].contains { keys.contains("`:\(command.name)\($0)") }, "\(command)")
        }
        for pane in Catalog.whole.panes { #expect(page.contains("`\(pane.configurationName)`")) }
        let examples = page.components(separatedBy: "```toml\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(examples.count == 6)
        for example in examples {
            #expect(throws: Never.self) {
                try ConfigurationFile(text: example, file: "example", for: .whole)
            }
        }
    }

    @Test("the alert rules of docs/operating.md can be used")
    func alerts() throws {
        let rules = try #require(Self.examples(in: "docs/operating.md", with: "[[alerts]]").first)
        let section = try #require(
            features.sections.first { $0.name == "alerts" })
        let alerts = try ConfigurationFile(text: rules, file: "example", for: .whole).sections[
            section]
        #expect(alerts.count == 4)
    }

    /// The TOML blocks of a page that contain some text.
    private static func examples(in path: String, with text: String) throws -> [String] {
        try Repository.text(path).components(separatedBy: "```toml\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
            .filter { $0.contains(text) }
    }

    @Test("the keymaps of the configuration can be used, and leave no command without its key")
    func keyboards() throws {
        let examples = try Self.examples(in: "docs/configuration.md", with: "[keys]\n\"")
        #expect(examples.count == 2)
        for example in examples {
            let keymap = try ConfigurationFile(text: example, file: "example", for: .whole)
                .keymap
            #expect(keymap.conflicts(.whole).isEmpty)
            for command in Catalog.whole.commands where !command.defaultKeys.isEmpty {
                for pane in Catalog.whole.panes
                where command.defaultKeys.contains(where: { $0.acts(in: pane) }) {
                    let keys = keymap.keys(for: command.id).filter { $0.acts(in: pane) }
                    let isReached = keys.contains {
                        keymap.commandName(for: $0.key, in: pane) == command.id
                    }
                    #expect(isReached, "\(command) in \(pane)")
                }
            }
        }
    }

    @Test("docs/keys.md has the symbols of every set of glyphs")
    func legend() throws {
        let page = try Repository.text("docs/keys.md")
        #expect(page.hasSuffix(ScreenLegend.markdown))
        let (strip, marks) = (GlyphSet.unicode.strip, GlyphSet.unicode.marks)
        let states = GlyphSet.unicode.states
        for symbol in [
            states.initialized, states.connecting, states.connected, states.unavailable,
            states.disconnected, states.failed, strip.connected, strip.connecting, strip.unknown,
            strip.drop, strip.now, marks.subscribed, marks.pending, marks.refused, marks.me,
            marks.joined, marks.left, marks.stale, marks.marked, marks.change,
        ] {
            #expect(ScreenLegend.markdown.contains("| `\(Character(symbol))` | `"), "\(symbol)")
        }
    }

    @Test("docs/cli.md names the variables of buoy")
    func variables() throws {
        let page = try Repository.text("docs/cli.md")
        let variables = try Self.ownVariables()
        #expect(!variables.isEmpty)
        for name in variables { #expect(page.contains("`\(name)`"), "\(name)") }
    }

    /// The variables of the program's own that its source names.
    private static func ownVariables() throws -> Set<String> {
        var names: Set<String> = []
        for file in try Repository.swiftFiles(below: "Sources") {
            let text = try Repository.text(file)
            guard text.contains("\"BUOY_") else { continue }
            for match in text.matches(of: /"(BUOY_[A-Z_]+)"/) {
                names.insert(String(match.1))
            }
        }
        return names
    }

    static func expect(_ path: String, toBe expected: String) throws {
        if ProcessInfo.processInfo.environment["RECORD_DOCS"] != nil {
            let file = Repository.root.appending(path: path)
            try Data(expected.utf8).write(to: file)
        }
        let found = try? Repository.text(path)
        #expect(found == expected, "\(path) is stale: RECORD_DOCS=1 swift test --filter HouseTests")
    }
}
