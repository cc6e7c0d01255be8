extension ChannelName: Codable {
    /// Reads a name from a string, and checks it as `init(_:)` does.
    public init(from decoder: any Decoder) throws {
        self = try decoder.name { text throws(ChannelsError) in try ChannelName(text) }
    }

    /// Writes the name as a string.
    public func encode(to encoder: any Encoder) throws { try self.text.encode(to: encoder) }
}

extension EventName: Codable {
    /// Reads a name from a string, and checks it as `init(_:)` does.
    public init(from decoder: any Decoder) throws {
        self = try decoder.name { text throws(ChannelsError) in try EventName(text[...]) }
    }

    /// Writes the name as a string.
    public func encode(to encoder: any Encoder) throws { try self.text.encode(to: encoder) }
}

extension UserID: Codable {
    /// Reads an id from a string, and checks it as `init(_:)` does.
    public init(from decoder: any Decoder) throws {
        self = try decoder.name { text throws(ChannelsError) in try UserID(text[...]) }
    }

    /// Writes the id as a string.
    public func encode(to encoder: any Encoder) throws { try self.text.encode(to: encoder) }
}

extension SocketID: Codable {
    /// Reads an id from a string, and checks it as `init(_:)` does.
    public init(from decoder: any Decoder) throws {
        self = try decoder.name { text throws(ChannelsError) in
            guard let id = SocketID(text) else {
                throw .option("A socket id is two numbers separated by a dot, such as 123.456.")
            }
            return id
        }
    }

    /// Writes the id as a string.
    public func encode(to encoder: any Encoder) throws { try self.text.encode(to: encoder) }
}

extension Decoder {
    fileprivate func name<Name>(
        _ make: (String) throws(ChannelsError) -> Name
    ) throws -> Name {
        let text = try self.singleValueContainer().decode(String.self)
        do throws(ChannelsError) {
            return try make(text)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: self.codingPath, debugDescription: error.description,
                    underlyingError: error))
        }
    }
}
