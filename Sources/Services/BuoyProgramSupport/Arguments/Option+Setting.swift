package import ArgumentParser
package import BuoyScripts

// Options from rows: `@Option(.host) var host: String?`. A command for which
// the option means more has its own help for it.

extension Option {
    package init<T: ExpressibleByArgument>(
        _ option: SettingOption, help: String? = nil, completion: CompletionKind? = nil
    ) where Value == T? {
        self.init(
            name: option.nameSpecification, help: option.argumentHelp(help),
            completion: completion ?? option.completion)
    }

    package init(
        wrappedValue: String, _ option: SettingOption, help: String? = nil
    ) where Value == String {
        self.init(
            wrappedValue: wrappedValue, name: option.nameSpecification,
            help: option.argumentHelp(help), completion: option.completion)
    }

    package init(
        _ option: SettingOption, parsing: SingleValueParsingStrategy, help: String? = nil
    ) where Value == String? {
        self.init(
            name: option.nameSpecification, parsing: parsing, help: option.argumentHelp(help),
            completion: option.completion)
    }

    package init<T: ExpressibleByArgument>(
        wrappedValue: [T], _ option: SettingOption, help: String? = nil,
        completion: CompletionKind? = nil
    ) where Value == [T] {
        self.init(
            wrappedValue: wrappedValue, name: option.nameSpecification,
            help: option.argumentHelp(help), completion: completion ?? option.completion)
    }

    package init<T: ExpressibleByArgument>(
        _ setting: ServerSetting, help: String? = nil
    ) where Value == T? {
        self.init(setting.option, help: help)
    }

    package init<T: ExpressibleByArgument>(
        wrappedValue: [T], _ setting: ServerSetting, help: String? = nil,
        completion: CompletionKind? = nil
    ) where Value == [T] {
        self.init(
            wrappedValue: wrappedValue, setting.option, help: help, completion: completion)
    }
}

extension Flag where Value == Bool {
    package init(wrappedValue: Bool, _ option: SettingOption, help: String? = nil) {
        self.init(
            wrappedValue: wrappedValue, name: option.nameSpecification,
            help: option.argumentHelp(help))
    }

    package init(wrappedValue: Bool, _ setting: ServerSetting) {
        self.init(wrappedValue: wrappedValue, setting.option)
    }
}

extension SettingOption {
    fileprivate var nameSpecification: NameSpecification {
        guard let short else { return .customLong(self.name) }
        return [.customShort(short), .customLong(self.name)]
    }

    fileprivate func argumentHelp(_ other: String?) -> ArgumentHelp {
        let valueName: String? =
            switch self.value {
            case .flag: nil
            case .text(let name): name
            case .file(let name), .word(let name, _): name
            }
        return ArgumentHelp(other ?? self.help, valueName: valueName)
    }

    fileprivate var completion: CompletionKind? {
        switch self.value {
        case .flag, .text: nil
        case .file: .file()
        case .word(_, let words): .list(words)
        }
    }
}
