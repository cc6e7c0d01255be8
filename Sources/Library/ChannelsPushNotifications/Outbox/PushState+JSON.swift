import ChannelsProtocol
import ChannelsPushProtocol

// The state file: one JSON object, version 1.
extension PushState {
    enum Unreadable: Error, Hashable, Sendable {
        case damaged(String)
        /// It was never a state.
        case foreign(String)
        case laterVersion(Int)
    }

    private static let version = 1
    /// How every state starts: tells one that was cut off from the file of another program.
    private static let start = #"{"version":1,"endpoint":"#

    // MARK: Writing

    var text: String {
        var members: [JSONValue.Object.Member] = [
            .init(key: "version", value: .number(String(Self.version))),
            .init(key: "endpoint", value: .string(self.endpoint)),
            .init(key: "app_key", value: .string(self.appKey)),
        ]
        if let credentials = self.credentials {
            members.append(
                .init(key: "device", value: .object(JSONValue.Object(credentials.members))))
        }
        if let client = self.client {
            let id = JSONValue.Object.Member(key: "id", value: .string(client.id))
            members.append(
                .init(
                    key: "client",
                    value: .object(JSONValue.Object([id] + client.credentials.members))))
        }
        members += [
            .init(key: "requested", value: Self.json(self.requested)),
            .init(key: "registered", value: Self.json(self.registered)),
            .init(key: "outbox", value: .array(self.entries.map(Self.json))),
            .init(key: "refused", value: .array(self.rejections.map(Self.json))),
            .init(key: "last_number", value: .number(String(self.lastNumber))),
        ]
        return JSONValue.object(JSONValue.Object(members)).compactText + "\n"
    }

    private static func json(_ names: [InterestName]) -> JSONValue {
        .array(names.map { .string($0.text) })
    }

    private static func json(_ entry: PushEntry) -> JSONValue {
        .object(
            JSONValue.Object(
                [.init(key: "number", value: .number(String(entry.number)))]
                    + Self.members(entry.operation) + [
                        .init(key: "attempts", value: .number(String(entry.attempts))),
                        .init(key: "uncertain", value: .bool(entry.isUncertain)),
                    ]))
    }

    private static func json(_ rejection: PushRejection) -> JSONValue {
        .object(
            JSONValue.Object(
                Self.members(rejection.operation) + [
                    .init(key: "reason", value: .string(rejection.reason)),
                    .init(key: "time", value: .number(String(rejection.wallMicroseconds))),
                ]))
    }

    private static func members(_ operation: PushOperation) -> [JSONValue.Object.Member] {
        let kind = JSONValue.Object.Member(
            key: "operation", value: .string(operation.kind.rawValue))
        let interest = operation.interest.map {
            JSONValue.Object.Member(key: "interest", value: .string($0.text))
        }
        return [kind] + [interest].compactMap(\.self)
    }

    // MARK: Reading

    /// A part that cannot be understood makes the whole unreadable.
    init(text: [UInt8]) throws(Unreadable) {
        let json: JSONValue
        do { json = try JSONValue(parsing: text) } catch {
            let reason = "it is not JSON: \(error.description)"
            throw text.starts(with: Self.start.utf8) ? .damaged(reason) : .foreign(reason)
        }
        guard let version = json["version"]?.intValue else { throw .foreign("it has no version") }
        guard version <= Self.version else { throw .laterVersion(version) }
        guard json["endpoint"] != nil || json["app_key"] != nil else {
            throw .foreign("it has no endpoint")
        }
        guard version == Self.version else { throw .damaged("its version is \(version)") }
        self.init(
            endpoint: try Self.string("endpoint", of: json),
            appKey: try Self.string("app_key", of: json))
        self.credentials = try json["device"].map(Self.credentials)
        if let client = json["client"] {
            self.client = RegisteredClient(
                id: try Self.string("id", of: client), credentials: try Self.credentials(client))
        }
        self.requested = try Self.names("requested", of: json)
        self.registered = try Self.names("registered", of: json)
        for entry in try Self.list("outbox", of: json) {
            self.entries.append(try Self.entry(entry))
        }
        for rejection in try Self.list("refused", of: json) {
            self.rejections.append(try Self.rejection(rejection))
        }
        self.lastNumber = max(
            try Self.integer("last_number", of: json), self.entries.map(\.number).max() ?? 0)
    }

    private static func entry(_ json: JSONValue) throws(Unreadable) -> PushEntry {
        guard let isUncertain = json["uncertain"]?.boolValue else {
            throw .damaged("an entry has no uncertain key")
        }
        return PushEntry(
            number: try Self.integer("number", of: json), operation: try Self.operation(json),
            attempts: try Self.integer("attempts", of: json), isUncertain: isUncertain)
    }

    private static func rejection(_ json: JSONValue) throws(Unreadable) -> PushRejection {
        PushRejection(
            operation: try Self.operation(json), reason: try Self.string("reason", of: json),
            wallMicroseconds: Int64(try Self.integer("time", of: json)))
    }

    private static func operation(_ json: JSONValue) throws(Unreadable) -> PushOperation {
        let name = try Self.string("operation", of: json)
        var interest: InterestName?
        if let text = json["interest"] { interest = try Self.name(text) }
        guard let kind = PushStatus.Operation.Kind(rawValue: name),
            let operation = PushOperation(kind, interest)
        else { throw .damaged("\(name.debugDescription) is not an operation") }
        return operation
    }

    private static func credentials(_ json: JSONValue) throws(Unreadable) -> PushCredentials {
        do { return try PushCredentials(json) } catch { throw .damaged(error.description) }
    }

    private static func names(_ key: String, of json: JSONValue) throws(Unreadable)
        -> [InterestName]
    {
        var names: [InterestName] = []
        for element in try Self.list(key, of: json) { names.append(try Self.name(element)) }
        return names
    }

    private static func name(_ json: JSONValue) throws(Unreadable) -> InterestName {
        guard let text = json.stringValue else { throw .damaged("an interest is not a string") }
        do { return try InterestName(text) } catch { throw .damaged(error.description) }
    }

    private static func list(_ key: String, of json: JSONValue) throws(Unreadable) -> [JSONValue] {
        guard let list = json[key]?.arrayValue else { throw .damaged("\(key) is not a list") }
        return list
    }

    private static func string(_ key: String, of json: JSONValue) throws(Unreadable) -> String {
        guard let text = json[key]?.stringValue else { throw .damaged("\(key) is not a string") }
        return text
    }

    private static func integer(_ key: String, of json: JSONValue) throws(Unreadable) -> Int {
        guard let number = json[key]?.intValue, Self.range.contains(number) else {
            throw .damaged("\(key) is not a number")
        }
        return number
    }

    /// Far more than is ever counted, and so little that counting on from it is safe.
    private static let range = 0...(1 << 53)
}
