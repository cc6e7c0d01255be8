import ArgumentParser
import ChannelsBasics
package import Logging

package struct LogArguments: ParsableArguments {
    @Option(
        name: .customLong("log-file"),
        help: ArgumentHelp(
            """
            Append buoy's log to this file, without secrets and without event data. At 8 MiB it \
            becomes FILE.1; three older files are kept.
            """, valueName: "file"),
        completion: .file())
    var path: String?

    @Option(
        name: .customLong("log-level"),
        help: ArgumentHelp(
            "The log level: error, warning, info, or debug with every protocol message.",
            valueName: "level"))
    var level = Level.info

    package init() {}

    enum Level: String, CaseIterable, ExpressibleByArgument {
        case error, warning, info, debug

        var ofLogger: Logger.Level {
            switch self {
            case .error: .error
            case .warning: .warning
            case .info: .info
            case .debug: .debug
            }
        }
    }

    package func logger() throws -> Logger? {
        guard let path = self.path else { return nil }
        let file: LogFile
        do {
            file = try LogFile(path)
        } catch {
            throw ValidationError(
                FileProblem.cannot(.write, path, option: "--log-file", reason: error.description))
        }
        var logger = Logger(label: "buoy") { _ in FileLogHandler(file) }
        logger.logLevel = self.level.ofLogger
        return logger
    }
}
