import BuoyTestBasics
import ChannelsProtocol
import ChannelsSigning
import Testing

@Suite("Signing for the clients of a server")
struct ChannelsSignerTests {
    private let signer = ChannelsSigner(
        appKey: "278d425bdf160c739803", secret: AppSecret("7ad3773142a6692b25b8"))
    private let socketID: SocketID

    init() throws { self.socketID = try #require(SocketID("1234.1234")) }

    @Test("a private channel, as the documentation signs it (T01)")
    func privateChannel() throws {
        let authorization = try self.signer.authorize(
            channel: "private-foobar", socketID: self.socketID)
        #expect(
            authorization.responseBody
                == #"{"auth":"278d425bdf160c739803:"#
                + #"58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4"}"#)
    }

    @Test("presence channels, with user ids as strings and beyond ASCII (T04, T05)")
    func presence() throws {
        for (user, name, signature) in [
            (
                "10", "Mr. Pusher",
                "48dac51d2d7569e1e9c0f48c227d4b26f238fa68e5c0bb04222c966909c4f7c4"
            ),
            ("ü1", "Zoë", "b4a4adab947acb7fd8d406b78a77e55efe66165fb0f1ea015f191e1c96df05b5"),
        ] {
            let authorization = try self.signer.authorize(
                channel: ChannelName("presence-foobar"), socketID: self.socketID,
                user: PresenceUser(id: UserID(user), info: ["name": .init(name)]))
            let data = #"{"user_id":"\#(user)","user_info":{"name":"\#(name)"}}"#
            #expect(authorization.auth == "278d425bdf160c739803:\(signature)")
            #expect(authorization.channelData == data)
            let body = try #require(JSONValue.parse(authorization.responseBody))
            #expect(body["channel_data"] == .string(data))
            #expect(body["shared_secret"] == nil)
        }
    }

    @Test("an encrypted channel gets its own key (T09, T10)")
    func encrypted() throws {
        let signer = ChannelsSigner(
            appKey: "k", secret: AppSecret("bar"),
            encryptionMasterKey: try EncryptionMasterKey(
                base64: "OHRXNUZRTG5pUTFzQlFGd3J3N3Q2VFZFc0paZDEweVk="))
        let authorization = try signer.authorize(
            channel: "private-encrypted-channel", socketID: #require(SocketID("345.23")))
        #expect(
            authorization.auth
                == "k:fff0503dfe4929f5162efe4d1dacbce524b0d8e7e1331117a8651c0e74d369e3")
        let body = try #require(JSONValue.parse(authorization.responseBody))
        #expect(body["shared_secret"] == "VmIsNZtCSteh8kazd2toc+ofhohBtUouQRSDtRvuyVI=")
        #expect(!"\(authorization)".contains("VmIs"))
    }

    @Test("a sign-in (T06)")
    func signIn() throws {
        let authentication = try self.signer.authenticate(
            user: UserData(id: "12345"), socketID: self.socketID)
        let signature = "4708d583dada6a56435fb8bc611c77c359a31eebde13337c16ab43aa6de336ba"
        #expect(
            authentication.responseBody
                == #"{"auth":"278d425bdf160c739803:\#(signature)","user_data":"{\"id\":\"12345\"}"}"#
        )
    }

    @Test("what cannot be signed is refused, with the status to answer")
    func refusals() throws {
        func refusal(_ channel: String, _ user: PresenceUser? = nil) -> SigningError? {
            #expect(throws: SigningError.self) {
                try self.signer.authorize(channel: channel, socketID: self.socketID, user: user)
            }
        }
        let news = ChannelName("news")
        #expect(refusal("news") == .publicChannel(news))
        #expect(refusal("news")?.status == 403)
        #expect(refusal("presence-a") == .missingUser(ChannelName("presence-a")))
        #expect(refusal("presence-a", PresenceUser(id: "")) == .invalidUser(""))
        let long = UserID(String(repeating: "a", count: 129))
        #expect(refusal("presence-a", PresenceUser(id: long))?.status == 500)
        #expect(refusal("private-encrypted-a")?.status == 403)
        for name in [
            "", "private-a:b", "private-\u{0}", "private-a b", "private-" + long.text + long.text,
        ] {
            #expect(refusal(name)?.status == 400, "\(name)")
        }
        #expect(throws: SigningError.invalidUser("")) {
            try self.signer.authenticate(user: UserData(id: ""), socketID: self.socketID)
        }
    }

    @Test("neither the secret nor the master key is printed")
    func secrecy() throws {
        let signer = ChannelsSigner(
            appKey: "key", secret: AppSecret("s3cr3t"),
            encryptionMasterKey: try EncryptionMasterKey(
                base64: "OHRXNUZRTG5pUTFzQlFGd3J3N3Q2VFZFc0paZDEweVk="))
        var text = "\(signer)"
        debugPrint(signer, to: &text)
        dump(signer, to: &text)
        #expect(!text.contains("s3cr3t") && !text.contains("OHRX") && !text.contains("56, 116"))
    }
}

@Suite("Requests to an authorization endpoint")
struct AuthEndpointRequestTests {
    @Test("a form, JSON and a query are read alike")
    func forms() throws {
        let requests = [
            try AuthEndpointRequest(
                body: "socket_id=1.2&channel_name=private-a%2Cb&team=a+b%20c".utf8,
                contentType: "application/x-www-form-urlencoded; charset=UTF-8"),
            try AuthEndpointRequest(body: "socket_id=1.2&channel_name=private-a,b&team=a+b+c".utf8),
            try AuthEndpointRequest(query: "socket_id=1.2&channel_name=private-a,b&team=a%20b%20c"),
            try AuthEndpointRequest(
                body: #"{"socket_id":"1.2","channel_name":"private-a,b","team":"a b c","x":null}"#
                    .utf8, contentType: "Application/JSON;charset=utf-8"),
        ]
        for request in requests {
            #expect(request.socketID.text == "1.2")
            #expect(try request.channel == "private-a,b")
            #expect(request["team"] == "a b c" && request["x"] == nil)
        }
        #expect(Set(requests).count == 1)
        let nested = try AuthEndpointRequest(
            body: #"{"socket_id":"1.2","user":{"id":7},"n":1.50,"ok":true}"#.utf8,
            contentType: "application/vnd.api+json")
        #expect(nested["user"] == #"{"id":7}"# && nested["n"] == "1.50" && nested["ok"] == "true")
    }

    @Test("a sign-in names no channel, and asking for one says so")
    func signIn() throws {
        let request = try AuthEndpointRequest(body: "socket_id=1.2".utf8)
        #expect(throws: SigningError.invalidRequest("Missing required parameter: channel_name")) {
            try request.channel
        }
        let signer = ChannelsSigner(appKey: "k", secret: AppSecret("s"))
        #expect(
            try signer.authenticate(request, user: UserData(id: "a")).userData == #"{"id":"a"}"#)
        #expect(throws: SigningError.self) { try signer.authorize(request) }
    }

    @Test(
        "hostile bodies are refused with 400 and a sentence",
        arguments: [
            ("", "Missing required parameter: socket_id"), ("socket_id", "Invalid socket_id"),
            ("socket_id=", "Invalid socket_id"), ("socket_id=1.2%00", "Invalid socket_id"),
            ("socket_id=1.2%0A", "Invalid socket_id"), ("socket_id=%FF", "percent-encoded UTF-8"),
            ("socket_id=%zz", "percent-encoded UTF-8"),
            ("socket_id=1.2&socket_id=3.4", "socket_id occurs twice"),
            ("socket_id=1.2&channel_name=a&channel_name=private-b", "channel_name occurs twice"),
            ("socket_id=1.2&channel_name=a&channel%5Fname=private-b", "channel_name occurs twice"),
            ("socket_id=1.2:private-a", "Invalid socket_id"),
        ])
    func hostileForms(form: HostileString, sentence: String) throws {
        let error = #expect(throws: SigningError.self) {
            try AuthEndpointRequest(body: form.text.utf8)
        }
        #expect(error?.status == 400)
        #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
    }

    @Test(
        "hostile JSON is refused with 400 and a sentence",
        arguments: [
            ("", "not a JSON object"), ("[]", "not a JSON object"), ("{", "not a JSON object"),
            (#""socket_id=1.2""#, "not a JSON object"), ("socket_id=1.2", "not a JSON object"),
            (#"{"socket_id":1.2,"socket_id":"1.2"}"#, "socket_id occurs twice"),
            (
                #"{"socket_id":"1.2","channel_name":"a","channel\u005fname":"private-b"}"#,
                "channel_name occurs twice"
            ),
            (#"{"socket_id":null}"#, "Missing required parameter: socket_id"),
            (#"{"socket_id":["1.2"]}"#, "Invalid socket_id"),
            (String(repeating: #"{"a":"#, count: 100_000), "not a JSON object"),
        ])
    func hostileJSON(json: String, sentence: String) throws {
        let error = #expect(throws: SigningError.self) {
            try AuthEndpointRequest(body: json.utf8, contentType: "application/json")
        }
        #expect(error?.status == 400)
        #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
    }

    @Test("a number as a socket id in JSON is its digits, and multipart is refused by name")
    func others() throws {
        let number = try AuthEndpointRequest(
            body: #"{"socket_id":1.2}"#.utf8, contentType: "application/json")
        #expect(number.socketID.text == "1.2")
        let error = #expect(throws: SigningError.self) {
            try AuthEndpointRequest(
                body: "--x".utf8, contentType: "multipart/form-data; boundary=x")
        }
        #expect(error?.description.hasPrefix("Multipart is not supported") == true)
    }

    @Test(
        "a channel that would be signed ambiguously is refused", arguments: ["a:b", "a\n", "ä", ""])
    func channels(name: HostileString) throws {
        let request = try AuthEndpointRequest(
            query: "socket_id=1.2&channel_name="
                + "private-\(name.text)".replacing("\n", with: "%0A"))
        if name.text.isEmpty {
            #expect(try request.channel == "private-")
        } else {
            #expect(throws: SigningError.self) { try request.channel }
        }
    }
}
