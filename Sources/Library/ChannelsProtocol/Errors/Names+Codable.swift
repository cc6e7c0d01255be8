/// A name that is coded as a JSON string, and checked when it is decoded.
package protocol CodableName: ByteComparedText, Codable {
    init(checked text: String) throws(ChannelsError)
}

extension CodableName {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        do throws(ChannelsError) {
            try self.init(checked: text)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: error.description,
                    underlyingError: error))
        }
    }

    public func encode(to encoder: any Encoder) throws { try self.text.encode(to: encoder) }
}

extension ChannelName: CodableName {
    package init(checked text: String) throws(ChannelsError) { try self.init(text) }
}

extension EventName: CodableName {
    package init(checked text: String) throws(ChannelsError) { try self.init(text[...]) }
}

extension UserID: CodableName {
    package init(checked text: String) throws(ChannelsError) { try self.init(text[...]) }
}

extension SocketID: CodableName {
    package init(checked text: String) throws(ChannelsError) {
        guard let id = SocketID(text) else {
            throw .option("A socket id is two numbers separated by a dot, such as 123.456.")
        }
        self = id
    }
}
