import ChannelsBasics

typealias JSONWriter = JSONTextWriter<RequiredJSONEscaping>

extension JSONWriter {
    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: self.raw("null".utf8)
        case .bool(let value): self.bool(value)
        case .number(let digits): self.raw(digits.utf8)
        case .string(let text): self.string(text)
        case .array(let elements):
            self.array { writer in
                for element in elements { writer.write(element) }
            }
        case .object(let object):
            self.object { writer in
                for member in object.members {
                    writer.key(member.key)
                    writer.write(member.value)
                }
            }
        }
    }
}
