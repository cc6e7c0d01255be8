import ChannelsPushNotifications

/// Runs a client during a test.
func running(_ client: PushClient, _ test: (PushClient) async throws -> Void) async throws {
    async let running: Void = client.run()
    do { try await test(client) } catch {
        await client.stop()
        throw error
    }
    await client.stop()
    await running
}
