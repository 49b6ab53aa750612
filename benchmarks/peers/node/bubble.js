// Bubble sort of random integers, recursive on an immutable list.
'use strict';

// An immutable linked list: {head, tail} or null.
const cons = (head, tail) => ({ head, tail });

const sort = (n, list) => (n === 0 ? list : sort(n - 1, pass(list)));

function pass(list) {
  if (list === null || list.tail === null) return list;
  const a = list.head;
  const b = list.tail.head;
  const rest = list.tail.tail;
  return a > b ? cons(b, pass(cons(a, rest))) : cons(a, pass(cons(b, rest)));
}

function randomList(n) {
  const numbers = [];
  for (let i = 0, x = 42; i < n; i++) numbers.push((x = next(x)));
  let list = null;
  for (let i = n - 1; i >= 0; i--) list = cons(numbers[i], list);
  return list;
}

// The Lehmer generator "minstd": every peer draws the same numbers.
const next = (x) => (x * 16807) % 2147483647;

function listCheck(list) {
  let check = 0;
  for (let l = list; l !== null; l = l.tail) check = (check * 31 + l.head) % 1000003;
  return check;
}

module.exports = { sort, cons, next, randomList, listCheck };

// One whole process.
if (require.main === module) {
  const n = Number(process.argv[2]);
  console.log(listCheck(sort(n, randomList(n))));
}
