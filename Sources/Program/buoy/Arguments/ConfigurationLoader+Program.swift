import Configuration
import FeatureList
import Scripts

extension ConfigurationSubject {
    /// The whole program.
    static var program: ConfigurationSubject {
        ConfigurationSubject(
            .whole, sections: [.alerts], commandNames: Buoy.commandNames)
    }
}

extension ConfigurationLoader {
    /// Reads the configuration of the whole program.
    init(
        environment: [String: String], configuration: String? = nil, server: String? = nil,
        named: String? = nil
    ) {
        self.init(
            environment: environment, configuration: configuration, server: server, named: named,
            for: .program)
    }
}
