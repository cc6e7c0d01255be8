import BuoyScripts
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyLaboratory

/// Reports as text and as files.
@Suite("reports of the laboratory")
struct LabReportTests {
    private static let script = FaultScript(
        name: "a <b> & \"c\"", duration: .seconds(60),
        [.init(at: .seconds(10), .cut), .init(at: .seconds(10), .refuse, for: .seconds(3))])

    private static let timelines = LabReport(Self.script, LabProfile.compared, seed: nil)
    private static let herds = LabReport(
        Self.script, LabProfile.compared, clients: 20, jitters: [true, false], seed: 1)

    @Test("each line fits the width, in both alphabets", arguments: [60, 80, 120, 200])
    func widths(width: Int) {
        for report in [Self.timelines, Self.herds] {
            for glyphs in [GlyphSet.unicode, .ascii] {
                let lines = LabChart(glyphs, width: width).lines(report)
                #expect(lines.dropFirst().allSatisfy { $0.count <= width })
                if glyphs == .ascii {
                    #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) })
                }
            }
        }
    }

    @Test("a timeline shows the loss, the attempts and the figures")
    func timeline() throws {
        let lines = LabChart(.ascii, width: 108).lines(Self.timelines)
        #expect(lines[0] == "\(Self.script.name): at 10s cut, at 10s refuse for 3s")
        // 30 seconds on 58 cells.
        let row = try #require(lines.firstIndex { $0.hasPrefix("pusher-js ") })
        #expect(
            lines[row] == "pusher-js         " + String(repeating: "=", count: 19)
                + String(repeating: "/", count: 21) + String(repeating: ".", count: 11)
                + String(repeating: "=", count: 7) + "         2      16.0s      13.0s")
    }

    @Test("the formats have all policies, and escape what they must")
    func formats() throws {
        for report in [Self.timelines, Self.herds] {
            let json = try #require(JSONValue.parse(report.json))
            #expect(json["version"]?.intValue == 1)
            #expect(report.csv.hasPrefix("policy,"))
            let picture = try report.svg
            #expect(picture.contains("a &lt;b&gt; &amp;"))
            #expect(!picture.contains("<b>"))
            for profile in LabProfile.compared {
                #expect(report.json.contains("\"\(profile.name)\""))
                #expect(report.csv.contains(profile.name))
                #expect(picture.contains(profile.name))
            }
        }
        // Only `standard` has jitter, and is played twice.
        #expect(Self.herds.csv.split(separator: "\r\n").count == 1 + 60 * 8)
    }

    @Test(
        "seconds have up to three decimals",
        arguments: [(0, "0"), (500, "0.5"), (12_000, "12"), (10_040, "10.04"), (-1500, "-1.5")])
    func seconds(milliseconds: Int, text: String) {
        #expect(Duration.milliseconds(milliseconds).secondsText == text)
    }
}
