// DREST in exact numbers: the expected return, factors and returns of a meta-episode; and the optimum in doubles.
//
// A number that λ^(1/k) occurs in is a root sum: the list of E_0, ..., E_{k-1} that stands for the sum over j of
// E_j λ^(-j/k).

import { Fraction, ONE, ZERO, sum, whole } from "./fractions.js";

// Return the k-th root of a whole number, rounded down.
function wholeRoot(value, k) {
  let low = 0n,
    high = 1n << BigInt(Math.floor(value.toString(2).length / k) + 1);
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** BigInt(k) <= value) low = middle;
    else high = middle;
  }
  return low;
}

// Return λ^(1/k) where it is rational, or null.
export function rationalRoot(lam, k) {
  const found = new Fraction(wholeRoot(lam.numerator, k), wholeRoot(lam.denominator, k));
  return found.power(k).equals(lam) ? found : null;
}

// Return 1 + r + ... + r^(number - 1), for at least one summand.
//
// With r = a / b it is (a^number - b^number) / (a - b), a whole number without a divisor of b, over b^(number - 1).
function geometric(ratio, number) {
  if (ratio.equals(ONE)) return whole(number);
  const { numerator: a, denominator: b } = ratio,
    size = BigInt(number);
  return new Fraction((a ** size - b ** size) / (a - b), b ** (size - 1n));
}

// Return the expected return of a meta-episode of ``number`` mini-episodes, as a root sum.
//
// It is the closed form of Definition D.2, sum over i < N of q^i sum_l p_l u_l (1 - c p_l)^i with q = λ^(-1/k) and
// c = 1 - λ, of which the terms with i modulo k equal to j are E_j: a geometric series for each length. With the
// repaired reward q is 1, and all of it is E_0.
export function expectedReturn(p, u, lam, number, repaired = false) {
  const k = p.length,
    c = ONE.minus(lam);
  const factors = p.map((each) => ONE.minus(c.times(each)));
  if (repaired) {
    const total = sum(p.map((each, l) => each.times(u[l]).times(geometric(factors[l], number))));
    return p.map((_, j) => (j === 0 ? total : ZERO));
  }
  return p.map((_, j) => {
    const series = Math.ceil((number - j) / k);
    if (series <= 0) return ZERO;
    return sum(
      p.map((each, l) =>
        each
          .times(u[l])
          .times(factors[l].power(j))
          .times(geometric(factors[l].power(k).over(lam), series)),
      ),
    );
  });
}

// Return the factor λ^(n - (i - 1)/k) of the i-th mini-episode, whose length was chosen n times before, as a root sum;
// λ^n with the repaired reward.
export function discountFactor(lam, k, i, n, repaired = false) {
  const sums = Array(k).fill(ZERO),
    before = repaired ? 0 : i - 1;
  sums[before % k] = lam.power(n - Math.floor(before / k));
  return sums;
}

// Return, for each mini-episode of a sequence of lengths (numbered from 0), its counts, factor, preliminary return u_l
// and overall return; and their total.
export function metaEpisode(sequence, u, lam, k, repaired = false) {
  const chosen = Array(k).fill(0);
  let total = Array(k).fill(ZERO);
  const rows = sequence.map((length, before) => {
    const i = before + 1,
      n = chosen[length]++,
      factor = discountFactor(lam, k, i, n, repaired);
    const overall = factor.map((each) => each.times(u[length]));
    total = total.map((each, j) => each.plus(overall[j]));
    return { i, length, n, factor, preliminary: u[length], overall };
  });
  return { rows, total };
}

// Return two fractions between which a root sum lies; they are the same where λ^(1/k) is rational or does not occur.
export function bounds(sums, lam, bits = 256) {
  if (sums.slice(1).every((each) => each.equals(ZERO))) return [sums[0], sums[0]];
  const k = sums.length,
    root = rationalRoot(lam, k);
  if (root) {
    const exact = sum(sums.map((each, j) => each.over(root.power(j))));
    return [exact, exact];
  }
  const below = wholeRoot((lam.numerator << BigInt(bits * k)) / lam.denominator, k),
    one = 1n << BigInt(bits);
  const [low, high] = [new Fraction(below, one), new Fraction(below + 1n, one)];
  return sums.reduce(
    ([least, most], each, j) => {
      const ends = nearest(each, 2 * bits),
        roots = each.numerator < 0n ? [low, high] : [high, low];
      return [least.plus(ends[0].over(roots[0].power(j))), most.plus(ends[1].over(roots[1].power(j)))];
    },
    [ZERO, ZERO],
  );
}

// Return two fractions of 2^-bits between which a fraction lies.
function nearest(fraction, bits) {
  const shifted = fraction.numerator << BigInt(bits),
    one = 1n << BigInt(bits);
  let below = shifted / fraction.denominator;
  if (below * fraction.denominator > shifted) below -= 1n;
  return [new Fraction(below, one), new Fraction(below + 1n, one)];
}

// Return first - second.
export function difference(first, second) {
  return first.map((each, j) => each.minus(second[j]));
}

// Return how the one return stands to the other: 1 better, 0 equal, -1 worse; null where the bounds do not decide.
export function comparison(first, second, lam) {
  const gap = difference(first, second),
    [low, high] = bounds(gap, lam);
  if (low.numerator > 0n) return 1;
  if (high.numerator < 0n) return -1;
  return low.equals(high) ? 0 : null;
}

// Return USEFULNESS, the sum over lengths of p_l u_l.
export function usefulness(p, u) {
  return sum(p.map((each, l) => each.times(u[l])));
}

// Return NEUTRALITY, minus the sum over lengths of p_l log2 p_l, in bits; a double.
export function neutrality(p) {
  return (
    0 -
    p.reduce((total, each) => {
      const share = each.number();
      return share > 0 ? total + share * Math.log2(share) : total;
    }, 0)
  );
}

// --- In doubles: the curve of the return, and where it is greatest ---

// Return the logarithm of 1 + r + ... + r^(number - 1).
function logSeries(ratio, number) {
  if (ratio <= 0) return 0;
  const raised = number * Math.log(ratio),
    gap = ratio - 1;
  if (Math.abs(gap) * number < 1e-9) return Math.log(number);
  return raised > 0 ? raised + Math.log(-Math.expm1(-raised) / gap) : Math.log(Math.expm1(raised) / gap);
}

// Return a function of probabilities p: their expected return over that of uniform p, u the same.
export function relativeReturns(u, lam, number, repaired = false) {
  const k = u.length,
    c = 1 - lam,
    q = repaired ? 1 : lam ** (-1 / k),
    even = logSeries(q * (1 - c / k), number);
  const mean = u.reduce((total, each) => total + each, 0) / k;
  return (p) =>
    p.reduce((total, each, l) => total + each * u[l] * Math.exp(logSeries(q * (1 - c * each), number) - even), 0) /
    mean;
}

// Return the probabilities in which one length has y and the others have equal parts of the rest.
export function leaning(k, place, y) {
  return Array.from({ length: k }, (_, l) => (l === place ? y : (1 - y) / (k - 1)));
}

// Return the y at which a function on [0, 1] is greatest: on a grid, then by golden sections.
export function peak(value, points = 200) {
  let best = 0;
  for (let place = 1; place <= points; place++) if (value(place / points) > value(best / points)) best = place;
  let [low, high] = [Math.max(best - 1, 0) / points, Math.min(best + 1, points) / points];
  const golden = (Math.sqrt(5) - 1) / 2;
  for (let round = 0; round < 60; round++) {
    const [first, second] = [high - golden * (high - low), low + golden * (high - low)];
    if (value(first) < value(second)) low = first;
    else high = second;
  }
  return (low + high) / 2;
}

// Return the best probability of the likeliest length, of distributions in which the others are equally likely, every
// length collected in full; 1/k where no other is better by more than rounding.
export function bestLeaning(k, lam, number, repaired = false, points = 200) {
  const relative = relativeReturns(Array(k).fill(1), lam, number, repaired);
  const y = peak((share) => relative(leaning(k, 0, 1 / k + share * (1 - 1 / k))), points);
  const best = 1 / k + y * (1 - 1 / k);
  return relative(leaning(k, 0, best)) > 1 + 1e-12 ? best : 1 / k;
}

// Return the least λ for which only uniform p is best for N = number, as `least_safe_lam` does; 0 if it is for every λ.
export function leastSafeLambda(k, number) {
  const unit = 10 ** Math.max(3, `${number}`.length + 1);
  let low = 0,
    high = Math.ceil(unit * (1 - 4 / number)); // N <= 4 / (1 - λ) is enough
  if (high <= 0) return ZERO;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (bestLeaning(k, middle / unit, number) === 1 / k) high = middle;
    else low = middle;
  }
  return new Fraction(BigInt(high), BigInt(unit));
}
