import ArgumentParser
import Channels
import ChannelsProtocol

/// `name=value`, or `name=@FILE` for values that must not be visible in the arguments. A header
/// may also be written as `Name: value`.
struct FieldArgument: Sendable {
    let field: RequestField
    private let path: String?

    init(_ argument: String) throws {
        guard let (name, value) = Self.parts(argument, separators: "=") else {
            throw ValidationError("A field must be name=value or name=@FILE.")
        }
        try self.init(name, value)
    }

    init(header argument: String) throws {
        guard let (name, value) = Self.parts(argument, separators: "=:") else {
            throw ValidationError("A header must be name=value, name=@FILE or 'Name: value'.")
        }
        try self.init(name, value)
    }

    private init(_ name: String, _ value: String) throws {
        guard value.hasPrefix("@") else {
            self.path = nil
            self.field = RequestField(name, value)
            return
        }
        let path = String(value.dropFirst())
        self.path = path
        self.field = RequestField(name, try SecretFile.read(path))
    }

    private static func parts(
        _ argument: String, separators: String
    ) -> (name: String, value: String)? {
        guard let index = argument.firstIndex(where: separators.contains),
            index != argument.startIndex
        else { return nil }
        let rest = argument[argument.index(after: index)...]
        let value = argument[index] == ":" ? rest.drop { $0 == " " } : rest
        return (String(argument[..<index]), String(value))
    }

    var isFromFile: Bool { self.path != nil }

    var isSecret: Bool { self.isFromFile || SecretNames.tells(self.field.name) }

    /// A warning for each field with a credential that other users can see in the arguments.
    static func warnings(about fields: [String], of option: String) -> [String] {
        fields.compactMap { field in
            guard let (name, value) = Self.parts(field, separators: "=:"), !value.hasPrefix("@"),
                SecretNames.tells(name)
            else { return nil }
            return "\(option) \(name): other users can see arguments. Put the value in a file that "
                + "only you can read, and use \(name)=@FILE."
        }
    }

    /// Reads the value from the file again.
    func current() throws -> RequestField {
        guard let path = self.path else { return self.field }
        return RequestField(self.field.name, try SecretFile.read(path))
    }
}
