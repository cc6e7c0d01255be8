import Configuration
import Dashboard
import FeatureList

extension ConfigurationLoader {
    /// Reads the configuration of the whole program.
    init(
        environment: [String: String], configuration: String? = nil, server: String? = nil,
        named: String? = nil
    ) {
        self.init(
            environment: environment, configuration: configuration, server: server, named: named,
            catalog: .whole)
    }
}
