-- Values are JSON; the end is in seconds since 1970.
create table sessions (
    id varchar(100) primary key,
    content varchar(100000) not null,
    ends bigint not null
);
create index sessions_by_end on sessions (ends);
