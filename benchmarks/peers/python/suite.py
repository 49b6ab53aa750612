"""The rows of the CPU suite in Python; bench.py measures them."""

import json
import re
from collections import Counter
from math import sqrt


def tak(x, y, z):
    return z if y >= x else tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y))


def ackermann(m, n):
    if m == 0:
        return n + 1
    return ackermann(m - 1, 1) if n == 0 else ackermann(m - 1, ackermann(m, n - 1))


def sieve(n):
    """Mutable: an array, as one would write it."""
    marks = bytearray([1]) * n
    for p in range(2, int(sqrt(n)) + 1):
        if marks[p]:
            marks[p * p :: p] = bytes(len(range(p * p, n, p)))
    primes = [i for i in range(2, n) if marks[i]]
    return f"{len(primes)} {sum(primes)}"


YEAR = 365.24
SOLAR_MASS = 39.47841760435743


class Body:
    __slots__ = ("x", "y", "z", "vx", "vy", "vz", "mass")

    def __init__(self, x, y, z, vx, vy, vz, mass):
        self.x, self.y, self.z = x, y, z
        self.vx, self.vy, self.vz = vx * YEAR, vy * YEAR, vz * YEAR
        self.mass = mass * SOLAR_MASS


def planets():
    return [
        Body(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
        Body(
            4.84143144246472090, -1.16032004402742839, -0.103622044471123109,
            0.00166007664274403694, 0.00769901118419740425, -0.0000690460016972063023,
            0.000954791938424326609,
        ),
        Body(
            8.34336671824457987, 4.12479856412430479, -0.403523417114321381,
            -0.00276742510726411, 0.00499852801234917238, 0.0000230417297573763929,
            0.000285885980666130812,
        ),
        Body(
            12.8943695621391310, -15.1111514016986312, -0.223307578892655734,
            0.00296460137564761618, 0.00237847173959480950, -0.0000296589568540237556,
            0.0000436624404335156298,
        ),
        Body(
            15.3796971148509165, -25.9193146099879641, 0.179258772950371181,
            0.00268067772490389322, 0.00162824170038242295, -0.0000951592254519715870,
            0.0000515138902046611451,
        ),
    ]


def n_body(n):
    """Mutable: bodies are moved in place."""
    bodies = planets()
    for _ in range(n):
        for body in bodies:
            for other in bodies:
                dx = body.x - other.x
                dy = body.y - other.y
                dz = body.z - other.z
                square = dx * dx + dy * dy + dz * dz
                if square != 0.0:
                    pull = 0.01 * other.mass / (square * sqrt(square))
                    body.vx -= dx * pull
                    body.vy -= dy * pull
                    body.vz -= dz * pull
        for body in bodies:
            body.x += 0.01 * body.vx
            body.y += 0.01 * body.vy
            body.z += 0.01 * body.vz
    return round(energy(bodies) * 1e9)


def energy(bodies):
    total = 0.0
    for i, body in enumerate(bodies):
        total += 0.5 * body.mass * (body.vx * body.vx + body.vy * body.vy + body.vz * body.vz)
        for other in bodies[i + 1 :]:
            dx = body.x - other.x
            dy = body.y - other.y
            dz = body.z - other.z
            total -= body.mass * other.mass / sqrt(dx * dx + dy * dy + dz * dz)
    return total


def mandelbrot(n):
    count = 0
    for y in range(n):
        ci = 2.0 * y / n - 1.0
        for x in range(n):
            count += is_inside(2.0 * x / n - 1.5, ci)
    return count


def is_inside(cr, ci):
    zr = zi = 0.0
    for _ in range(50):
        rr = zr * zr
        ii = zi * zi
        if rr + ii > 4.0:
            return False
        zi = 2.0 * zr * zi + ci
        zr = rr - ii + cr
    return zr * zr + zi * zi <= 4.0


def matrix(i, j):
    """The element's reciprocal."""
    return (i + j) * (i + j + 1) // 2 + i + 1


def both(v):
    """The product with the matrix, then with its transpose."""
    n = len(v)
    product = [sum([v[j] / matrix(i, j) for j in range(n)]) for i in range(n)]
    return [sum([product[j] / matrix(j, i) for j in range(n)]) for i in range(n)]


def spectral_norm(n):
    u = v = [1.0] * n
    for _ in range(10):
        v = both(u)
        u = both(v)
    uv = sum([a * b for a, b in zip(u, v)])
    vv = sum([b * b for b in v])
    return round(sqrt(uv / vv) * 1e9)


def tree(depth):
    return (None, None) if depth == 0 else (tree(depth - 1), tree(depth - 1))


def count(node):
    left, right = node
    return 1 if left is None else 1 + count(left) + count(right)


def binary_trees(n):
    long_lived = tree(n)
    total = count(tree(n + 1))
    for depth in range(4, n + 1, 2):
        for _ in range(1 << (n - depth + 4)):
            total += count(tree(depth))
    return total + count(long_lived)


def text_of(_, file):
    with open(file, encoding="utf-8") as source:
        return source.read()


def third(_, file):
    sequence = text_of(_, file).split(">THREE Homo sapiens frequency")[1]
    return sequence.replace("\n", "").upper()


def counts(length, sequence):
    return Counter([sequence[i : i + length] for i in range(len(sequence) - length + 1)])


def k_nucleotide(sequence):
    results = []
    for length in (1, 2):
        ordered = sorted(counts(length, sequence).items(), key=lambda entry: (-entry[1], entry[0]))
        results += [f"{part} {times}" for part, times in ordered]
    for part in ("GGT", "GGTA", "GGTATT", "GGTATTTTAATT", "GGTATTTTAATTTATAGT"):
        results.append(str(counts(len(part), sequence)[part]))
    return " ".join(results)


def build_set(n):
    """Mutable: Python has no persistent set of its own."""
    numbers = set()
    x = 42
    for _ in range(n):
        x = x * 16807 % 2147483647
        numbers.add(x % (2 * n))
    members = 0
    for i in range(n):
        if i in numbers:
            members += 1
    return f"{len(numbers)} {members}"


VARIANTS = (
    "agggtaaa|tttaccct", "[cgt]gggtaaa|tttaccc[acg]", "a[act]ggtaaa|tttacc[agt]t",
    "ag[act]gtaaa|tttac[agt]ct", "agg[act]taaa|ttta[agt]cct", "aggg[acg]aaa|ttt[cgt]ccct",
    "agggt[cgt]aa|tt[acg]accct", "agggta[cgt]a|t[acg]taccct", "agggtaa[cgt]|[acg]ttaccct",
)

RULES = (
    ("tHa[Nt]", "<4>"), ("aND|caN|Ha[DS]|WaS", "<3>"), ("a[NSt]|BY", "<2>"),
    (r"\|[^|][^|]*\|", "|"), (r"\|[^|][^|]*\|", "-"),
)


def regex(text):
    clean = re.sub(">.*\n|\n", "", text)
    rewritten = clean
    for rule, other in RULES:
        rewritten = re.sub(rule, other, rewritten)
    lengths = [len(text), len(clean), len(rewritten)]
    return lengths + [len(re.findall(variant, clean)) for variant in VARIANTS]


def written(value):
    return json.dumps(value, ensure_ascii=False)


def length_without_spaces(text):
    return len(text.replace(" ", ""))


def size_only(n, _):
    return n


def same(value):
    return value


ROWS = {
    "tak": (size_only, lambda n: tak(3 * n, 2 * n, n), same),
    "ackermann": (size_only, lambda n: ackermann(3, n), same),
    "sieve": (size_only, sieve, same),
    "n-body": (size_only, n_body, same),
    "mandelbrot": (size_only, mandelbrot, same),
    "spectral-norm": (size_only, spectral_norm, same),
    "binary-trees": (size_only, binary_trees, same),
    "k-nucleotide": (third, k_nucleotide, same),
    "set": (size_only, build_set, same),
    "json-parse": (
        text_of,
        json.loads,
        lambda value: length_without_spaces(written(value)),
    ),
    "json-generate": (
        lambda n, file: json.loads(text_of(n, file)),
        written,
        length_without_spaces,
    ),
    "regex": (text_of, regex, lambda lengths: " ".join(map(str, lengths))),
}
