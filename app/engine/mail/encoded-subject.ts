import { toBase64 } from '../files/base64';

/** So many bytes keep an encoded word within 75 characters (RFC 2047 section 2). */
const maxWordBytes = 45;

/**
 * Encodes a subject that may hold encoded words (RFC 2047) itself, such as the name of an organization or the value of a
 * placeholder. A mail library would leave them as they are, and mail programs would show what they stand for.
 */
export function encodeSubject(subject: string): string {
  if (!subject.includes('=?')) return subject;
  const encoder = new TextEncoder();
  const words = [''];
  for (const character of subject) {
    const longer = `${words.at(-1)}${character}`;
    if (encoder.encode(longer).length <= maxWordBytes) words[words.length - 1] = longer;
    else words.push(character);
  }
  return words.map((word) => `=?UTF-8?B?${toBase64(encoder.encode(word))}?=`).join(' ');
}
