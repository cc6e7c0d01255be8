import BuoyDashboard
import BuoyTOMLFiles
import ChannelsBasics

struct SettingsKeeper: Sendable {
    private let path: String?
    private let configured: DashboardSettings
    private let place: StatePlace
    /// The settings that are in the file, or need not be.
    private var known: DashboardSettings
    private var lastComplaint: String?

    init(path: String?, configured: DashboardSettings, known: DashboardSettings, place: StatePlace)
    {
        self.path = path
        self.configured = configured
        self.known = known
        self.place = place
    }

    /// What arguments changed in the settings is only for this run.
    mutating func begin(with settings: DashboardSettings) { self.known = settings }

    /// - Returns: why they could not be written; each reason only once.
    mutating func keep(_ settings: DashboardSettings) -> String? {
        guard settings != self.known else { return nil }
        let complaint = self.write(settings)
        defer { self.lastComplaint = complaint }
        return complaint == self.lastComplaint ? nil : complaint
    }

    private mutating func write(_ settings: DashboardSettings) -> String? {
        guard let path = self.path else {
            return "settings are not saved: neither HOME nor XDG_STATE_HOME is an absolute path"
        }
        // The lock is in this folder. A failure is told below.
        try? AtomicFile.makeFolder(StatePaths.folder(of: path))
        do throws(FileLock.Failure) {
            let lock = try StatePaths.lock(path)
            defer { withExtendedLifetime(lock) {} }
            return self.write(settings, to: path, isLocked: true)
        } catch {
            switch error {
            case .held:
                return "settings are not saved: another buoy is writing \(path); "
                    + "buoy will try again at the next change"
            case .impossible(let reason):
                return self.write(settings, to: path, isLocked: false)
                    ?? "settings are saved, but \(path) cannot be locked (\(reason)): if several "
                    + "instances save at the same time, changes may be lost"
            }
        }
    }

    /// Writes only what has changed here, and leaves everything else as it is in the file.
    private mutating func write(
        _ settings: DashboardSettings, to path: String, isLocked: Bool
    ) -> String? {
        let reading = StateFile.read(path, isLocked: isLocked)
        guard !reading.isUnreadable else {
            return "settings are not saved: \(reading.warning ?? path)"
        }
        var file = reading.file
        file.take(
            settings, since: self.known, configured: self.configured, at: self.place)
        let text = file.text
        guard text.utf8.count <= FileText.largest else {
            return "settings are not saved: \(path) would be larger than 1 MiB"
        }
        do {
            try AtomicFile.write(text, to: path, isLocked: isLocked)
        } catch {
            return "settings are not saved: \(path) cannot be written: \(error.description)"
        }
        self.known = settings
        return reading.warning
    }
}
