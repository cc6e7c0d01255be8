import BuoyScripts
import BuoyStage
import BuoyTestBasics
import ChannelsProtocol
import Foundation
import Testing

@Suite("acts in files")
struct StageFileTests {
    @Test("all keys are read")
    func reading() throws {
        let text = """
            title = "A talk"
            channel = "presence-lobby"

            [[cue]]
            name = "Ben joins"
            steps = ["bot add Ben", "wait 2s"]

            [[cue]]
            steps = ["say Hello"]
            """
        #expect(
            try StageFile.act(text, path: "a.toml")
                == StageAct(
                    title: "A talk", channel: ChannelName(wire: "presence-lobby"),
                    [
                        .init(name: "Ben joins", [.bot(.add("Ben")), .wait(.seconds(2))]),
                        .init(name: "cue 2", [.say("Hello")]),
                    ]))
    }

    @Test(
        "fuzz: a mutated act is one within its limits, or an error that names the file",
        arguments: Mutations.seeds(4))
    func mutated(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let text = """
            title = "A talk"
            channel = "presence-lobby"
            [[cue]]
            name = "Ben joins"
            steps = ["bot add Ben", "wait 2s", "fault silence for 20s", "typing", "reconnect"]
            [[cue]]
            steps = ["say Hello", "bot say Ben hi", "fault at 10s delay 500ms every 4s 10 times"]
            """
        let mutations = Mutations(
            of: [Array(text.utf8)],
            pieces: [
                "[[cue]]\n", "\"", "'", "wait 9999999999999999h", "\n", "= ", "{", "]", "\u{0}",
            ])
        for _ in 0..<150 {
            let text = String(decoding: mutations.next(&dice), as: UTF8.self)
            do {
                let act = try StageFile.act(text, path: "a.toml")
                #expect((1...StageAct.cueLimit).contains(act.cues.count))
                #expect(act.cues.allSatisfy { $0.steps.count <= StageAct.stepLimit })
            } catch {
                #expect("\(error)".hasPrefix("a.toml"), "\(error)")
            }
        }
    }

    @Test("the title is the file's name, and the channel one that nothing else uses")
    func defaults() throws {
        let act = try StageFile.act("[[cue]]\nsteps = ['typing']\n", path: "talks/my act.toml")
        #expect(act.title == "my act.toml")
        #expect(act.channel.text == "presence-stage")
    }

    @Test(
        "an error names its line",
        arguments: [
            ("", ": an act must have 1 to 100 [[cue]] tables"),
            ("cue = []", ", line 1: an act must have 1 to 100 [[cue]] tables"),
            ("title = 1\n[[cue]]\nsteps = ['typing']", ", line 1: title must be a string"),
            ("\nchannel = \"news\"\n[[cue]]\nsteps = ['typing']", ", line 2: channel must be a"),
            ("speed = 2\n[[cue]]\nsteps = ['typing']", ", line 1: unknown key \"speed\""),
            ("[[cue]]\nname = \"x\"\n", ", line 1: steps must be a list"),
            (
                "[[cue]]\nname = \"x\\u001B\"\nsteps = ['typing']\n",
                ", line 2: name must be a string without control characters"
            ),
            ("a" + String(repeating: ".a", count: 50_000) + " = 1", ", line 1: too many dots"),
            ("[[cue]]\nsteps = ['typing']\n[[cue]]\nsteps = []\n", ", line 4: steps must be"),
            ("[[cue]]\nsteps = [1]\n", ", line 2: a step must be a string"),
            ("[[cue]]\nsteps = ['typing']\nwhen = 1\n", ", line 3: unknown key \"when\""),
            (
                "[[cue]]\nsteps = [\n  \"bot add Ben\",\n  \"bot dance\",\n]\n",
                ", line 4: unknown bot command \"dance\""
            ),
            (
                "[[cue]]\nsteps = ['typing']\n\n[[cue]]\nsteps = [\n  'fault fire',\n]\n",
                ", line 6: unknown fault \"fire\""
            ),
            ("[[cue]]\nsteps = [\n", ", line"),
        ])
    func errors(text: String, expected: String) {
        #expect {
            try StageFile.act(text, path: "x.toml")
        } throws: { error in
            "\(error)".hasPrefix("x.toml\(expected)")
        }
    }

    @Test("a file says all its errors")
    func severalErrors() {
        let text = "cues = 1\nchannel = 'a'\n[[cue]]\nsteps = ['dance']\n[[cue]]\nsteps = []\n"
        #expect {
            try StageFile.act(text, path: "x.toml")
        } throws: { error in
            let lines = "\(error)".split(separator: "\n")
            return lines.count == 4 && lines[0].contains("did you mean \"cue\"?")
                && lines[1].hasPrefix("x.toml, line 2: channel must be a presence channel")
                && lines[2].contains("unknown step \"dance\"") && lines[3].contains("line 6")
        }
        #expect {
            try StageFile.act("[[cue]]\nsteps = []\n[other]\n", path: "x.toml")
        } throws: { error in
            let lines = "\(error)".split(separator: "\n")
            return lines.count == 2 && lines[0].contains("line 2") && lines[1].contains("line 3")
        }
        #expect {
            try StageFile.act("cues = []", path: "x.toml")
        } throws: {
            "\($0)".split(separator: "\n").count == 2
        }
    }

    @Test("a file that is not there is told")
    func missing() {
        #expect {
            try StageFile.read(Nowhere.file)
        } throws: {
            "\($0)" == "cannot read \(Nowhere.file): no such file"
        }
    }

    @Test("every act of the documentation can be played, and its bots are there when they act")
    func documentation() throws {
        let folder = SourceTree.root.appending(path: "docs/acts")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            var play = StagePlay(try StageFile.read(file.path(percentEncoded: false)))
            var troupe = BotTroupe()
            var time = ChannelsTimestamp.zero
            for _ in play.act.cues {
                var steps = play.next(at: time)
                while play.isWaiting {
                    time = time.advanced(by: .seconds(1))
                    steps += play.due(at: time, members: 200)
                }
                for case .bot(let order) in steps {
                    _ = try troupe.perform(BotRequest(order, on: play.act.channel), at: time)
                }
            }
            #expect(play.announcement.contains("is over"))
        }
    }
}
