extension EventLogPane {
    /// Where the columns of a row begin, by the width of the pane and of its times.
    ///
    /// ```
    /// ▸◆14:02:33 presence-lobby ~joined           57B {"bid":60121.0,"ask":60121.5}
    /// 0 2        11             26 (tone) 27      41  47
    /// ```
    struct Columns: Hashable {
        /// The sign of the selected row stands at 0.
        static let mark = 1
        static let time = 2

        let timeWidth: Int
        let hasMilliseconds: Bool
        let channel: Int
        let channelWidth: Int
        /// One cell for the sign of the tone, then the name.
        let name: Int
        let nameWidth: Int
        /// `nil` when there is no room for sizes.
        let size: Int?
        let detail: Int

        init(width: Int, times: EventTimes) {
            self.hasMilliseconds = width >= 110
            self.timeWidth = times.width(hasMilliseconds: self.hasMilliseconds)
            self.channel = Self.time + self.timeWidth + 1
            let step = [110, 90, 80, 56, 0].firstIndex { width >= $0 } ?? 4
            self.channelWidth = [20, 17, 14, 12, 10][step]
            self.name = self.channel + self.channelWidth + 1
            self.nameWidth = [20, 16, 14, 11, 8][step]
            let end = self.name + 1 + self.nameWidth + 1
            self.size = width >= 56 ? end : nil
            self.detail = width >= 56 ? end + 6 : end
        }
    }
}
