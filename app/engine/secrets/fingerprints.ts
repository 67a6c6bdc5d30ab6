// Karp–Rabin fingerprints: numbers that stand for parts of a text. Each is computed in one step, whatever the part's length.

// Two polynomials modulo 2^32. The upper 26 bits of each count: together 52, which a float holds exactly. By chance, two
// different parts share a fingerprint in one of 10^15 cases. Texts with equal fingerprints can be made (Thue–Morse), but not
// for a secret that their author does not know.
const [base1, base2] = [0x2c1b3c6d, 0x297a2d3b];
const half = 2 ** 26;

/** The bases to the power of a part's length, from which the part's fingerprint is computed. */
interface Powers {
  first: Int32Array;
  second: Int32Array;
}

/** Computes the powers for each of these lengths, which ascend. */
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
  /** Fingerprints of the text's beginnings, by length. */
  private first = new Int32Array(0);
  private second = new Int32Array(0);

  /** Reads a text, which replaces the one before. */
  read(text: string): this {
    if (this.first.length <= text.length) {
      this.first = new Int32Array(text.length + 1);
      this.second = new Int32Array(text.length + 1);
    }
    const { first: firsts, second: seconds } = this;
    let [first, second] = [0, 0];
    for (let index = 0; index < text.length; index += 1) {
      // No character counts as zero: parts that differ in leading NUL characters alone have different fingerprints.
      const code = Math.imul(text.charCodeAt(index) + 1, 0x5bd1e995);
      first = (Math.imul(first, base1) + code) | 0;
      second = (Math.imul(second, base2) + code) | 0;
      firsts[index + 1] = first;
      seconds[index + 1] = second;
    }
    return this;
  }

  /** Returns the fingerprint of the part from `start` to `end`; `place` is the index of the part's length in `powers`. */
  of(start: number, end: number, powers: Powers, place: number): number {
    const { first, second } = this;
    const part1 = (first[end] ?? 0) - Math.imul(first[start] ?? 0, powers.first[place] ?? 0);
    const part2 = (second[end] ?? 0) - Math.imul(second[start] ?? 0, powers.second[place] ?? 0);
    return (part1 >>> 6) * half + (part2 >>> 6);
  }
}

/** Maps fingerprints to numbers. A Map would need an object for each fingerprint and is many times slower. */
export class FingerprintTable {
  private keys = new Float64Array(64).fill(-1);
  private values = new Int32Array(64);
  private size = 0;
  /** How many bits of a 32-bit hash do not select a slot. */
  private unused = 26;

  /** Returns the value of a key; undefined when there is none. */
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

  /** Finds the slot of a key, or the free slot for it. */
  private findSlot(key: number): number {
    const { keys } = this;
    const last = keys.length - 1;
    const high = Math.floor(key / half);
    // Fingerprints of texts that differ only in their last characters are close to one another, so the key is mixed.
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
