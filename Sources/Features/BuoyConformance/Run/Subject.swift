enum Subject {
    case server(ServerPlace)
    case client(ClientHost)
}
