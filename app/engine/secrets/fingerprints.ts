// Karp–Rabin fingerprints: numbers that stand for parts of a text, each had in one step whatever the part's length.

// Two polynomials modulo 2^32, of which the upper 26 bits count: together 52, which a float holds exactly. By chance two
// different parts share them in one of 10^15 cases, and whoever does not know the secrets cannot make such a case: texts
// whose fingerprints are the same can be made (Thue–Morse), but not for a secret that is not one's own.
const [base1, base2] = [0x2c1b3c6d, 0x297a2d3b];
const half = 2 ** 26;

/** What a length has to do with the fingerprint of a part that is so long: the bases to its power. */
export interface Powers {
  first: Int32Array;
  second: Int32Array;
}

/** Of each of these lengths, which ascend. */
export function listPowers(lengths: ArrayLike<number>): Powers {
  const powers = { first: new Int32Array(lengths.length), second: new Int32Array(lengths.length) };
  let [first, second] = [1, 1];
  let length = 0;
  for (let place = 0; place < lengths.length; place += 1) {
    for (const next = lengths[place] ?? 0; length < next; length += 1) {
      first = Math.imul(first, base1);
      second = Math.imul(second, base2);
    }
    powers.first[place] = first;
    powers.second[place] = second;
  }
  return powers;
}

/** The fingerprints of one text at a time. */
export class Fingerprints {
  /** Of the beginnings of the text, by their length. */
  private first = new Int32Array(0);
  private second = new Int32Array(0);

  /** Reads a text, in place of the one before. */
  read(text: string): this {
    if (this.first.length <= text.length) {
      this.first = new Int32Array(text.length + 1);
      this.second = new Int32Array(text.length + 1);
    }
    const { first: firsts, second: seconds } = this;
    let [first, second] = [0, 0];
    for (let index = 0; index < text.length; index += 1) {
      // No character counts as nothing: parts that differ in zeros at their beginning differ.
      const code = Math.imul(text.charCodeAt(index) + 1, 0x5bd1e995);
      first = (Math.imul(first, base1) + code) | 0;
      second = (Math.imul(second, base2) + code) | 0;
      firsts[index + 1] = first;
      seconds[index + 1] = second;
    }
    return this;
  }

  /** Of the part from `start` on to `end`; `place` is where `powers` has its length. */
  of(start: number, end: number, powers: Powers, place: number): number {
    const { first, second } = this;
    const part1 = (first[end] ?? 0) - Math.imul(first[start] ?? 0, powers.first[place] ?? 0);
    const part2 = (second[end] ?? 0) - Math.imul(second[start] ?? 0, powers.second[place] ?? 0);
    return (part1 >>> 6) * half + (part2 >>> 6);
  }
}

/** A number for each of many fingerprints: a Map, which would take an object for each fingerprint, is many times slower. */
export class FingerprintTable {
  private keys = new Float64Array(64).fill(-1);
  private values = new Int32Array(64);
  private size = 0;
  /** How many bits of a number of 32 say no slot. */
  private unused = 26;

  /** Undefined when there is none. */
  get(key: number): number | undefined {
    const slot = this.findSlot(key);
    return this.keys[slot] === key ? this.values[slot] : undefined;
  }

  set(key: number, value: number): void {
    const slot = this.findSlot(key);
    const isNew = this.keys[slot] !== key;
    this.keys[slot] = key;
    this.values[slot] = value;
    if (!isNew) return;
    this.size += 1;
    if (this.size * 2 > this.keys.length) this.grow();
  }

  /** Where a key is, or is to be. */
  private findSlot(key: number): number {
    const { keys } = this;
    const last = keys.length - 1;
    const high = Math.floor(key / half);
    // Fingerprints of texts that differ in their last characters alone are near one another.
    const mixed = Math.imul(high ^ Math.imul(key - high * half, 0x85ebca6b), 0x9e3779b1);
    let slot = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> this.unused;
    while (keys[slot] !== -1 && keys[slot] !== key) slot = (slot + 1) & last;
    return slot;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Float64Array(keys.length * 4).fill(-1);
    this.values = new Int32Array(values.length * 4);
    this.unused -= 2;
    for (const [slot, key] of keys.entries()) {
      if (key === -1) continue;
      const next = this.findSlot(key);
      this.keys[next] = key;
      this.values[next] = values[slot] ?? 0;
    }
  }
}
