import BuoyCursesTerminal
import BuoyDashboard
import BuoyProgramSupport
import BuoyScripts
import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import Glibc

extension DashboardLoop {
    func start(_ effect: TerminalEffect) {
        switch effect {
        case .suspend: self.parts.terminal.suspend()
        case .redraw: self.parts.terminal.redraw()
        case .copy(let text, let subject): self.inParallel { await self.copy(text, of: subject) }
        case .showPlain(let lines):
            self.inParallel { await self.parts.terminal.showPlain(lines: lines) }
        case .showTheme(let name): self.showTheme(name)
        case .setMouse(let isOn): self.setMouse(isOn)
        }
    }

    func start(_ effect: FileEffect) {
        switch effect {
        case .export(let events, let path, let overwrites):
            let run = EventExportRun(events: events, path: path, overwrites: overwrites)
            self.inParallel { await self.writeFile(effect) { try await self.export(run) } }
        case .saveScreen(let path, let overwrites):
            self.inParallel {
                await self.writeFile(effect) {
                    try await self.saveScreen(path, overwrites: overwrites)
                }
            }
        case .recordScreen(let path): (self.group?.lead ?? self).recordScreen(path)
        case .saveText(let text, let subject, let path, let overwrites):
            self.inParallel {
                await self.writeFile(effect) {
                    let written = try await OutputFile.write(text, to: path, overwrites: overwrites)
                    return "\(subject) written to \(written)"
                }
            }
        case .saveSettings(let settings): self.keepSoon(settings)
        case .set(let key, let value): self.inOrder { self.set(key, to: value) }
        case .reload: self.inOrder { await self.reload() }
        }
    }

    private func showTheme(_ name: String) {
        do {
            let theme = try self.parts.loader.themes.theme(name)
            let terminal = self.parts.terminal
            terminal.theme = theme
            terminal.redraw()
            let glyphs = theme.glyphs.applied(to: terminal.glyphs)
            for loop in self.group?.loops ?? [self] {
                loop.handle(.themeShown(name: name, glyphs: glyphs))
            }
        } catch {
            self.handle(.effectFailed(.terminal(.showTheme(name)), error.description))
        }
    }

    private func setMouse(_ isOn: Bool) {
        self.parts.terminal.setMouse(isOn)
        for loop in self.group?.loops ?? [self] { loop.handle(.mouseSwitched(isOn)) }
    }

    private func set(_ key: String, to value: String) {
        let before = self.state.settings
        do {
            switch try self.parts.loader.changed(before, key: key, value: value) {
            case .now(let settings):
                self.handle(.configured(settings, self.parts.loaded.keymap))
                if settings.theme != before.theme { self.showTheme(settings.theme) }
                if settings.usesMouse != before.usesMouse { self.setMouse(settings.usesMouse) }
                self.keepSoon(self.state.settings)
                self.handle(.notice(.success, "\(key) is now \(value)"))
            case .atStart(let line):
                let file = self.parts.loader.paths.configuration ?? "the configuration"
                self.handle(
                    .notice(.info, "\(key) takes effect only at startup: add \(line) to \(file)"))
            }
        } catch {
            self.handle(.notice(.warning, error.description))
        }
    }

    private func reload() async {
        do {
            try await self.parts.reload()
        } catch {
            self.handle(.notice(.failure, ProgramFailure.reason(of: error)))
            return
        }
        let loaded = self.parts.loaded
        self.configureServices()
        self.handle(.configured(loaded.settings, loaded.keymap))
        self.handle(.serversListed(self.serverMenu))
        // The terminal has one theme, that of the first server.
        if self === self.group?.lead ?? self {
            self.showTheme(loaded.settings.theme)
            self.parts.terminal.setMouse(loaded.settings.usesMouse)
        }
        let warnings = loaded.warnings.joined(separator: " ")
        self.handle(
            warnings.isEmpty
                ? .notice(.success, "configuration reloaded")
                : .notice(.warning, warnings))
    }

    private var serverMenu: ServerMenu {
        let opened = self.state.options.opened.map(\.name)
        let servers = self.parts.loaded.servers
        return ServerMenu(
            opened.isEmpty ? servers : servers.filter { opened.contains($0.name) },
            current: self.state.options.servers.current)
    }

    func useBackground(isLight: Bool) async {
        guard self.parts.loaded.asksBackground else { return }
        let before = self.parts.loaded.settings.theme
        // Errors in the configuration are reported when it is reloaded.
        guard (try? await self.parts.use(isBackgroundLight: isLight)) != nil else { return }
        let theme = self.parts.loaded.settings.theme
        guard theme != before, self.state.settings.theme == before else { return }
        var settings = self.state.settings
        settings.theme = theme
        self.handle(.configured(settings, self.parts.loaded.keymap))
        self.showTheme(theme)
    }

    func keep(_ settings: DashboardSettings) async {
        // The combined log's layout belongs to none of the servers.
        if self.state.options.isMerged { return }
        if let problem = await self.parts.settingsStore.keep(settings) {
            self.handle(.notice(.warning, problem))
        }
    }

    /// No notice is seen any more: reasons go to standard error, shown after the screen is closed.
    func keepAtEnd() async {
        if self.state.options.isMerged { return }
        if let problem = await self.parts.settingsStore.keep(self.state.settings) {
            Console.errorLine("buoy: warning: \(problem)")
        }
    }

    private func copy(_ text: String, of subject: String) async {
        let report = await self.parts.terminal.copy(Array(text.utf8))
        let level: NoticeLevel = report.isSent ? .success : .warning
        self.handle(.notice(level, "\(subject): \(report)"))
    }

    private func writeFile(
        _ effect: FileEffect, _ write: () async throws -> String
    ) async {
        do {
            self.handle(.notice(.success, try await write()))
        } catch OutputFileError.exists(let path) {
            self.handle(.fileExists(effect, path: path))
        } catch is CancellationError {
            // The program ends.
        } catch {
            self.handle(.effectFailed(.file(effect), error.words))
        }
    }

    private func export(_ run: EventExportRun) async throws -> String {
        let count = run.events.count
        let (path, bytes) = try await run.run { written in
            await self.handle(.exportProgress(written: written, of: count))
        }
        return
            "\(Figures.counted(count, "row")), \(Figures.grouped(bytes)) bytes, written to \(path)"
    }

    /// The file's extension is the form.
    private func saveScreen(_ path: String, overwrites: Bool) async throws -> String {
        let path = path.isEmpty ? Self.screenName("txt") : path
        let text = ScreenText.text(
            of: self.screen, as: ScreenText.Form(path: path),
            header: "\(Version.text), \(Self.timeText())", theme: self.terminal.picturedTheme)
        let written = try await OutputFile.write(
            Array(text.utf8), to: path, overwrites: overwrites)
        return "screen written to \(written)"
    }

    static func screenName(_ ending: String) -> String {
        let digits = self.timeText().filter { $0.isNumber || $0 == " " }
        return "buoy-screen-\(digits.replacing(" ", with: "-")).\(ending)"
    }

    private static func timeText() -> String {
        var now = Glibc.time(nil)
        var local = tm()
        localtime_r(&now, &local)
        var buffer = [CChar](repeating: 0, count: 32)
        let count = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M:%S", &local)
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    var figures: [Action.Figure] {
        let frames = self.parts.terminal.frameStatistics
        let memory = ProcessMemory.residentMebibytes
        return [
            Action.Figure("frames", "\(frames.shown) shown, \(frames.skipped) postponed"),
            Action.Figure(
                "last frame", "\(frames.changedRows) rows, \(frames.changedCells) cells"),
            Action.Figure("colours", "\(self.parts.terminal.colorFinding)"),
            Action.Figure("memory", "\(memory) MiB"),
        ]
    }
}
