import BuoyTOMLFiles
package import ChannelsBasics

extension SettingWords {
    /// How advice names the settings of an app: by the variables of its `.env` file, with their
    /// lines. What the file does not say is named by the program's options.
    ///
    /// - Parameter path: the file; `nil` if the server does not come from one.
    package static func program(environmentFile path: String?) -> SettingWords {
        guard let path, let file = (try? FileText.read(path)).map({ DotenvFile($0.text) }),
            let values = AppValues(file)
        else { return .program }
        var words = SettingWords.program
        let place = { (value: AppValue?) -> String? in
            value.flatMap { file.entry($0.name) }.map { "in \(path), line \($0.line)" }
        }
        if let scheme = values.pages.scheme, let line = place(scheme) {
            words.useTLS = "set \(scheme.name)=https \(line)"
            words.connectPlainly = "set \(scheme.name)=http \(line)"
            words.plainSetting = "\(scheme.name)=http \(line)"
        }
        if let key = values.key, let line = place(key) {
            words.checkKey = "Check \(key.name) \(line)."
        }
        if let secret = values.secret, let line = place(secret) {
            words.checkSecret = "Check \(secret.name) \(line)."
        }
        let start =
            values.product == .reverb
            ? "Start the server with php artisan reverb:start" : "Start the server"
        if let host = values.pages.host, let line = place(host) {
            words.startServer = "\(start), or check \(host.name) \(line)."
        }
        return words
    }
}
