internal import Glibc

/// The time zone of whoever looks at the screen.
enum LocalTime {
    /// What the local time is ahead of UTC at this moment, in seconds (localtime_r(3)).
    static var utcOffsetSeconds: Int {
        var now = time(nil)
        var local = tm()
        return localtime_r(&now, &local) == nil ? 0 : local.tm_gmtoff
    }
}
