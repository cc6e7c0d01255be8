import BuoyTestBasics
import ChannelsProtocol
import ChannelsSigning
import Testing

@Suite("Signatures of channels and of users")
struct ChannelSignatureTests {
    private let signature = ChannelSignature(key: "key", secret: AppSecret("secret"))
    private let socketID: SocketID

    init() throws { self.socketID = try #require(SocketID("1234.1234")) }

    @Test("the published signatures come out", arguments: try SignatureVector.numbered(1...9))
    func vectors(vector: SignatureVector) throws {
        let text = try #require(vector.textToSign)
        let signature = ChannelSignature(key: "k", secret: AppSecret(try #require(vector.secret)))
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        let socketID = try #require(SocketID(String(parts[0])))
        let auth: String
        if parts[1].isEmpty {
            let userData = String(parts[2].dropFirst("user::".count))
            auth = try signature.auth(socketID: socketID, userData: userData)
        } else {
            auth = try signature.auth(
                socketID: socketID, channel: ChannelName(String(parts[1])),
                channelData: parts.count == 3 ? String(parts[2]) : nil)
        }
        #expect(auth == "k:\(vector.expected)")
    }

    @Test("what was signed is found valid, and nothing else is")
    func check() throws {
        let channel = ChannelName(wire: "presence-a")
        let auth = try self.signature.auth(
            socketID: self.socketID, channel: channel, channelData: #"{"user_id":"1"}"#)
        func check(_ auth: String, data: String?) throws -> ChannelSignature.CheckOutcome {
            try self.signature.check(
                auth, socketID: self.socketID, channel: channel, channelData: data)
        }
        #expect(try check(auth, data: #"{"user_id":"1"}"#) == .valid)
        #expect(
            try check(auth, data: #"{"user_id": "1"}"#)
                == .wrongSignature(
                    String(auth.dropFirst(4)),
                    stringToSign: #"1234.1234:presence-a:{"user_id": "1"}"#))
        #expect(
            try check("key:00", data: nil)
                == .wrongSignature("00", stringToSign: "1234.1234:presence-a"))
    }

    @Test(
        "an auth text that is not a key and a signature is malformed",
        arguments: ["", ":", "key", "key:", ":abc", "key:abc:def", "key::abc"])
    func malformed(auth: String) throws {
        let outcome = try self.signature.check(
            auth, socketID: self.socketID, channel: ChannelName(wire: "private-a"))
        #expect(outcome == .malformed)
    }

    @Test("another app's key is told apart from a wrong signature")
    func foreignKey() throws {
        let other = ChannelSignature(key: "KEY", secret: AppSecret("secret"))
        let auth = try other.auth(socketID: self.socketID, userData: "{}")
        #expect(
            try self.signature.check(auth, socketID: self.socketID, userData: "{}")
                == .foreignKey("KEY"))
    }

    @Test("a sign-in that was signed is found valid for its user data only")
    func signIn() throws {
        let auth = try self.signature.auth(socketID: self.socketID, userData: #"{"id":"1"}"#)
        #expect(
            try self.signature.check(auth, socketID: self.socketID, userData: #"{"id":"1"}"#)
                == .valid)
        #expect(
            try self.signature.check(auth, socketID: self.socketID, userData: #"{"id":"2"}"#)
                != .valid)
    }

    @Test(
        "a name that would make two signatures look alike is not signed",
        arguments: ["presence-a:{}", "private-a\n", "private-\u{0}a", ":"] as [HostileString])
    func ambiguousName(name: HostileString) {
        let name = name.text
        #expect(throws: SigningError.ambiguousChannelName(name)) {
            try self.signature.auth(socketID: self.socketID, channel: ChannelName(wire: name))
        }
        #expect(throws: SigningError.ambiguousChannelName(name)) {
            try self.signature.check(
                "key:00", socketID: self.socketID, channel: ChannelName(wire: name))
        }
    }

    @Test(
        "a socket id with anything but two numbers cannot even be made",
        arguments: ["1234:1234", "1.1\n", "1.1:private-a", "1.1.1", "1.", ".1", "", "a.b", "１.1"])
    func socketIDs(text: String) {
        #expect(SocketID(text) == nil)
    }
}
