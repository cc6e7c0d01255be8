import Dashboard
package import FeatureInterface
package import Scripts

/// Rules of the configuration that ring the bell, show a notification, mark an event or run a
/// program when something happens.
package enum Alerts: Feature {
    package static let sections: [SettingSection] = [.alerts]

    package static func service(for subject: WatchedSubject) -> (any FeatureService)? {
        AlertService()
    }
}
