create table users (
    id varchar(36) primary key,
    name varchar(40) not null unique,
    password varchar(200) not null
);
