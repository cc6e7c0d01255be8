-- Five questions about the lines of `buoy tail --json` in the table of postgresql.sql.

-- Events per name and hour.
select date_trunc('hour', time) as hour, source, server, event, count(*) as events
from buoy
where kind = 'received'
group by hour, source, server, event
order by hour desc, events desc;

-- The slowest gaps: from the last frame until the last channel was subscribed to again.
select time as ended, source, server,
    round((line ->> 'duration_ms')::numeric / 1000, 1) as seconds,
    round((line ->> 'downtime_ms')::numeric / 1000, 1) as without_connection,
    jsonb_array_length(line -> 'channels') as channels
from buoy
where kind = 'gap'
order by (line ->> 'duration_ms')::numeric desc
limit 10;

-- Silent channels: subscribed, without an event for 15 minutes.
with channels as (
    select source, server, channel,
        (array_agg(line ->> 'state' order by time desc, number desc)
            filter (where kind = 'subscription_changed'))[1] as state,
        max(time) filter (where kind = 'received') as last_event
    from buoy
    where kind in ('received', 'subscription_changed')
    group by source, server, channel
)
select source, server, channel, last_event
from channels
where state = 'subscribed' and (last_event is null or last_event < now() - interval '15 minutes')
order by last_event nulls first;

-- Missed events per loss: a line "missed" belongs to the last gap before it. Without one, the number is unknown.
with gaps as (
    select *, lead(time, 1, 'infinity') over (partition by source, server order by time) as next
    from buoy
    where kind = 'gap'
)
select gaps.time as ended, gaps.source, gaps.server,
    (missed.line ->> 'missed')::int as missed,
    missed.line -> 'channels' as by_channel,
    loss.line ->> 'detail' as loss
from gaps
left join lateral (
    select line from buoy
    where kind = 'missed' and (source, server) = (gaps.source, gaps.server)
        and time >= gaps.time and time < gaps.next
    order by time
    limit 1
) missed on true
left join lateral (
    select line from buoy
    where kind = 'state_changed' and (source, server) = (gaps.source, gaps.server)
        and line ->> 'from' = 'connected' and time <= gaps.time
    order by time desc
    limit 1
) loss on true
order by gaps.time desc
limit 20;

-- Top talkers: the channels, and on presence channels the users, with most data.
select source, server, channel, line ->> 'user_id' as user_id, count(*) as events,
    round(100 * count(*) / sum(count(*)) over (partition by source, server), 1) as percent,
    pg_size_pretty(sum(octet_length(coalesce(line ->> 'data_text', line ->> 'data')))) as data
from buoy
where kind = 'received'
group by source, server, channel, user_id
order by sum(octet_length(coalesce(line ->> 'data_text', line ->> 'data'))) desc nulls last
limit 10;
