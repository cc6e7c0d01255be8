/// The libraries that only some apps ask for, with the trait of this name.
enum Integrations {
    static let modules: Set = [
        "ChannelsConfiguration", "ChannelsMetrics", "ChannelsServiceLifecycle", "ChannelsTracing",
    ]

    /// Whether this build has them, as that of `.ci/run` does.
    static let areBuilt: Bool = {
        #if Integrations
        true
        #else
        false
        #endif
    }()
}
