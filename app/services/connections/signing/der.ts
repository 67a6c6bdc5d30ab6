// Reads DER (X.690 §8 and §10), the form in which private keys are written, without opening any.

export interface DerElement {
  tag: number;
  content: Buffer;
  /** Where the next element begins. */
  end: number;
}

/** The tags of what private keys consist of. */
export const tags = { integer: 0x02, octets: 0x04, oid: 0x06, sequence: 0x30 };

/** Reads the first element; undefined when it is no DER. */
export function readElement(bytes: Buffer): DerElement | undefined {
  const [tag = 0, first = 0] = bytes;
  const more = first > 0x80 ? first - 0x80 : 0;
  if (bytes.length < 2 + more || more > 4 || first === 0x80) return undefined;
  const start = 2 + more;
  const length = more > 0 ? bytes.readUIntBE(2, more) : first;
  const end = start + length;
  return end > bytes.length ? undefined : { tag, content: bytes.subarray(start, end), end };
}

/** Lists elements that stand one after the other; undefined when one is broken. */
export function listElements(bytes: Buffer): DerElement[] | undefined {
  const elements: DerElement[] = [];
  for (let rest = bytes; rest.length > 0;) {
    const element = readElement(rest);
    if (!element) return undefined;
    elements.push(element);
    rest = rest.subarray(element.end);
  }
  return elements;
}

/** Lists the elements in a sequence that `bytes` begin with; undefined when they begin with none, or one is broken. */
export function listOfSequence(bytes: Buffer): DerElement[] | undefined {
  const element = readElement(bytes);
  return element?.tag === tags.sequence ? listElements(element.content) : undefined;
}
