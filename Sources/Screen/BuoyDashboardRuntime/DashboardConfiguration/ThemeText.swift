import BuoyTOMLFiles

enum ThemeText {
    static func read(_ path: String) throws(ThemeError) -> String {
        do throws(FileText.Failure) {
            return try FileText.read(path).text
        } catch {
            throw ThemeError(file: path, problem: .unreadable(error.description))
        }
    }
}
