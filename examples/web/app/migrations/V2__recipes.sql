-- A photo is the name of a file; times are milliseconds since 1970.
create table recipes (
    id varchar(36) primary key,
    author varchar(36) not null references users (id),
    title varchar(100) not null,
    servings integer not null,
    steps varchar(20000) not null,
    photo varchar(60),
    changed bigint not null
);
create index recipes_by_time on recipes (changed);
