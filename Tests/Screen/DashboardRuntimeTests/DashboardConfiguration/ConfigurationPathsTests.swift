import BuoyTestBasics
import Testing

@testable import BuoyDashboardRuntime

@Suite("Paths")
struct ConfigurationPathsTests {
    @Test("without XDG variables, files are below the home")
    func home() {
        let paths = ConfigurationPaths(environment: ["HOME": "/home/ana"])
        #expect(paths.configuration == "/home/ana/.config/buoy/config.toml")
        #expect(!paths.isConfigurationNamed)
        #expect(paths.state == "/home/ana/.local/state/buoy/state.toml")
        #expect(
            paths.crashReport("2026/../1-7") == "/home/ana/.local/state/buoy/crash-20261-7.txt")
        #expect(paths.themeFolders.first == "/home/ana/.config/buoy/themes")
    }

    @Test("XDG variables go before, unless they are relative")
    func variables() {
        let paths = ConfigurationPaths(environment: [
            "HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "state",
        ])
        #expect(paths.configuration == "/c/buoy/config.toml")
        #expect(paths.state == "/h/.local/state/buoy/state.toml")
    }

    @Test("without a home nothing is read or kept", arguments: [[:], ["HOME": "here"]])
    func homeless(environment: [String: String]) {
        let paths = ConfigurationPaths(environment: environment)
        #expect(paths.configuration == nil)
        #expect(paths.state == nil)
        #expect(paths.crashReport("1") == nil)
        #expect(paths.makeStateFolder()?.contains("HOME") == true)
    }

    @Test("the folder for what is written is made for its owner alone, once")
    func folder() throws {
        let home = try TestFolder()
        let paths = ConfigurationPaths(environment: ["HOME": home.path])
        #expect(paths.makeStateFolder() == nil)
        #expect(paths.makeStateFolder() == nil)
        #expect(try home.mode(of: ".local/state/buoy") == 0o700)
        let blocked = ConfigurationPaths(environment: ["HOME": "/dev/null"])
        #expect(
            blocked.makeStateFolder()?.hasPrefix("cannot create /dev/null/.local/state/buoy")
                == true)
    }

    @Test("an argument goes before the variable, and both before the usual place")
    func named() {
        let environment = ["HOME": "/h", "BUOY_CONFIG": "mine.toml"]
        #expect(ConfigurationPaths(environment: environment).configuration == "mine.toml")
        let paths = ConfigurationPaths(environment: environment, configuration: "/other.toml")
        #expect(paths.configuration == "/other.toml")
        #expect(paths.isConfigurationNamed)
        let unset = ConfigurationPaths(environment: ["HOME": "/h", "BUOY_CONFIG": ""])
        #expect(!unset.isConfigurationNamed)
    }
}
