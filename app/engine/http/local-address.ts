// Addresses that lead elsewhere on every machine: a server in production may not reach what the author's machine reaches.
import { readUrl } from './read-url';

/** Local addresses as URLs spell them (WHATWG URL §3.5): RFC 1918, 3927, 4193, 4291, 6598, also as IPv4-mapped IPv6. */
const local =
  /^((.+\.)?localhost\.?|(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+|\[(::1?|f[cd]..:.*|fe[89ab].:.*|::ffff:(.{1,2}|a..|7f..|a9fe|ac1.|c0a8|64[4-7].):.*)\])$/;

/** Checks whether a URL leads to this machine or a private network: to localhost, or to an address that is not public. */
export function isLocalAddress(url: string): boolean {
  return local.test(readUrl(url)?.hostname ?? '');
}
