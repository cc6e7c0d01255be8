import BuoyTestBasics
import Foundation
import Testing

@testable import BuoyDashboard
@testable import BuoyDashboardRuntime

@Suite("Keeping settings", .inTurn)
struct SettingsKeeperTests {
    private let folder: TestFolder
    private var environment: [String: String] {
        ["HOME": self.folder.path, "XDG_STATE_HOME": self.folder.path + "/a/state"]
    }

    init() throws { self.folder = try TestFolder() }

    private func load() throws -> LoadedConfiguration {
        try ConfigurationLoader(environment: self.environment).load()
    }

    /// The mask belongs to the process, so each is tried in one of its own.
    @Test(
        "the file is for its owner alone, whatever the mask, and nothing else is left behind",
        arguments: [0o000, 0o022, 0o077])
    func modes(mask: Int) async {
        await #expect(processExitsWith: .success) { [mask] in
            umask(mode_t(mask))
            let keeper = try SettingsKeeperTests()
            var loaded = try keeper.load()
            loaded.settings.timeFormat = .utc
            #expect(loaded.keeper.keep(loaded.settings) == nil)
            #expect(try keeper.folder.mode(of: "a/state/buoy/state.toml") == 0o600)
            for name in ["a", "a/state", "a/state/buoy"] {
                #expect(try keeper.folder.mode(of: name) == 0o700)
            }
            let names = try FileManager.default.contentsOfDirectory(
                atPath: keeper.folder.path + "/a/state/buoy")
            #expect(names.sorted() == ["state.toml", "state.toml.lock"])
            #expect(try keeper.load().settings.timeFormat == .utc)
        }
    }

    @Test("nothing is written when nothing has changed")
    func unchanged() throws {
        var loaded = try self.load()
        #expect(loaded.keeper.keep(loaded.settings) == nil)
        #expect(self.folder.names == [])
    }

    @Test("what arguments say is for one run, and what is set in it is kept")
    func arguments() throws {
        var loaded = try self.load()
        loaded.settings.timeFormat = .utc
        loaded.keeper.begin(with: loaded.settings)
        loaded.settings.memberOrder = .name
        #expect(loaded.keeper.keep(loaded.settings) == nil)
        let next = try self.load().settings
        #expect(next.timeFormat == .clock)
        #expect(next.memberOrder == .name)
    }

    @Test("a link in the place of the file stays, and what it leads to is written")
    func link() throws {
        try self.folder.write("", to: "a/state/buoy/x")
        try FileManager.default.createSymbolicLink(
            atPath: self.folder.path + "/a/state/buoy/state.toml",
            withDestinationPath: "../../../dotfile")
        var loaded = try self.load()
        loaded.settings.timeFormat = .utc
        #expect(loaded.keeper.keep(loaded.settings) == nil)
        #expect(try self.folder.text(of: "dotfile").contains("utc"))
        #expect(try self.folder.text(of: "a/state/buoy/state.toml").contains("utc"))
        let link = self.folder.path + "/a/state/buoy/state.toml"
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
        #expect(target == "../../../dotfile")
        #expect(try self.load().settings.timeFormat == .utc)
    }

    @Test(
        "what is no text or too large is left alone, and nothing is saved", arguments: [0, 1 << 21])
    func unusable(length: Int) throws {
        try self.folder.write("", to: "a/state/buoy/x")
        let path = self.folder.path + "/a/state/buoy/state.toml"
        let bytes = Data([0xFF, 0xFE]) + Data(repeating: 0x20, count: length)
        try bytes.write(to: URL(filePath: path))
        var loaded = try self.load()
        #expect(loaded.warnings.count == 1)
        loaded.settings.timeFormat = .utc
        let complaint = loaded.keeper.keep(loaded.settings)
        #expect(complaint?.hasPrefix("settings are not saved: cannot read \(path): ") == true)
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        #expect(!self.folder.names(in: "a/state/buoy").contains("state.toml.broken"))
    }

    @Test("a file that buoy never wrote is left alone", arguments: ["", "my thesis", "theme = ["])
    func foreign(text: String) throws {
        try self.folder.write(text, to: "a/state/buoy/state.toml")
        var loaded = try self.load()
        #expect(loaded.warnings.first?.contains("is not a state file of buoy: move it") == true)
        #expect(self.folder.names(in: "a/state/buoy") == ["state.toml"])
        loaded.settings.timeFormat = .utc
        #expect(loaded.keeper.keep(loaded.settings)?.hasPrefix("settings are not saved: ") == true)
        #expect(try self.folder.text(of: "a/state/buoy/state.toml") == text)
    }

    @Test("a file that cannot be understood is kept aside, once, with a warning")
    func broken() throws {
        let text = StateFile().text + "theme = ["
        try self.folder.write(text, to: "a/state/buoy/state.toml")
        let loaded = try self.load()
        #expect(loaded.settings == (try self.load().settings))
        #expect(loaded.warnings.count == 1)
        #expect(loaded.warnings.first?.contains("state.toml.broken") == true)
        #expect(try self.folder.text(of: "a/state/buoy/state.toml.broken") == text)
        #expect(try self.load().warnings == [])
    }

    @Test("what cannot be written is told once for each reason, and tried again")
    func complaints() throws {
        try self.folder.write("", to: "a")
        var loaded = try self.load()
        loaded.settings.timeFormat = .utc
        let complaint = loaded.keeper.keep(loaded.settings)
        #expect(complaint?.hasPrefix("settings are not saved: ") == true)
        #expect(loaded.keeper.keep(loaded.settings) == nil)
        try FileManager.default.removeItem(atPath: self.folder.path + "/a")
        #expect(loaded.keeper.keep(loaded.settings) == nil)
        #expect(try self.load().settings.timeFormat == .utc)
    }

    @Test("without a home it says that nothing is kept")
    func homeless() throws {
        var loaded = try ConfigurationLoader(environment: [:]).load()
        loaded.settings.timeFormat = .utc
        #expect(loaded.keeper.keep(loaded.settings)?.contains("HOME") == true)
    }
}
