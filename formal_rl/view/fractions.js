// Exact numbers: fractions of whole numbers of any size, and how they are read and written.

// Return the greatest common divisor of two whole numbers that are not both 0.
function commonDivisor(a, b) {
  let [first, second] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (second) [first, second] = [second, first % second];
  return first;
}

// From here on a fraction is brought to lowest terms only when it is written: a divisor of large numbers takes long.
const LARGE = 2n ** 1024n;

export class Fraction {
  constructor(numerator, denominator = 1n) {
    if (denominator === 0n) throw new RangeError("a fraction with denominator 0");
    const isLarge = denominator > LARGE || numerator > LARGE || numerator < -LARGE;
    const common = isLarge ? 1n : commonDivisor(numerator, denominator),
      divisor = denominator < 0n ? -common : common;
    this.numerator = numerator / divisor;
    this.denominator = denominator / divisor;
  }
  plus(other) {
    return new Fraction(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }
  minus(other) {
    return this.plus(other.negative());
  }
  times(other) {
    return new Fraction(this.numerator * other.numerator, this.denominator * other.denominator);
  }
  over(other) {
    return new Fraction(this.numerator * other.denominator, this.denominator * other.numerator);
  }
  negative() {
    return new Fraction(-this.numerator, this.denominator);
  }
  absolute() {
    return this.numerator < 0n ? this.negative() : this;
  }
  // Return the power with a whole exponent, which may be below 0.
  power(exponent) {
    const size = BigInt(Math.abs(exponent)),
      raised = [this.numerator ** size, this.denominator ** size];
    return exponent < 0 ? new Fraction(raised[1], raised[0]) : new Fraction(...raised);
  }
  // Return -1, 0 or 1: how it stands to another.
  compared(other) {
    const gap = this.numerator * other.denominator - other.numerator * this.denominator;
    return gap < 0n ? -1 : gap > 0n ? 1 : 0;
  }
  equals(other) {
    return this.compared(other) === 0;
  }
  number() {
    return Number(decimalText(this, 20));
  }
  toString() {
    const common = commonDivisor(this.numerator, this.denominator),
      denominator = this.denominator / common;
    return denominator === 1n ? `${this.numerator / common}` : `${this.numerator / common}/${denominator}`;
  }
}

export const ZERO = new Fraction(0n),
  ONE = new Fraction(1n);

// Return a whole number as a fraction.
export function whole(number) {
  return new Fraction(BigInt(number));
}

// Return the sum of fractions.
export function sum(fractions) {
  return fractions.reduce((total, each) => total.plus(each), ZERO);
}

// Return the exact number of a text such as 1/3, 2 or 0.25, or null where it is not one.
export function parsedFraction(text) {
  const found = /^(-?)(?=[\d.])(\d{0,100})(?:\/(\d{1,100})|\.(\d{1,100}))?$/.exec(text.trim());
  if (!found || (found[3] && BigInt(found[3]) === 0n)) return null;
  const decimals = found[4] || "";
  const denominator = found[3] ? BigInt(found[3]) : 10n ** BigInt(decimals.length);
  return new Fraction(BigInt(found[1] + found[2] + decimals), denominator);
}

// Return a fraction rounded to ``digits`` significant digits (half to even), without zeros at its end.
export function decimalText(fraction, digits = 10) {
  const { denominator } = fraction,
    sign = fraction.numerator < 0n ? "-" : "";
  const size = fraction.absolute().numerator;
  if (size === 0n) return "0";
  let exponent = `${size}`.length - `${denominator}`.length;
  if (new Fraction(size, denominator).compared(whole(10).power(exponent)) < 0) exponent -= 1;
  const scaled = new Fraction(size, denominator).times(whole(10).power(digits - 1 - exponent));
  let rounded = scaled.numerator / scaled.denominator;
  const left = 2n * (scaled.numerator % scaled.denominator);
  if (left > scaled.denominator || (left === scaled.denominator && rounded % 2n === 1n)) rounded += 1n;
  if (`${rounded}`.length > digits) exponent += 1;
  const shown = `${rounded}`.slice(0, digits).replace(/0+$/, "");
  if (exponent < -6 || exponent >= 20) {
    const point = shown.length > 1 ? `${shown[0]}.${shown.slice(1)}` : shown;
    return `${sign}${point}e${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${shown}`;
  const [before, after] = [shown.slice(0, exponent + 1).padEnd(exponent + 1, "0"), shown.slice(exponent + 1)];
  return sign + before + (after ? `.${after}` : "");
}

function isDecimal(fraction, decimal) {
  const [mantissa, exponent] = decimal.split("e");
  return parsedFraction(mantissa)
    .times(whole(10).power(Number(exponent || 0)))
    .equals(fraction);
}

// Return a fraction in a line: 2/5 = 0.4, 1/3 ≈ 0.3333, 3; the decimal alone where it is long.
export function inLine(fraction, digits = 10, longest = 24) {
  const decimal = decimalText(fraction, digits),
    isLarge = fraction.denominator > LARGE;
  const exact = isLarge ? "" : `${fraction}`;
  if (isLarge || exact.length > longest) return `≈ ${decimal}`;
  return exact.includes("/") ? `${exact} ${isDecimal(fraction, decimal) ? "=" : "≈"} ${decimal}` : exact;
}
