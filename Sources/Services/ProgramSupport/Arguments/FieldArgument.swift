import ArgumentParser
import Channels

/// A header or a parameter from the command line: `name=value`, or `name=@FILE` for values that
/// must not be visible in the arguments.
struct FieldArgument: Sendable {
    /// The field, with the value in the file when the arguments were read.
    let field: RequestField
    private let path: String?

    /// - Throws: `ValidationError` if the text has another form, or the file cannot be used.
    init(_ argument: String) throws {
        guard let separator = argument.firstIndex(of: "="), separator != argument.startIndex
        else {
            throw ValidationError("A field must be name=value or name=@FILE.")
        }
        let name = String(argument[..<separator])
        let value = argument[argument.index(after: separator)...]
        guard value.hasPrefix("@") else {
            self.path = nil
            self.field = RequestField(name, String(value))
            return
        }
        let path = String(value.dropFirst())
        self.path = path
        self.field = RequestField(name, try SecretFile.read(path))
    }

    /// Whether the value is in a file.
    var isFromFile: Bool { self.path != nil }

    /// The field with the current value in the file.
    ///
    /// - Throws: `ValidationError` if the file can no longer be used.
    func current() throws -> RequestField {
        guard let path = self.path else { return self.field }
        return RequestField(self.field.name, try SecretFile.read(path))
    }
}
