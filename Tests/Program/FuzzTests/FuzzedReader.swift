/// A reader of input that anybody may have made. Any bytes are a value or an error to it.
enum FuzzedReader: String, CaseIterable, Sendable {
    case act, dotenv, har, http, json, keys, recording, toml, websocket

    /// What a reader must not make of its input; its own errors are fine.
    struct Disagreement: Error, CustomStringConvertible {
        let description: String
    }

    func read(_ bytes: [UInt8]) throws(Disagreement) {
        switch self {
        case .act: Self.readAct(bytes)
        case .dotenv: Self.readDotenv(bytes)
        case .har: Self.readHAR(bytes)
        case .http: try Self.readHTTP(bytes)
        case .json: try Self.readJSON(bytes)
        case .keys: try Self.readKeys(bytes)
        case .recording: try Self.readRecording(bytes)
        case .toml: Self.readTOML(bytes)
        case .websocket: try Self.readWebSocket(bytes)
        }
    }

    static func expect(
        _ isRight: Bool, _ description: @autoclosure () -> String
    ) throws(Disagreement) {
        guard isRight else { throw Disagreement(description: description()) }
    }
}
