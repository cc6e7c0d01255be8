package import ChannelsMeasurements

package enum SandboxMetrics {
    package static let families = [
        connections, opened, tooSlow, channels, events, dataBytes, sent, sentBytes, received,
        responses,
    ]

    static let connections = MetricFamily(
        "channels_sandbox_connections", .gauge, labels: ["app"], help: "Connected clients.")
    static let opened = MetricFamily(
        "channels_sandbox_opened_connections", .counter, labels: ["app"],
        help: "WebSocket connections opened.")
    static let tooSlow = MetricFamily(
        "channels_sandbox_slow_clients", .counter, labels: ["app"],
        help: "Connections closed because the client was not reading.")
    static let channels = MetricFamily(
        "channels_sandbox_occupied_channels", .gauge, labels: ["app"],
        help: "Channels with subscribers, simulated members included.")
    static let events = MetricFamily(
        "channels_sandbox_published_events", .counter, labels: ["app", "channel"],
        help: "Events published, including client events, received or not.")
    static let dataBytes = MetricFamily(
        "channels_sandbox_published_data_bytes", .counter, unit: .bytes,
        labels: ["app", "channel"], help: "Size of the data in published events.")
    static let sent = MetricFamily(
        "channels_sandbox_sent_messages", .counter, labels: ["app"],
        help: "Messages sent to clients, counted once per client.")
    static let sentBytes = MetricFamily(
        "channels_sandbox_sent_bytes", .counter, unit: .bytes, labels: ["app"],
        help: "Size of the messages sent to clients.")
    static let received = MetricFamily(
        "channels_sandbox_received_messages", .counter, labels: ["app"],
        help: "Messages from clients.")
    static let responses = MetricFamily(
        "channels_sandbox_http_responses", .counter, labels: ["status"],
        help: "Responses of the HTTP API, the authorization endpoints and the push service.")
}

extension SandboxServer {
    package var measurements: [Measurement] {
        guard self.options.measures else { return [] }
        var values: [Measurement] = []
        func add(_ family: MetricFamily, _ labels: [String], _ value: Int) {
            values.append(Measurement(family, labels, .set(Double(value))))
        }
        for tenant in self.tenants {
            let (app, traffic) = (tenant.hub.app.id, tenant.traffic)
            add(SandboxMetrics.connections, [app], tenant.hub.connectionCount)
            add(SandboxMetrics.opened, [app], traffic.opened)
            add(SandboxMetrics.tooSlow, [app], traffic.tooSlow)
            add(
                SandboxMetrics.channels, [app],
                tenant.hub.channels.values.count(where: \.isOccupied))
            for (channel, count) in tenant.hub.meter?.counts ?? [:] {
                add(SandboxMetrics.events, [app, channel], count.events)
                add(SandboxMetrics.dataBytes, [app, channel], count.bytes)
            }
            add(SandboxMetrics.sent, [app], traffic.sent)
            add(SandboxMetrics.sentBytes, [app], traffic.sentBytes)
            add(SandboxMetrics.received, [app], traffic.received)
        }
        for (status, count) in self.responses {
            add(SandboxMetrics.responses, [String(status)], count)
        }
        return values
    }
}
