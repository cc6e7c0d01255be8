import BuoyTestBasics
import ChannelsBasics
import Dispatch
import Foundation
import OrderedCollections
import Synchronization
import Testing

@testable import BuoyDashboard
@testable import BuoyDashboardRuntime

/// Several programs that keep settings in the same file.
@Suite("Several programs keep settings", .inTurn)
struct SeveralKeepersTests {
    private let folder: TestFolder
    private var environment: [String: String] {
        ["HOME": self.folder.path, "XDG_STATE_HOME": self.folder.path]
    }
    private var path: String { self.folder.path + "/buoy/state.toml" }

    init() throws { self.folder = try TestFolder() }

    private func load() throws -> LoadedConfiguration {
        try ConfigurationLoader(
            environment: self.environment,
            for: ConfigurationSubject(KeepingFeature.catalog, sections: [], commandNames: [])
        )
        .load()
    }

    @Test("nothing is lost of what eight save at the same time")
    func atOnce() throws {
        let programs = try (0..<8).map { _ in try self.load() }
        let complaints = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: programs.count) { number in
            var program = programs[number]
            for round in 0..<6 {
                program.settings.savedLayouts["l\(number)x\(round)"] = LayoutSettings()
                program.settings.promptHistory["search", default: []].append("\(number) \(round)")
                // One that waits for too long tries again, as with the next change.
                for _ in 0..<40 {
                    guard let complaint = program.keeper.keep(program.settings) else { continue }
                    complaints.withLock { $0.append(complaint) }
                }
            }
        }
        let kept = try self.load().settings
        #expect(kept.savedLayouts.count == 48, "\(complaints.withLock { $0 })")
        #expect(kept.promptHistory["search"]?.count == 48)
        // Each in the order of its use.
        for number in 0..<8 {
            let own = kept.promptHistory["search"]?.filter { $0.hasPrefix("\(number) ") }
            #expect(own == (0..<6).map { "\(number) \($0)" })
        }
    }

    @Test("what one removes stays removed when another saves something else")
    func removed() throws {
        var first = try self.load()
        first.settings.savedLayouts = ["a": LayoutSettings(), "b": LayoutSettings()]
        first.settings.savedFilters = ["f": "size>1"]
        #expect(first.keeper.keep(first.settings) == nil)
        var second = try self.load()
        first.settings.savedLayouts["a"] = nil
        first.settings.savedFilters = [:]
        #expect(first.keeper.keep(first.settings) == nil)
        second.settings.savedLayouts["c"] = LayoutSettings()
        #expect(second.keeper.keep(second.settings) == nil)
        let kept = try self.load().settings
        #expect(Set(kept.savedLayouts.keys) == ["b", "c"])
        #expect(kept.savedFilters.isEmpty)
    }

    @Test("columns of data, and lines of features, with other names are put together")
    func named() throws {
        var (first, second) = (try self.load(), try self.load())
        first.settings.dataColumns = ["a": "x", "b": "y"]
        first.settings[lines: "kept.lines"] = ["t": "1"]
        #expect(first.keeper.keep(first.settings) == nil)
        second.settings.dataColumns = ["b": "z", "c": "w"]
        second.settings[lines: "kept.lines"] = ["u": "2"]
        #expect(second.keeper.keep(second.settings) == nil)
        first.settings.dataColumns["a"] = nil
        #expect(first.keeper.keep(first.settings) == nil)
        let kept = try self.load().settings
        #expect(kept.dataColumns == ["b": "z", "c": "w"])
        #expect(kept[lines: "kept.lines"] == ["t": "1", "u": "2"])
    }

    @Test("lines of prompts are put together in the order of their use")
    func history() throws {
        var first = try self.load()
        first.settings.promptHistory["search"] = ["a", "b", "c", "d"]
        #expect(first.keeper.keep(first.settings) == nil)
        var second = try self.load()
        // Both of these are used again before they are saved.
        first.settings.promptHistory["search"] = ["c", "d", "b", "a"]
        #expect(first.keeper.keep(first.settings) == nil)
        second.settings.promptHistory["search"] = ["a", "b", "d", "e", "c"]
        #expect(second.keeper.keep(second.settings) == nil)
        #expect(try self.load().settings.promptHistory["search"] == ["d", "b", "a", "e", "c"])
    }

    @Test("who cannot get the lock says so, does not wait long, and saves with the next change")
    func locked() throws {
        var program = try self.load()
        program.settings.timeFormat = .utc
        try AtomicFile.makeFolder(self.folder.path + "/buoy")
        var lock: FileLock? = try FileLock(self.path + ".lock")
        let start = ContinuousClock.now
        let complaint = program.keeper.keep(program.settings)
        #expect(.now - start < .seconds(30))
        #expect(complaint?.contains("another buoy is writing") == true)
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(try self.load().settings.timeFormat == .clock)
        #expect(program.keeper.keep(program.settings) == nil)
        #expect(try self.load().settings.timeFormat == .utc)
    }

    @Test("where there are no locks, settings are saved with one warning")
    func unlockable() throws {
        try self.folder.write("", to: "buoy/state.toml.lock/x")
        var program = try self.load()
        program.settings.timeFormat = .utc
        let warning = program.keeper.keep(program.settings)
        #expect(warning?.hasPrefix("settings are saved, but ") == true)
        #expect(try self.load().settings.timeFormat == .utc)
        program.settings.memberOrder = .name
        #expect(program.keeper.keep(program.settings) == nil)
        #expect(try self.load().settings.memberOrder == .name)
    }

    @Test("a state that cannot be read is not replaced")
    func unreadable() throws {
        try self.folder.write("kept", to: "buoy/state.toml/x")
        var program = try self.load()
        program.settings.timeFormat = .utc
        let complaint = program.keeper.keep(program.settings)
        #expect(complaint?.hasPrefix("settings are not saved: ") == true)
        #expect(complaint?.contains("not a regular file") == true)
        #expect(try self.folder.text(of: "buoy/state.toml/x") == "kept")
    }

    @Test("of two that find a broken file, the later one does not put the new file aside")
    func broken() throws {
        let text = StateFile().text + "theme = ["
        try self.folder.write(text, to: "buoy/state.toml")
        let lock = try FileLock(self.path + ".lock")
        // Another program has the lock, and is about to put the file aside.
        let waiting = try self.load()
        #expect(waiting.warnings.count == 1)
        #expect(try self.folder.text(of: "buoy/state.toml") == text)
        withExtendedLifetime(lock) {}
    }
}
