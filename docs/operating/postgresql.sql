-- A table for the lines of `buoy tail --json`. docs/operating.md shows how they get there.

-- A line's time is always in UTC, so it is the same in every session.
create function buoy_time(line jsonb) returns timestamptz
    language sql immutable
    return (line ->> 'time')::timestamptz;

-- The other columns are made from the line.
create table buoy (
    line jsonb not null,
    -- PGAPPNAME of the psql that wrote the line.
    source text not null default current_setting('application_name'),
    server text generated always as (coalesce(line ->> 'server', '')) stored,
    time timestamptz generated always as (buoy_time(line)) stored,
    number bigint generated always as ((line ->> 'number')::bigint) stored,
    kind text generated always as (line ->> 'kind') stored,
    channel text generated always as (line ->> 'channel') stored,
    event text generated always as (line ->> 'event') stored
);

create index on buoy using brin (time);
create index on buoy (kind, source, server, time);
