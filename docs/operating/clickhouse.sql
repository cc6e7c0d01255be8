-- A table for the lines of `buoy tail --json` that fluent-bit.yaml sends. The other columns are made from the line.
create table buoy (
    line String,
    host LowCardinality(String),
    -- These two are in every line. JSONExtract finds nothing in a line with a number such as 1e400.
    time DateTime64(6, 'UTC') default parseDateTime64BestEffortOrZero(simpleJSONExtractString(line, 'time'), 6, 'UTC'),
    kind LowCardinality(String) default simpleJSONExtractString(line, 'kind'),
    server LowCardinality(String) default JSONExtractString(line, 'server'),
    channel String default JSONExtractString(line, 'channel'),
    event String default JSONExtractString(line, 'event'),
    data String default JSONExtractRaw(line, 'data')
) engine = MergeTree
order by (kind, channel, time)
ttl toDateTime(time) + interval 90 day;
