// The rows of the CPU suite in Node; bench.js measures them.
'use strict';
const fs = require('node:fs');

const tak = (x, y, z) => (y >= x ? z : tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y)));

function ackermann(m, n) {
  if (m === 0) return n + 1;
  return n === 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

// Mutable: an array, as one would write it.
function sieve(n) {
  const struck = new Uint8Array(n);
  for (let p = 2; p * p < n; p++) {
    if (!struck[p]) for (let i = p * p; i < n; i += p) struck[i] = 1;
  }
  let count = 0;
  let sum = 0;
  for (let i = 2; i < n; i++) {
    if (!struck[i]) {
      count++;
      sum += i;
    }
  }
  return `${count} ${sum}`;
}

const YEAR = 365.24;
const SOLAR_MASS = 39.47841760435743;
const body = (x, y, z, vx, vy, vz, mass) => ({
  x, y, z, vx: vx * YEAR, vy: vy * YEAR, vz: vz * YEAR, mass: mass * SOLAR_MASS,
});

const planets = () => [
  body(0, 0, 0, 0, 0, 0, 1),
  body(4.84143144246472090, -1.16032004402742839, -0.103622044471123109,
    0.00166007664274403694, 0.00769901118419740425, -0.0000690460016972063023,
    0.000954791938424326609),
  body(8.34336671824457987, 4.12479856412430479, -0.403523417114321381,
    -0.00276742510726411, 0.00499852801234917238, 0.0000230417297573763929,
    0.000285885980666130812),
  body(12.8943695621391310, -15.1111514016986312, -0.223307578892655734,
    0.00296460137564761618, 0.00237847173959480950, -0.0000296589568540237556,
    0.0000436624404335156298),
  body(15.3796971148509165, -25.9193146099879641, 0.179258772950371181,
    0.00268067772490389322, 0.00162824170038242295, -0.0000951592254519715870,
    0.0000515138902046611451),
];

// Mutable: bodies are moved in place.
function nBody(n) {
  const bodies = planets();
  for (; n !== 0; n--) {
    for (const body of bodies) {
      for (const other of bodies) {
        const dx = body.x - other.x;
        const dy = body.y - other.y;
        const dz = body.z - other.z;
        const square = dx * dx + dy * dy + dz * dz;
        if (square !== 0) {
          const pull = (0.01 * other.mass) / (square * Math.sqrt(square));
          body.vx -= dx * pull;
          body.vy -= dy * pull;
          body.vz -= dz * pull;
        }
      }
    }
    for (const body of bodies) {
      body.x += 0.01 * body.vx;
      body.y += 0.01 * body.vy;
      body.z += 0.01 * body.vz;
    }
  }
  return Math.round(energy(bodies) * 1e9);
}

function energy(bodies) {
  let sum = 0;
  bodies.forEach((body, i) => {
    sum += 0.5 * body.mass * (body.vx * body.vx + body.vy * body.vy + body.vz * body.vz);
    for (const other of bodies.slice(i + 1)) {
      const dx = body.x - other.x;
      const dy = body.y - other.y;
      const dz = body.z - other.z;
      sum -= (body.mass * other.mass) / Math.sqrt(dx * dx + dy * dy + dz * dz);
    }
  });
  return sum;
}

function mandelbrot(n) {
  let count = 0;
  for (let y = 0; y < n; y++) {
    const ci = (2 * y) / n - 1;
    for (let x = 0; x < n; x++) if (isInside((2 * x) / n - 1.5, ci)) count++;
  }
  return count;
}

function isInside(cr, ci) {
  let zr = 0;
  let zi = 0;
  for (let turns = 50; ; turns--) {
    const rr = zr * zr;
    const ii = zi * zi;
    if (rr + ii > 4) return false;
    if (turns === 0) return true;
    zi = 2 * zr * zi + ci;
    zr = rr - ii + cr;
  }
}

// The element's reciprocal.
const matrix = (i, j) => ((i + j) * (i + j + 1)) / 2 + i + 1;

// The product with the matrix, then with its transpose.
function both(v) {
  const n = v.length;
  const product = new Float64Array(n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) product[i] += v[j] / matrix(i, j);
  const result = new Float64Array(n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) result[i] += product[j] / matrix(j, i);
  return result;
}

function spectralNorm(n) {
  let u = new Float64Array(n).fill(1);
  let v = u;
  for (let turn = 0; turn < 10; turn++) {
    v = both(u);
    u = both(v);
  }
  let uv = 0;
  let vv = 0;
  for (let i = 0; i < n; i++) {
    uv += u[i] * v[i];
    vv += v[i] * v[i];
  }
  return Math.round(Math.sqrt(uv / vv) * 1e9);
}

const tree = (depth) =>
  depth === 0 ? { left: null, right: null } : { left: tree(depth - 1), right: tree(depth - 1) };

const count = ({ left, right }) => (left === null ? 1 : 1 + count(left) + count(right));

function binaryTrees(n) {
  const longLived = tree(n);
  let sum = count(tree(n + 1));
  for (let depth = 4; depth <= n; depth += 2) {
    for (let times = 1 << (n - depth + 4); times !== 0; times--) sum += count(tree(depth));
  }
  return sum + count(longLived);
}

const third = (file) =>
  fs.readFileSync(file, 'latin1')
    .split('>THREE Homo sapiens frequency')[1]
    .replaceAll('\n', '')
    .toUpperCase();

function counts(length, sequence) {
  const map = new Map();
  for (let i = 0; i + length <= sequence.length; i++) {
    const part = sequence.substring(i, i + length);
    map.set(part, (map.get(part) ?? 0) + 1);
  }
  return map;
}

function kNucleotide(sequence) {
  const results = [];
  for (const length of [1, 2]) {
    const sorted = [...counts(length, sequence)].sort(
      ([a, m], [b, n]) => n - m || (a < b ? -1 : 1)
    );
    for (const [part, times] of sorted) results.push(`${part} ${times}`);
  }
  for (const part of ['GGT', 'GGTA', 'GGTATT', 'GGTATTTTAATT', 'GGTATTTTAATTTATAGT']) {
    results.push(counts(part.length, sequence).get(part) ?? 0);
  }
  return results.join(' ');
}

// Mutable: Node has no persistent set of its own.
function set(n) {
  const numbers = new Set();
  for (let i = n, x = 42; i > 0; i--) {
    x = (x * 16807) % 2147483647;
    numbers.add(x % (2 * n));
  }
  let members = 0;
  for (let i = 0; i < n; i++) if (numbers.has(i)) members++;
  return `${numbers.size} ${members}`;
}

const VARIANTS = [
  /agggtaaa|tttaccct/g, /[cgt]gggtaaa|tttaccc[acg]/g, /a[act]ggtaaa|tttacc[agt]t/g,
  /ag[act]gtaaa|tttac[agt]ct/g, /agg[act]taaa|ttta[agt]cct/g, /aggg[acg]aaa|ttt[cgt]ccct/g,
  /agggt[cgt]aa|tt[acg]accct/g, /agggta[cgt]a|t[acg]taccct/g, /agggtaa[cgt]|[acg]ttaccct/g,
];

const RULES = [
  [/tHa[Nt]/g, '<4>'], [/aND|caN|Ha[DS]|WaS/g, '<3>'], [/a[NSt]|BY/g, '<2>'],
  [/\|[^|][^|]*\|/g, '|'], [/\|[^|][^|]*\|/g, '-'],
];

function regex(text) {
  const clean = text.replace(/>.*\n|\n/g, '');
  const found = VARIANTS.map((variant) => (clean.match(variant) ?? []).length);
  const rewritten = RULES.reduce((s, [rule, other]) => s.replace(rule, other), clean);
  return [text.length, clean.length, rewritten.length, ...found].join(' ');
}

const same = (x) => x;

const lengthWithoutSpaces = (text) => text.replaceAll(' ', '').length;

module.exports = {
  tak: { prepare: same, run: (n) => tak(3 * n, 2 * n, n), check: same },
  ackermann: { prepare: same, run: (n) => ackermann(3, n), check: same },
  sieve: { prepare: same, run: sieve, check: same },
  'n-body': { prepare: same, run: nBody, check: same },
  mandelbrot: { prepare: same, run: mandelbrot, check: same },
  'spectral-norm': { prepare: same, run: spectralNorm, check: same },
  'binary-trees': { prepare: same, run: binaryTrees, check: same },
  'k-nucleotide': { prepare: (_, file) => third(file), run: kNucleotide, check: same },
  set: { prepare: same, run: set, check: same },
  regex: { prepare: (_, file) => fs.readFileSync(file, 'latin1'), run: regex, check: same },
  'json-parse': {
    prepare: (_, file) => fs.readFileSync(file, 'utf8'),
    run: (text) => JSON.parse(text),
    check: (value) => lengthWithoutSpaces(JSON.stringify(value)),
  },
  'json-generate': {
    prepare: (_, file) => JSON.parse(fs.readFileSync(file, 'utf8')),
    run: (value) => JSON.stringify(value),
    check: lengthWithoutSpaces,
  },
};
