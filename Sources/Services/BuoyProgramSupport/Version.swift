import CBuoyBuildFacts
import Channels

package enum Version {
    package static let number = ChannelsClient.version

    /// One line: the version, and the commit if this is a package.
    package static let text: String = {
        let text = "buoy \(ChannelsClient.version) (Channels protocol 7)"
        return buoy_commit().map { "\(text), commit \(String(cString: $0))" } ?? text
    }()
}
