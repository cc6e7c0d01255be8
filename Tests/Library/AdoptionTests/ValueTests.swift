import Channels
import ChannelsDiagnostics
import ChannelsTesting
import Foundation
import Testing

/// Values as people read and make them. These tests see what an app sees: the public interface.
struct ValueTests {
    @Test("a value is read out of the data of an event")
    func json() throws {
        let event = ReceivedEvent(
            "created", on: "orders",
            data: ["price": 1.5, "paid": true, "items": ["tea", 2], "note": nil, "to": ["x": 7]])
        let json = try #require(event.data.json)
        #expect(json["price"]?.doubleValue == 1.5)
        #expect(json["paid"]?.boolValue == true)
        #expect(json["items"]?[0]?.stringValue == "tea")
        #expect(json["items"]?[1]?.intValue == 2)
        #expect(json["items"]?.arrayValue?.count == 2)
        #expect(json["to"]?["x"] == 7)
        #expect(json["to"]?.objectValue?.members.map(\.key) == ["x"])
        #expect(json["note"] == .null)
        #expect(json["missing"]?[3] == nil)
    }

    @Test("values are made of literals, and of what a program has")
    func literals() {
        let user = PresenceUser(id: "ana", info: ["lat": 1.5, "lon": -0.25, "tags": ["a", nil]])
        #expect(user.id == "ana")
        #expect(user.info?["lat"]?.doubleValue == 1.5)
        #expect(user.info?.description == #"{"lat":1.5,"lon":-0.25,"tags":["a",null]}"#)
        let (name, age, size) = ("Ana", 41, 1.75)
        let info: JSONValue = ["name": .string(name), "age": .init(age), "size": .init(size)]
        #expect(info.description == #"{"name":"Ana","age":41,"size":1.75}"#)
        let known = ["b": JSONValue(2), "a": [1, "x"]]
        #expect(JSONValue(known).description == #"{"a":[1,"x"],"b":2}"#)
        let place = 3
        #expect(PresenceUser(id: "user-\(place)", info: ["at": "seat \(place)"]).id == "user-3")
        #expect(("seat \(place)" as EventData).text == "seat 3")
        #expect(JSONValue(Double.infinity) == nil as JSONValue)
    }

    @Test("JSON is a part of a type that is decoded and encoded")
    func codable() throws {
        struct Envelope: Codable, Equatable {
            var id: Int
            var payload: JSONValue
        }
        let text = #"{"id":1,"payload":{"a":[1,2.5,true,null,"x",18446744073709551615],"b":{}}}"#
        let envelope = try JSONDecoder().decode(Envelope.self, from: Data(text.utf8))
        #expect(envelope.payload["a"]?[1]?.doubleValue == 2.5)
        #expect(envelope.payload["a"]?[5]?.description == "18446744073709551615")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(envelope), as: UTF8.self) == text)
        #expect(throws: EncodingError.self) { try encoder.encode(JSONValue.number("1e400")) }
    }

    @Test("members are a collection")
    func members() {
        let ana = PresenceMember(id: "ana", info: ["name": "Ana"])
        let members = PresenceMembers([ana, PresenceMember(id: "ben")], me: "ben")
        var names: [String] = []
        for member in members { names.append(member.id.text) }
        #expect(names == ["ana", "ben"])
        #expect(!members.isEmpty && members.count == 2 && members.first == ana)
        #expect(members.map(\.id) == ["ana", "ben"])
        #expect(members.contains { $0.id == "ben" })
        #expect(members["ana"]?.info?.json?["name"] == "Ana")
        let name = "ben"
        #expect(members[name] == members.myself)
        #expect(PresenceMembers().isEmpty)
        #expect(Array(members).count == 2)
    }

    @Test("what a report holds can be read")
    func reports() throws {
        let earlier = PresenceMembers([PresenceMember(id: "ana")])
        let difference = PresenceMembers([PresenceMember(id: "ben")]).difference(from: earlier)
        #expect(!difference.isEmpty && difference.joined.map(\.id) == ["ben"])
        #expect(PresenceMembers().difference(from: PresenceMembers()).isEmpty)
        #expect(ChannelKind.presence.prefix == "presence-")
        #expect(ChannelKind.encrypted.isEncrypted && ChannelKind.private.needsAuthorization)

        let start = ChannelsTimestamp(date: Date(timeIntervalSince1970: 100))
        let end = start.advanced(by: .seconds(3))
        #expect(end.duration(since: start) == .seconds(3))
        #expect(end.date.timeIntervalSince1970 == 103)

        let socketID = try #require(SocketID("1.2"))
        let connection = Establishment(
            socketID: socketID, serverActivityTimeout: .seconds(30), activityTimeout: .seconds(30),
            attempt: 2)
        #expect(connection.socketID == socketID && connection.attempt == 2)
        #expect(connection.activityTimeout == .seconds(30) && connection.parts.parts.isEmpty)

        let report = AuthorizationReport(
            subject: .channel(ChannelName("private-a")), duration: .seconds(1), attempts: 1,
            status: 403, isGranted: false)
        #expect(report.status == 403 && !report.isGranted && report.duration == .seconds(1))
        #expect(CloseCode(4001).meaning.isEmpty == false)
        #expect(SkippedEvents(events: 3, folded: 0).events == 3)
        let problem = ReportedProblem(kind: .pongOverdue, text: "no pong")
        #expect(problem.count == 1 && problem.channel == nil)
    }

    @Test("a policy of one's own is tried without time")
    func policy() {
        let patient = ReconnectionPolicy(name: "every minute") { history, _ in
            history.end.isRefusal ? .giveUp : .retry(after: .seconds(60), rule: "a minute")
        }
        let lost = ReconnectionHistory(
            attempt: 2, retry: 1, wasConnected: true, end: .pongMissing(after: .seconds(30)))
        #expect(
            patient.decide(after: lost, chance: 0) == .retry(after: .seconds(60), rule: "a minute"))
        let refused = ReconnectionHistory(attempt: 2, retry: 1, end: .closed(4001, reason: ""))
        #expect(patient.decide(after: refused, chance: 0) == .giveUp)
        #expect(lost.wasConnected && refused.timeLimit == .seconds(10))
    }

    @Test("a policy of one's own can grow with the previous delay")
    func previousDelay() {
        let doubling = ReconnectionPolicy(name: "doubling") { history, _ in
            .retry(after: max(history.previousDelay * 2, .seconds(1)), rule: "twice as long")
        }
        let lost = ReconnectionHistory(
            attempt: 3, retry: 2, end: .pongMissing(after: .seconds(30)),
            previousDelay: .seconds(4))
        #expect(
            doubling.decide(after: lost, chance: 0)
                == .retry(after: .seconds(8), rule: "twice as long"))
    }
}
