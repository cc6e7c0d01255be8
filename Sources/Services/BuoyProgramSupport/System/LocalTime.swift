import Glibc

package enum LocalTime {
    /// localtime_r(3)
    package static var utcOffsetSeconds: Int {
        var now = time(nil)
        var local = tm()
        return localtime_r(&now, &local) == nil ? 0 : local.tm_gmtoff
    }
}
