package import ArgumentParser

package struct ConfigurationArguments: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "The configuration file to use. buoy config --paths prints the default.",
            valueName: "path"),
        completion: .file(extensions: ["toml"]))
    package var path: String?

    package init() {}
}
