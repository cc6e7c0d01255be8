import ArgumentParser
import TOMLFiles

extension AppearanceArguments {
    /// The script of keys to play, if one is given.
    ///
    /// - Throws: `ValidationError` if it cannot be read.
    package func keyScript() throws -> KeyScript? {
        guard let path = self.keyScriptPath else { return nil }
        do {
            return try KeyScript(FileText.read(path).text)
        } catch {
            throw ValidationError("--key-script \(path): \(error).")
        }
    }
}
