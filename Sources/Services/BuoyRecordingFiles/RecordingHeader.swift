package import ChannelsProtocol

/// The first line of a recording. Lines without one can be read too.
package struct RecordingHeader: Hashable, Sendable {
    package var time: ChannelsTimestamp
    /// The program that wrote it: `buoy 0.1.0`.
    package var program: String
    package var server: String
    /// `ws://host:port`.
    package var address: String
    /// Its first and last characters; those between are dots.
    package var appKey: String
    package var usesTLS: Bool
    /// The same in all files of one recording, and in no other.
    package var session: String
    /// The number of the file in its recording, counted from 1.
    package var part: Int
    package var hasFrames: Bool

    package init(
        time: ChannelsTimestamp, program: String, server: String, address: String, appKey: String,
        usesTLS: Bool, session: String, part: Int = 1, hasFrames: Bool = false
    ) {
        self.time = time
        self.program = program
        self.server = server
        self.address = address
        self.appKey = appKey
        self.usesTLS = usesTLS
        self.session = session
        self.part = part
        self.hasFrames = hasFrames
    }

    /// Creates the header of lines that have none, as `tail --json` prints them.
    init(ofLines path: String, from time: ChannelsTimestamp) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        self.init(
            time: time, program: "JSON lines", server: name, address: "", appKey: "",
            usesTLS: false, session: "")
    }

    /// Takes the address from the first attempt among the first lines.
    mutating func note(_ bytes: [UInt8]) {
        var decoder = RecordingDecoder()
        for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(20) {
            guard case .event(let report)? = try? decoder.line(bytes, line.indices),
                case .attemptStarted(let attempt) = report.kind
            else { continue }
            (self.address, self.usesTLS) = (attempt.address, attempt.usesTLS)
            return
        }
    }
}

extension RecordingHeader: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        let time = try form.members(of: \.time)
        try form.kind("header")
        return Self(
            time: time, program: try form("program", \.program),
            server: try form("server", \.server), address: try form("address", \.address),
            appKey: try form("app_key", \.appKey), usesTLS: try form("tls", \.usesTLS),
            session: try form("session", \.session), part: try form("part", \.part),
            hasFrames: try form("frames", \.hasFrames))
    }
}
