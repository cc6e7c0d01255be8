import ChannelsBasics
import ChannelsProtocol

struct FaultRequest {
    let fault: SandboxFault

    init(fault: SandboxFault) { self.fault = fault }

    /// - Parameter body: JSON, or a line.
    init(_ body: [UInt8]) throws(RouteRefusal) {
        if let first = body.first(where: { $0 > 0x20 }), first.isASCIILetter {
            let text = String(decoding: body, as: UTF8.self)
            self = try FaultRequest(line: text.filter { !$0.isNewline })
            return
        }
        let json: JSONValue
        do { json = try JSONValue(parsing: body) } catch {
            throw .badRequest("The body is not JSON: \(error.description)")
        }
        self = try FaultRequest(json)
    }

    /// - Parameter json: `{"close":"over-capacity"}`, `{"refuse":"unavailable","seconds":5}` and
    ///   the like; see `FaultName`.
    init(_ json: JSONValue) throws(RouteRefusal) {
        guard let fields = json.objectValue else {
            throw .badRequest("A fault must be a JSON object")
        }
        let named = FaultName.allCases.filter { fields[$0.rawValue] != nil }
        guard named.count == 1, let name = named.first, let value = fields[name.rawValue] else {
            let names = FaultName.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badRequest("A fault must have exactly one of: \(names)")
        }
        let known = [name.rawValue] + name.furtherKeys
        if let other = fields.members.first(where: { !known.contains($0.key) }) {
            throw .badRequest(
                "\(other.key.debugDescription) cannot be combined with \(name.rawValue)")
        }
        self.fault = try Fields(name: name, value: value, fields: fields).fault()
    }
}

private struct Fields {
    let name: FaultName
    let value: JSONValue
    let fields: JSONValue.Object

    func fault() throws(RouteRefusal) -> SandboxFault {
        switch self.name {
        case .close: .close(try self.closeCode(), reason: try self.text("reason"))
        case .errorThenClose:
            .errorThenClose(try self.closeCode(), message: try self.text("message"))
        case .error: .error(code: try self.errorCode(), message: try self.text("message"))
        case .drop: .drop(try self.word())
        case .silence: try self.expecting(self.value == true ? .silence : nil)
        case .refuse:
            .refuse(try self.word(), for: .seconds(try self.number("seconds", 1...3600, else: 5)))
        case .authorization: .authorization(try self.authorization())
        case .encoding: .encoding(try self.encodings())
        case .duplicate: .duplicate(try self.count())
        case .late: .late(try self.count(), by: try self.milliseconds(else: 500))
        case .malformed: .malformed(try self.word())
        case .flap: try self.flap()
        case .rotateKey: try self.expecting(self.value == true ? .rotateKey : nil)
        case .clear: try self.expecting(self.value == true ? .clear : nil)
        }
    }

    private func expecting<Value>(_ value: Value?) throws(RouteRefusal) -> Value {
        guard let value else {
            throw .badRequest("\(self.name.rawValue) must be \(self.name.expectation)")
        }
        return value
    }

    private func word<Word: RawRepresentable<String>>() throws(RouteRefusal) -> Word {
        try self.expecting(self.value.stringValue.flatMap(Word.init(rawValue:)))
    }

    private func count() throws(RouteRefusal) -> Int {
        let number = self.value.intValue
        return try self.expecting(number.flatMap { (1...1000).contains($0) ? $0 : nil })
    }

    private var namedCode: CloseCode? {
        if let name = self.value.stringValue {
            return CloseCode.names.first { $0.name == name }?.code
        }
        return self.value.intValue.flatMap(UInt16.init(exactly:)).map(CloseCode.init(rawValue:))
    }

    private func closeCode() throws(RouteRefusal) -> CloseCode {
        try self.expecting(self.namedCode.flatMap { $0.canBeSent ? $0 : nil })
    }

    private func errorCode() throws(RouteRefusal) -> Int? {
        guard !self.value.isNull else { return nil }
        let code = self.namedCode.map { Int($0.rawValue) }
        return try self.expecting(code.flatMap { (4000...4399).contains($0) ? $0 : nil })
    }

    private func authorization() throws(RouteRefusal) -> AuthorizationFault {
        let status = self.value.intValue.flatMap { (200...599).contains($0) ? $0 : nil }
        let named = self.value.stringValue.flatMap { name in
            AuthorizationFault.Answer.names.first { $0.name == name }?.answer
        }
        let answer = try self.expecting(named ?? status.map { .status($0) })
        return AuthorizationFault(answer, delay: try self.milliseconds(else: 0))
    }

    private func encodings() throws(RouteRefusal) -> Set<FrameEncoding> {
        let elements = try self.expecting(self.value.arrayValue)
        let encodings = elements.compactMap {
            $0.stringValue.flatMap(FrameEncoding.init(rawValue:))
        }
        return try self.expecting(encodings.count == elements.count ? Set(encodings) : nil)
    }

    private func flap() throws(RouteRefusal) -> SandboxFault {
        let name = self.value.stringValue.flatMap { try? ChannelName($0) }
        let channel = try self.expecting(name.flatMap { $0.kind.hasMembers ? $0 : nil })
        guard let user = self.fields["user"]?.stringValue, !user.isEmpty else {
            throw .badRequest("flap needs a user")
        }
        return .flap(UserID(user), channel, times: try self.number("times", 1...1000, else: 1))
    }

    private func milliseconds(else standard: Int) throws(RouteRefusal) -> Duration {
        .milliseconds(try self.number("milliseconds", 0...60_000, else: standard))
    }

    private func number(
        _ key: String, _ range: ClosedRange<Int>, else standard: Int
    ) throws(RouteRefusal) -> Int {
        guard let value = self.fields[key] else { return standard }
        guard let number = value.intValue, range.contains(number) else {
            throw .badRequest(
                "\(key) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private func text(_ key: String) throws(RouteRefusal) -> String {
        guard let value = self.fields[key] else { return "The sandbox was asked to" }
        guard let text = value.stringValue else { throw .badRequest("\(key) must be a string") }
        return text
    }
}
