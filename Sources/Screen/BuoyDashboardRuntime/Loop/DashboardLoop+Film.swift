import BuoyCursesTerminal
import BuoyDashboard
import BuoyProgramSupport
import BuoyTextScreen
import ChannelsBasics
import ChannelsProtocol

// A moving picture of the screen. The terminal has one screen, so the first loop has the film.
extension DashboardLoop {
    struct Film {
        let path: String
        var frames = ScreenFilm()
    }

    func recordScreen(_ path: String) {
        guard self.film == nil else {
            if path.isEmpty { return self.endFilm() }
            self.handle(
                .notice(.warning, "the screen is already recorded; :record-screen ends that"))
            return
        }
        self.film = Film(path: path.isEmpty ? Self.screenName("svg") : path)
        self.handle(.notice(.info, "recording the screen; :record-screen ends it"))
    }

    func film(_ canvas: Canvas) {
        self.film?.frames.add(canvas, at: self.now.duration(since: .zero))
        if self.film?.frames.isFull == true { self.endFilm() }
    }

    private func endFilm() {
        guard let film = self.film else { return }
        self.film = nil
        let (theme, end) = (self.terminal.picturedTheme, self.now.duration(since: .zero))
        self.inParallel {
            let svg = await Self.svg(film.frames, theme, until: end)
            self.start(
                .file(
                    .saveText(
                        Array(svg.utf8), of: "moving picture", path: film.path,
                        overwrites: false)))
        }
    }

    /// Never replaces a file: it is too late to ask.
    func writeFilmAtEnd() async {
        guard let film = self.film else { return }
        let end = self.now.duration(since: .zero)
        let svg = await Self.svg(film.frames, self.terminal.picturedTheme, until: end)
        do {
            _ = try await OutputFile.write(Array(svg.utf8), to: film.path, overwrites: false)
        } catch {
            Console.error("buoy: cannot write the moving picture: \(error.words)")
        }
    }

    /// Not on the main actor, as a long film takes a moment.
    @concurrent
    private static func svg(
        _ film: ScreenFilm, _ theme: Theme, until end: Duration
    ) async -> String {
        film.svg(theme: theme, title: "buoy in a terminal", until: end)
    }
}
