/// The end that gets a frame in the name of the other one.
enum FrameTarget: String, Hashable, Sendable, CaseIterable {
    case client
    case server
}
