extension ConfigurationLoader {
    package init(
        environment: [String: String], configuration: String? = nil, server: String? = nil,
        named: String? = nil
    ) {
        self.init(
            environment: environment, configuration: configuration, server: server, named: named,
            for: ProgramParts.current.subject)
    }
}
