import BuoyScripts
import ChannelsProtocol

extension FaultRequest {
    private static let longest = Duration.seconds(3600)

    /// Reads a line as after `:fault`, such as `close 4200` or `stall upgrade for 30s`, or `off`.
    init(line: String) throws(RouteRefusal) {
        let order: FaultOrder
        do { order = try FaultOrder(typed: line) } catch { throw .badRequest(error.description) }
        switch order {
        case .endAll: self.init(fault: .clear)
        case .plan(let steps) where steps.count == 1: self.init(fault: try Self.fault(steps[0]))
        case .plan, .ofServer: throw .badRequest("The body must be one fault, such as close 4200")
        }
    }

    private static func fault(_ step: FaultScript.Step) throws(RouteRefusal) -> SandboxFault {
        guard step == FaultScript.Step(at: .zero, step.fault, for: step.duration),
            step.duration == nil || !step.fault.isMomentary
        else {
            throw .badRequest(
                "The sandbox injects one fault, immediately: leave out everything but "
                    + "\"\(step.fault.words)\", or use buoy proxy --control")
        }
        switch step.fault {
        case .cut: return .drop(.fin)
        case .reset: return .drop(.rst)
        case .close(let code): return .close(code, reason: Self.reason)
        case .error(let code): return .error(code: Int(code.rawValue), message: Self.reason)
        case .silence(.old):
            guard step.duration == nil else {
                throw .badRequest("In the sandbox, \"silence old\" has no end: leave out the time")
            }
            return .silence
        case .refuse: return .refuse(.end, for: try Self.time(step))
        case .stall(.tcp): return .refuse(.ignore, for: try Self.time(step))
        case .stall(.upgrade): return .refuse(.hang, for: try Self.time(step))
        case .stall(.hello): return .refuse(.mute, for: try Self.time(step))
        case .status(503): return .refuse(.unavailable, for: try Self.time(step))
        case .truncate, .corrupt, .silence, .loss, .buffer, .delay, .throttle, .noPongs,
            .delayAnswers, .unreachable, .unresolved, .status, .reject:
            throw .badRequest(
                "The sandbox cannot play \"\(step.fault.words)\". It plays cut, reset, close CODE, "
                    + "error CODE, silence old, refuse, stall and status 503; buoy proxy plays "
                    + "the others")
        }
    }

    /// A refusal also refuses the request that would end it.
    private static func time(_ step: FaultScript.Step) throws(RouteRefusal) -> Duration {
        guard let time = step.duration, time <= Self.longest else {
            throw .badRequest(
                "Say for how long, at most 1h, such as \"\(step.fault.words) for 30s\"")
        }
        return time
    }

    private static let reason = "The sandbox was asked to"
}
