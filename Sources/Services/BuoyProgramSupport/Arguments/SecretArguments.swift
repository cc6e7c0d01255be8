package import ArgumentParser
import BuoyScripts
import ChannelsBasics
package import ChannelsSigning

/// Options for the app's secret, which comes from a file, a program or the environment, and never
/// from an argument.
package protocol SecretOptions {
    var secretFile: String? { get }
    var secretCommand: String? { get set }
    var secretWords: AfterParsing<[String]> { get set }
    var environmentFile: AfterParsing<String> { get set }
}

extension SecretOptions {
    var secretProgram: SecretProgram? {
        get { self.secretCommand.map { .shell($0) } ?? self.secretWords.value.map { .words($0) } }
        set {
            self.secretCommand = nil
            self.secretWords.value = nil
            switch newValue {
            case .shell(let command): self.secretCommand = command
            case .words(let words): self.secretWords.value = words
            case nil: break
            }
        }
    }

    package func appSecret(environment: [String: String]) throws -> AppSecret? {
        if self.secretFile != nil, self.secretCommand != nil {
            throw ValidationError("Use --secret-file or --secret-command, not both.")
        }
        if let file = self.secretFile {
            return AppSecret(try SecretFile.read(file, option: "--secret-file"))
        }
        switch self.secretProgram {
        case .shell(let command): return AppSecret(try SecretCommand.firstLine(of: command))
        case .words(let words): return AppSecret(try SecretCommand.firstLine(of: words))
        case nil: break
        }
        if let file = self.environmentFile.value {
            do { return try AppEnvironment.secret(inFile: file) } catch {
                throw ValidationError(error.description)
            }
        }
        guard environment[SecretVariable.appSecret.rawValue] != "" else {
            throw ValidationError("BUOY_SECRET is empty: set it, or remove it.")
        }
        return SecretVariable.appSecret.value(in: environment).map { AppSecret($0) }
    }

    static var refusal: String {
        "Do not give a secret as an argument: other users can see arguments. Put it in a file "
            + "that only you can read and use --secret-file, or set BUOY_SECRET."
    }
}

package struct SecretArguments: ServerOptions, SecretOptions {
    package static let title = "Secret"

    @Option(.secretFile) package var secretFile: String?

    @Option(.secretProgram) package var secretCommand: String?

    package var secretWords = AfterParsing<[String]>()
    package var environmentFile = AfterParsing<String>()

    @Option(help: .private)
    var secret: String?

    package static let bindings: [SettingBinding<Self>] = [
        SettingBinding(\.secretFile, \.secretFile),
        SettingBinding(\.secretProgram, \.secretProgram),
        SettingBinding(\.environmentFile.value, \.environmentFile),
    ]

    package init() {}

    package func validate() throws {
        if self.secret != nil { throw ValidationError(Self.refusal) }
    }

    package func requiredSecret(environment: [String: String]) throws -> AppSecret {
        guard let secret = try self.appSecret(environment: environment) else {
            throw ValidationError(
                "The app's secret is missing: use --secret-file or --secret-command, or set "
                    + "BUOY_SECRET.")
        }
        return secret
    }
}

extension EncryptionMasterKey {
    package init(file: String) throws {
        let text = try SecretFile.read(file, option: "--encryption-key-file")
        do {
            try self.init(base64: text)
        } catch {
            throw ValidationError("--encryption-key-file: \(error.description)")
        }
    }
}
