import ArgumentParser
import ChannelsProtocol
import LabCommands
import ReconnectionLab
import Testing

@Suite("scripts of the laboratory in files")
struct LabScriptFileTests {
    @Test("each kind of fault is read")
    func reading() throws {
        let text = """
            name = "our deploy"
            duration = 120
            connected = false
            [[step]]
            at = 1
            fault = "cut"
            for = 0.5
            [[step]]
            at = 2.5
            fault = "close"
            code = 4200
            [[step]]
            at = 3
            fault = "status"
            status = 503
            for = 10
            [[step]]
            at = 4
            fault = "reject"
            code = 4100
            """
        let script = try LabScriptFile.script(text, path: "a/b.toml")
        #expect(
            script
                == LabScript(
                    name: "our deploy", duration: .seconds(120), isConnected: false,
                    [
                        .init(at: .seconds(1), .cut, for: .milliseconds(500)),
                        .init(at: .milliseconds(2500), .close(4200)),
                        .init(at: .seconds(3), .status(503), for: .seconds(10)),
                        .init(at: .seconds(4), .reject(4100)),
                    ]))
    }

    @Test("the name is that of the file, and five minutes are played after the last step")
    func defaults() throws {
        let text = "[[step]]\nat = 10\nfault = \"refuse\"\nfor = 5\n"
        let script = try LabScriptFile.script(text, path: "a/flaky link.toml")
        #expect(script.name == "flaky link")
        #expect(script.duration == .seconds(315))
        #expect(script.isConnected)
    }

    @Test(
        "an error names its place",
        arguments: [
            ("name = 3\n", "there is no step"),
            ("[[step]]\nfault = \"cut\"\n", "step 1: at is missing"),
            ("[[step]]\nat = 1\n", "step 1: fault is missing"),
            ("[[step]]\nat = 1\nfault = \"fire\"\n", "\"fire\" is not a fault"),
            ("[[step]]\nat = -1\nfault = \"cut\"\n", "at must be a number of seconds"),
            ("[[step]]\nat = nan\nfault = \"cut\"\n", "at must be a number of seconds"),
            ("[[step]]\nat = 1\nfault = \"close\"\n", "code must be a number"),
            ("[[step]]\nat = 1\nfault = \"cut\"\ncode = 4000\n", "has no code"),
            ("[[step]]\nat = 1\nfault = \"cut\"\nwhen = 1\n", "\"when\" is not a key"),
            ("duration = 5\n[[step]]\nat = 9\nfault = \"cut\"\n", "longer than the duration"),
            ("step = 1\n", "there is no step"),
            ("step = [1]\n", "step 1 is not a table"),
            ("[[step]\n", "line 1"),
        ])
    func errors(text: String, expected: String) {
        #expect {
            try LabScriptFile.script(text, path: "x.toml")
        } throws: { error in
            let message = (error as? ValidationError)?.message ?? ""
            return message.hasPrefix("x.toml") && message.contains(expected)
        }
    }
}
