import BuoyDashboard
import BuoyDashboardRuntime
import BuoyDashboardTesting
import BuoyTestBasics
import BuoyTextScreen
import Testing

/// The moving picture at the top of the README: each frame is the screen of the whole program, at
/// a moment of a session in simulated time.
@Suite("The moving picture")
struct MovingPictureTests {
    private static let file = "docs/pictures/demo-80x24.svg"

    /// The alt text of the picture in the README.
    private static let summary =
        "buoy in a terminal: events arrive; the connection is cut; the header counts down to the "
        + "next attempt and shows the reason; once reconnected, the screen says how many events "
        + "were missed, and Enter lists them"

    private static let waiting = "Lost: the reason, and when buoy tries again"

    /// Half a minute of a session, in frames. Most pass faster than in the session, so that the
    /// loss, its reason and the missed events are seen within five seconds.
    private struct Film {
        var story: SandboxStory
        var frames: [ScreenAnimation.Frame] = []

        /// Shows the screen as it is now.
        mutating func shoot(_ caption: String, milliseconds: Int) {
            self.frames.append(
                ScreenAnimation.Frame(
                    self.story.state.screen(), caption, milliseconds: milliseconds))
        }

        /// Lets time pass, and shows the screen after each part of it, for so many milliseconds.
        mutating func shoot(_ caption: String, during parts: [Int], each milliseconds: Int) {
            for part in parts {
                self.story.run(for: .milliseconds(part))
                self.shoot(caption, milliseconds: milliseconds)
            }
        }
    }

    /// A dashboard that waits for its third attempt, and says why.
    @Sendable static func explained(_ columns: Int, _ rows: Int) throws -> DashboardState {
        var film = Film(story: SandboxStory(columns, rows))
        film.story.run(for: .milliseconds(16_800))
        try Self.lose(&film)
        film.story.press("0")
        return film.story.state
    }

    /// In seconds from the start: 0 connected, 1 the fault, 1.9 lost, 4 back, 6.1 the gap, 7.9 to
    /// 12.9 the missed events.
    private static func frames() throws -> [ScreenAnimation.Frame] {
        var film = Film(story: SandboxStory(80, 24))
        film.story.run(for: .milliseconds(15_800))
        film.shoot("Connected: channels, members and every event", during: [1000], each: 1000)
        try Self.lose(&film)
        try Self.comeBack(&film)
        return film.frames
    }

    /// A server that goes away for five seconds.
    private static func lose(_ film: inout Film) throws {
        let fault = "refuse for 5s; cut"
        film.story.type("fault \(fault)")
        film.shoot("Cut the connection: nobody can connect for five seconds", milliseconds: 900)
        try film.story.makeFault(fault)
        film.story.lose(retryAfter: .milliseconds(500))
        film.shoot(Self.waiting, during: [300], each: 420)
        film.story.run(for: .milliseconds(200))
        film.story.failAttempt(1, retryAfter: .milliseconds(1400))
        film.shoot(Self.waiting, during: [1200], each: 420)
        film.story.run(for: .milliseconds(200))
        film.story.failAttempt(2, retryAfter: .milliseconds(3900))
        film.shoot(Self.waiting, during: [700], each: 420)
    }

    private static func comeBack(_ film: inout Film) throws {
        film.shoot(Self.waiting, during: [1500, 1500], each: 420)
        film.story.run(for: .milliseconds(200))
        film.story.connect(attempt: 3)
        let back = "Back: the second line says how many events were missed"
        film.shoot(back, during: [400, 900, 900], each: 700)
        film.story.press("3", "{")
        film.shoot("{ goes to the gap in Events", during: [1800], each: 1800)
        film.story.press("Enter")
        film.story.run(for: .milliseconds(700))
        film.shoot("Enter lists the events that were missed", milliseconds: 5000)
    }

    @Test("it is what the program shows, and no larger than a photograph")
    func picture() throws {
        let frames = try Self.frames()
        let svg = ScreenAnimation(
            frames, still: frames.count - 1,
            theme: try ThemeSearch.builtIn.theme(DocumentPicture.theme), title: Self.summary
        ).svg
        #expect(svg.utf8.count <= 150_000)
        try DocumentPicture.expect(Self.file, toBe: svg)
    }

    @Test("the README shows it, and says what it shows")
    func readme() throws {
        #expect(
            try SourceTree.text("README.md").contains("\n![\(Self.summary).](\(Self.file))\n"))
    }
}
