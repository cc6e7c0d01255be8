import BuoyDashboardTesting
import BuoyFeatureList
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyAlerts
@testable import BuoyDashboard
@testable import BuoyRecordingFiles
@testable import ChannelsEventWords

/// What a peer says is in no log, on no screen and in no file with a secret that it repeats.
@Suite("Secrets in a peer's text")
struct PeerTextTests {
    /// The kinds of reports with free text of a peer. A new kind has to be sorted here.
    private static let quoting = Set(ReportKind.allCases.filter(\.quotesPeer))

    private static func reports(of text: String) -> [ClientReport] {
        let kinds = PeerTalk.allCases.flatMap { $0.reports(of: text) }
        return kinds.enumerated().map { index, kind in
            ClientReport(number: index + 1, time: RecordedEvents().time, kind: kind)
        }
    }

    private static func isQuoting(_ report: ClientReport) -> Bool {
        Self.dump(report).contains(SecretLeak.peerWords)
    }

    private static func dump(_ value: some Any) -> String {
        var text = ""
        Swift.dump(value, to: &text)
        return text
    }

    @Test("each way to say something, and each kind of report that quotes it, is played")
    func ways() {
        for talk in PeerTalk.allCases {
            let reports = talk.reports(of: SecretLeak.peerWords)
            #expect(reports.contains { Self.dump($0).contains(SecretLeak.peerWords) }, "\(talk)")
        }
        let quoting = Self.reports(of: SecretLeak.peerWords).filter(Self.isQuoting)
        #expect(Set(quoting.map(\.words.kind)) == Self.quoting)
    }

    @Test("no part of a report contains the secret", arguments: SecretLeak.all)
    func reports(leak: SecretLeak) {
        for report in Self.reports(of: leak.text) {
            let text = Self.dump(report)
            #expect(!text.contains(leak.secret), "\(text)")
        }
    }

    @Test("no output contains the secret, and no log what the peer said", arguments: SecretLeak.all)
    func outputs(leak: SecretLeak) throws {
        let reports = Self.reports(of: leak.text)
        for (name, text) in try Self.outputs(of: reports) {
            #expect(!text.contains(leak.secret), "\(name): \(text)")
        }
        let log = reports.map(\.words.logLine).joined(separator: "\n")
        #expect(!log.contains(SecretLeak.peerWords.prefix(5)), "\(log)")
    }

    @Test("what is masked once stays the same", arguments: SecretLeak.all)
    func again(leak: SecretLeak) {
        let masked = SecretLeak.mask.text(leak.text)
        #expect(masked.contains(SecretMask.dots) && !masked.contains(leak.secret), "\(masked)")
        // A cookie is hidden with the rest of its line.
        let isCookie = leak.testDescription.hasPrefix("cookie")
        #expect(masked.hasPrefix(SecretLeak.peerWords), "\(masked)")
        #expect(masked.hasSuffix(" end") || isCookie, "\(masked)")
        #expect(SecretLeak.mask.text(masked) == masked)
    }

    @Test(
        "words about secrets, and other data, stay",
        arguments: [
            "Invalid signature: Expected HMAC SHA256 hex digest of 1.2:private-a, but got x",
            "token: expired", "Bearer authentication failed", "the cookie: missing", "auth: no",
            "code 4009: Connection is unauthorized",
            "sha1 da39a3ee5e6b4b0d3255bfef95601890afd80709 of it",
            "Existing subscription to channel presence-session:1", "größe-価格-🙂 100%",
        ])
    func plain(text: String) { #expect(SecretLeak.mask.text(text) == text) }

    @Test("a longer text is cut, also within a secret")
    func long() {
        let limit = SecretMask.longestText
        let text = String(repeating: " ", count: limit - 50) + String(repeating: "ab", count: 32)
        let masked = SecretMask().text(text + " end")
        #expect(masked.hasSuffix("\(SecretMask.dots)…") && !masked.contains("ab"))
    }

    @Test("a quoted frame shows no half of a signature", arguments: [0, 30, 59])
    func startOfFrame(place: Int) throws {
        let signature = String(repeating: "0123456789abcdef", count: 4)
        let text = String(repeating: ".", count: place) + signature + " and more"
        for report in PeerTalk.notJSON.reports(of: text) {
            #expect(!Self.dump(report).contains("012345"), "\(report)")
        }
    }

    // MARK: Outputs

    private static func outputs(
        of reports: [ClientReport]
    ) throws -> [(name: String, text: String)] {
        var outputs: [(String, String)] = []
        for report in reports {
            let words = report.words
            outputs += [
                ("log", words.logLine), ("line", words.sentence),
                ("row", words.makeRowSentence?() ?? ""),
                ("masked", words.masked(\.text) ?? ""),
                ("error", report.kind.error?.description ?? ""),
                ("JSON", ReportLines.object(of: report)),
                ("alert", Alert(of: try Self.rule(), at: report.time, event: report).sentence),
            ]
        }
        outputs.append(("recording", Self.recording(of: reports)))
        for format in EventExport.Format.allCases {
            var writer = EventExport.Writer(format)
            outputs.append(
                (format.rawValue, String(decoding: writer.bytes(for: reports), as: UTF8.self)))
        }
        outputs.append(("check", Self.check(reports)))
        return outputs + Self.screens(of: reports)
    }

    private static func rule() throws -> AlertRule {
        AlertRule("rule", when: .event(try EventFilter("")))
    }

    private static func recording(of reports: [ClientReport]) -> String {
        var encoder = RecordingEncoder()
        for report in reports { encoder.append(report) }
        return String(decoding: encoder.take(), as: UTF8.self)
    }

    private static func check(_ reports: [ClientReport]) -> String {
        var text = ""
        for report in reports {
            var check = ConnectionCheck(
                ConnectionCheck.Subject(
                    address: "ws://host:80", usesTLS: false,
                    channels: [ChannelName(wire: "private-a")],
                    signsIn: true))
            _ = check.reported(report)
            text += check.report.json(exitCode: 1)
        }
        return text
    }

    /// Without borders, so that wrapped words are whole.
    private static func screens(of reports: [ClientReport]) -> [(String, String)] {
        var state = DashboardFixture.empty(240, 20, catalog: .whole)
        var screens: [(String, String)] = []
        for report in reports {
            _ = state.handle(.client([report]))
            screens.append(("screen", state.screen().wholeWords))
        }
        _ = state.handle(.resized(ScreenSize(columns: 400, rows: 60)))
        for pane in [PaneID.connection, .channels, .events] {
            state.press(pane.key, "G", "Enter")
            screens.append(("inspector of \(pane)", state.screen().wholeWords))
        }
        screens.append(("diagnosis", Diagnosis.text(of: state)))
        return screens
    }
}

extension Canvas {
    fileprivate var wholeWords: String {
        self.textRows.map { row in
            let start = row.drop(while: Self.isBorder)
            return start.lastIndex { !Self.isBorder($0) }.map { start[...$0] } ?? ""
        }.joined()
    }

    private static func isBorder(_ character: Character) -> Bool { " │┃|".contains(character) }
}

extension ReportKind {
    fileprivate var quotesPeer: Bool {
        switch self {
        case .stateChanged, .attemptFailed, .subscriptionChanged, .signInChanged,
            .clientEventsRejected, .notDecrypted, .problem:
            true
        case .attemptStarted, .retryScheduled, .pingSent, .pongReceived, .intentChanged,
            .serverRecognized, .suspended, .clockStepped, .networkChanged, .gap,
            .subscriptionStuck, .authorizationAnswered, .membersReplaced, .memberAdded,
            .memberRemoved, .subscriptionCount, .cacheMissed, .watchlistChanged, .received,
            .sent, .queued, .bindingChanged, .bindingRemoved, .bindingsHit, .skipped:
            false
        }
    }
}
