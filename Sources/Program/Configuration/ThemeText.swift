import FoundationEssentials

/// Reads the text of a theme's file.
enum ThemeText {
    /// The maximum size of a file; a theme has a few thousand bytes.
    private static let largest = 1 << 20

    static func read(_ path: String) throws(ThemeError) -> String {
        do {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: URL(filePath: path).resolvingSymlinksInPath().path)
            // Anything else, such as a pipe, might never end.
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                throw ThemeError(file: path, problem: .unreadable("not a regular file"))
            }
            guard let size = attributes[.size] as? UInt64, size <= Self.largest else {
                throw ThemeError(file: path, problem: .unreadable("larger than 1 MiB"))
            }
            return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        } catch let error as ThemeError {
            throw error
        } catch {
            let reason =
                FileManager.default.fileExists(atPath: path)
                ? String(describing: error) : "no such file"
            throw ThemeError(file: path, problem: .unreadable(reason))
        }
    }
}
