import ChannelsProtocol
import ChannelsSigning

/// Replaces in a step `$name`, `$a.socket`, `$x300` (300 letters), `$sign(a,CHANNEL)`,
/// `$sign(a,CHANNEL,USER)` and `$signin(a,USER)`; `$bare(a,CHANNEL)` lacks the key.
/// `$member(USER)` and `$user(USER)` are the signed data of both and `$json(TEXT)` any text, as
/// JSON strings; `$list(3,x)` is `"x-1","x-2","x-3"`.
struct StageText {
    var words: [String: String] = [:]
    let key: String
    let secret: AppSecret?

    func expand(_ text: String) throws(StepFailure) -> String {
        var result = ""
        var rest = text[...]
        while let mark = rest.firstIndex(of: "$") {
            result += rest[..<mark]
            rest = rest[rest.index(after: mark)...]
            let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." }
            rest = rest[name.endIndex...]
            if Self.functions.contains(String(name)), rest.first == "(",
                let end = rest.firstIndex(of: ")")
            {
                let arguments = try self.expand(
                    String(rest[rest.index(after: rest.startIndex)..<end]))
                result += try self.call(String(name), arguments)
                rest = rest[rest.index(after: end)...]
            } else {
                result += try self.word(String(name))
            }
        }
        return result + rest
    }

    private func word(_ name: String) throws(StepFailure) -> String {
        if let word = self.words[name] { return word }
        if name.first == "x", let count = Int(name.dropFirst()), (1...200_000).contains(count) {
            return String(repeating: "x", count: count)
        }
        throw StepFailure("nothing is called $\(name) here")
    }

    private static let functions = ["sign", "bare", "signin", "member", "user", "json", "list"]

    private func call(_ function: String, _ text: String) throws(StepFailure) -> String {
        let parts = text.split(separator: ",", maxSplits: 2).map(String.init)
        switch function {
        case "member": return JSONValue(Self.channelData(text)).compactText
        case "user": return JSONValue(Self.userData(text)).compactText
        case "json": return JSONValue(text).compactText
        case "list":
            guard parts.count == 2, let count = Int(parts[0]), (1...1000).contains(count) else {
                throw StepFailure("list needs a number and a start")
            }
            return (1...count).map { JSONValue("\(parts[1])-\($0)").compactText }
                .joined(separator: ",")
        default: break
        }
        guard parts.count > 1, let socket = self.words["\(parts[0]).socket"] else {
            throw StepFailure("there is no connection to sign for in \(text)")
        }
        guard function != "signin" else {
            return try self.auth(socket, userData: Self.userData(parts[1]))
        }
        let auth = try self.auth(
            socket, channel: parts[1],
            channelData: parts.count > 2 ? Self.channelData(parts[2]) : nil)
        return function == "bare" ? String(auth.dropFirst(self.key.count + 1)) : auth
    }

    /// - Parameter user: an id, or a JSON object.
    static func channelData(_ user: String) -> String {
        user.hasPrefix("{")
            ? user : #"{"user_id":"\#(user)","user_info":{"name":"\#(user)"}}"#
    }

    static func userData(_ user: String, watching: [String] = []) -> String {
        guard !user.hasPrefix("{") else { return user }
        let list = watching.map { JSONValue($0).compactText }.joined(separator: ",")
        let watchlist = watching.isEmpty ? "" : #","watchlist":[\#(list)]"#
        return #"{"id":"\#(user)"\#(watchlist)}"#
    }

    func auth(
        _ socket: String, channel: String, channelData: String?
    ) throws(StepFailure) -> String {
        let (signature, id) = try self.signer(socket)
        do throws(SigningError) {
            return try signature.auth(
                socketID: id, channel: ChannelName(wire: channel), channelData: channelData)
        } catch { throw StepFailure(error.description) }
    }

    func auth(_ socket: String, userData: String) throws(StepFailure) -> String {
        let (signature, id) = try self.signer(socket)
        do throws(SigningError) {
            return try signature.auth(socketID: id, userData: userData)
        } catch { throw StepFailure(error.description) }
    }

    private func signer(_ socket: String) throws(StepFailure) -> (ChannelSignature, SocketID) {
        guard let secret else { throw StepFailure("the app's secret is unknown") }
        guard let id = SocketID(socket) else {
            throw StepFailure("the socket id is not two numbers: \(socket)")
        }
        return (ChannelSignature(key: self.key, secret: secret), id)
    }
}
