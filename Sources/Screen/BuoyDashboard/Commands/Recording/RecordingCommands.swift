import BuoyTextScreen

extension Command {
    static let recordingCommands: [Command] = [
        record, stopTime, slower, faster, speed, step, stepBack, seek, seekBack, seekForward,
    ]

    static let record: Command = .init(
        "record", .recording, keys: [], title: "Record",
        summary: "Records the session to a file for buoy replay; :record off stops.",
        argument: .words(
            "FILE", asks: "file name, or off", verb: "record",
            names: { $1.isEmpty && $0.recording != nil ? ["off"] : [] },
            perform: { try $0.record($1.trimmingSpaces) }),
        needs: .oneServer,
        unavailable: { $0.isReplay ? "a replay cannot be recorded" : nil },
        change: { $0.open(.argument(.record)) })

    static let stopTime: Command = .init(
        "stop-time", .recording, keys: ["%"], title: "Freeze or resume",
        hint: .init {
            if $0.playback?.isAtEnd == true { return "again" }
            return $0.playback?.isPaused == true ? "resume" : "stop"
        },
        summary:
            "Freezes the screen, live or in a replay; press again to resume. At the end of a replay, "
            + "starts again.",
        needs: .oneServer,
        perform: { $0.changeTime(.togglePause) })

    static let slower: Command = .init(
        "speed slower", .recording, keys: [.init(.function(7)), .init(.controlArrow(.down))],
        title: "Slower", hint: "slower",
        summary: "Slows everything down. A live view falls behind.",
        needs: .oneServer,
        perform: { $0.changeTime(.changeSpeed(-1)) })

    static let faster: Command = .init(
        "speed faster", .recording, keys: [.init(.function(8)), .init(.controlArrow(.up))],
        title: "Faster", hint: "faster",
        summary:
            "Speeds up playback. A live view that has fallen behind catches up until it is live "
            + "again.",
        needs: .oneServer,
        unavailable: { $0.playback == nil ? "this is live; :speed slower slows it down" : nil },
        perform: { $0.changeTime(.changeSpeed(1)) })

    static let speed: Command = .init(
        "speed", .recording, keys: [], title: "Speed",
        summary: "Sets the speed: 0.5 is half speed, 100 is a hundred times as fast; live returns "
            + "to the live view.",
        argument: .words(
            "NUMBER|live|slower|faster",
            asks: "a number such as 0.5, 2 or 100, live, slower or faster",
            names: {
                $1.isEmpty
                    ? ["slower", "faster", "0.1", "0.5", "1", "2", "10", "100"] + $0.liveWord : []
            },
            perform: { try $0.setSpeed($1.trimmingSpaces) }),
        needs: .oneServer,
        change: { $0.open(.argument(.speed)) })

    static let step: Command = .init(
        "step", .recording, keys: [.init(.alt("."))], title: "Next update", hint: "step",
        summary: "Shows the next update of a replay, or the previous one, then freezes.",
        argument: .variants("back", of: "step", "direction"),
        needs: .oneServer,
        unavailable: { $0.noReplayReason },
        perform: { $0.changeTime(.step(1)) })

    static let stepBack: Command = .init(
        "step back", .recording, keys: [.init(.alt(","))], title: "Previous update",
        summary: "Goes back one update in a replay, then freezes.",
        needs: .oneServer,
        unavailable: { $0.noReplayReason },
        perform: { $0.changeTime(.step(-1)) })

    static let seek: Command = .init(
        "seek", .recording, keys: [], title: "Go to a time",
        summary: "Goes to a time in a replay: \(SeekTarget.forms).",
        argument: .words(
            "TIME", asks: "\(SafeText(ours: SeekTarget.forms))",
            names: { $1.isEmpty ? ["-10s", "+10s", "start", "end", "50%"] : [] },
            perform: { try $0.seek($1.trimmingSpaces) }),
        needs: .oneServer,
        unavailable: { $0.noReplayReason },
        change: { $0.open(.argument(.seek)) })

    static let seekBack: Command = .init(
        "seek -10s", .recording, keys: ["[", .init(.altArrow(.left))], title: "Ten seconds back",
        hint: "-10s",
        summary: "Goes back ten seconds in a replay.",
        needs: .oneServer,
        unavailable: { $0.noReplayReason },
        perform: { $0.changeTime(.seek(.relative(.seconds(-10)))) })

    static let seekForward: Command = .init(
        "seek +10s", .recording, keys: ["]", .init(.altArrow(.right))],
        title: "Ten seconds forward", hint: "+10s",
        summary: "Goes forward ten seconds in a replay.",
        needs: .oneServer,
        unavailable: { $0.noReplayReason },
        perform: { $0.changeTime(.seek(.relative(.seconds(10)))) })
}
