create table products (id integer primary key, name text not null, cents bigint not null);

create table reviews (
  id bigint generated always as identity primary key,
  product integer not null references products,
  stars integer not null check (stars between 1 and 5),
  text text not null
);

insert into products values (1, 'apples', 250), (2, 'pears', 320), (3, 'plums', 410);
