/** Encodes bytes as base64 (RFC 4648 §4). `btoa` takes ten times as long, mostly to build the string that it needs. */
export function toBase64(bytes: Uint8Array): string {
  const written = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(padding);
  let to = 0;
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    const left = bytes.length - at;
    written[to] = alphabet.charCodeAt(a >> 2);
    written[to + 1] = alphabet.charCodeAt(((a & 3) << 4) | (b >> 4));
    if (left > 1) written[to + 2] = alphabet.charCodeAt(((b & 15) << 2) | (c >> 6));
    if (left > 2) written[to + 3] = alphabet.charCodeAt(c & 63);
    to += 4;
  }
  return decoder.decode(written);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const padding = '='.charCodeAt(0);

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
