package import ChannelsProtocol

/// The first line of a recording.
package struct RecordingHeader: Hashable, Sendable {
    /// The version of the format. A reader accepts this one and all before it.
    package static let version = 1

    /// When the file was begun.
    package var time: Timestamp
    /// The program that wrote it: `buoy 0.1.0`.
    package var program: String
    /// The name of the server, such as `sandbox` or `cluster eu`; may be empty.
    package var server: String
    /// `ws://host:port`.
    package var address: String
    /// The app key, masked.
    package var appKey: String
    /// Whether the connection uses TLS.
    package var usesTLS: Bool
    /// The same in all files of one recording, and in no other.
    package var session: String
    /// The number of the file in its recording, counted from 1.
    package var part: Int
    /// Whether frames are recorded too.
    package var hasFrames: Bool

    /// Creates the header of a first file.
    package init(
        time: Timestamp, program: String, server: String, address: String, appKey: String,
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
}

extension RecordingHeader: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("buoy_recording", Self.version)
        self.time.write(to: &fields)
        fields.add("kind", "header")
        fields.add("program", self.program)
        fields.add("server", self.server)
        fields.add("address", self.address)
        fields.add("app_key", self.appKey)
        fields.add("tls", self.usesTLS)
        fields.add("session", self.session)
        fields.add("part", self.part)
        fields.add("frames", self.hasFrames)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        guard let version: Int = try fields.find("buoy_recording") else {
            throw RecordingFault("has no buoy_recording")
        }
        guard version <= Self.version else {
            throw RecordingFault(
                "has version \(version) of the format; this buoy reads version \(Self.version)",
                isOfLaterFormat: true)
        }
        self.init(
            time: try Timestamp(from: fields), program: try fields.get("program"),
            server: try fields.get("server"), address: try fields.get("address"),
            appKey: try fields.get("app_key"), usesTLS: try fields.get("tls"),
            session: try fields.get("session"), part: try fields.get("part"),
            hasFrames: try fields.get("frames"))
    }
}
