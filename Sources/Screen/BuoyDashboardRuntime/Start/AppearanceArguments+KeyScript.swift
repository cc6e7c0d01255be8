import ArgumentParser
import BuoyTOMLFiles
import ChannelsBasics

extension AppearanceArguments {
    package func keyScript() throws -> KeyScript? {
        guard let path = self.keyScriptPath else { return nil }
        let text: String
        do throws(FileText.Failure) { text = try FileText.read(path).text } catch {
            throw ValidationError(
                FileProblem.cannot(.read, path, option: "--key-script", reason: error.description))
        }
        do throws(KeyScriptErrors) { return try KeyScript(text) } catch {
            throw ValidationError(
                error.errors.map { "\(path), \($0)" }.joined(separator: "\n"))
        }
    }
}
