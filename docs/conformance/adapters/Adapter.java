// buoy conform client --subject "pusher-websocket-java 2.4.4" -- java -cp CLASSPATH Adapter.java
// Needs: com.pusher:pusher-java-client
import com.pusher.client.Pusher;
import com.pusher.client.PusherOptions;
import com.pusher.client.channel.PresenceChannelEventListener;
import com.pusher.client.channel.PusherEvent;
import com.pusher.client.channel.User;
import com.pusher.client.util.HttpChannelAuthorizer;
import java.util.Set;

public class Adapter {
    static Pusher pusher;

    static class Echo implements PresenceChannelEventListener {
        public void onEvent(PusherEvent event) {
            if (!event.getEventName().equals("echo")) return;
            String name = event.getChannelName();
            (name.startsWith("presence-")
                    ? pusher.getPresenceChannel(name)
                    : pusher.getPrivateChannel(name))
                .trigger("client-echo", event.getData());
        }

        public void onSubscriptionSucceeded(String channel) {}

        public void onAuthenticationFailure(String message, Exception error) {}

        public void onUsersInformationReceived(String channel, Set<User> users) {}

        public void userSubscribed(String channel, User user) {}

        public void userUnsubscribed(String channel, User user) {}
    }

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(System.getenv("BUOY_CONFORM_PORT"));
        PusherOptions options = new PusherOptions()
            .setHost(System.getenv("BUOY_CONFORM_HOST")).setWsPort(port).setWssPort(port)
            .setUseTLS(false)
            .setChannelAuthorizer(new HttpChannelAuthorizer(System.getenv("BUOY_CONFORM_AUTH")));
        pusher = new Pusher(System.getenv("BUOY_CONFORM_KEY"), options);
        for (String name : System.getenv("BUOY_CONFORM_CHANNELS").split(",")) {
            if (name.startsWith("presence-")) {
                pusher.subscribePresence(name, new Echo(), "echo");
            } else if (name.startsWith("private-")) {
                pusher.subscribePrivate(name, new Echo(), "echo");
            } else {
                pusher.subscribe(name);
            }
        }
        pusher.connect();
        Thread.currentThread().join();
    }
}
