import type { KeyEncoding } from '~/engine/connections/config-parts';

/** Returns the bytes of a signing secret from its given form: text in UTF-8, base64 (RFC 4648 §4 or §5) or hex. */
export function readSecret(text: string, encoding: KeyEncoding): Buffer {
  return Buffer.from(text, encoding === 'text' ? 'utf8' : encoding);
}

/** Says why a text does not have the chosen form; undefined when it has. */
export function findSecretProblem(text: string, encoding: KeyEncoding): string | undefined {
  if (encoding === 'hex' && !/^(?:[\da-f]{2})+$/i.test(text)) {
    return 'In hex, a key has digits and the letters a to f, two for each byte';
  }
  if (encoding === 'base64' && !/^[\w+/-]+={0,2}$/.test(text)) {
    return 'In base64, a key has letters, digits, +, / and = at its end';
  }
  return undefined;
}
