import { type BlockList, isIP } from 'node:net';
import { isListed, plainAddress } from '~/services/limits/network-address';

/**
 * Returns the caller's network address. Only the part of X-Forwarded-For that trusted proxies wrote is believed: read from its
 * end, the first address that is not a trusted proxy's is the caller's. Where a text stands that is no address, as when a proxy passes
 * on what a caller wrote, the other end of the connection counts.
 */
export function findCallerAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: BlockList,
): string {
  const connected = plainAddress(peer ?? '');
  let address = connected;
  const forwarded = (forwardedFor ?? '')
    .split(',')
    .map((each) => plainAddress(each.trim()))
    .filter(Boolean);
  while (isListed(trustedProxies, address)) {
    const before = forwarded.pop();
    if (!before) break;
    if (isIP(before) === 0) return connected;
    address = before;
  }
  return address;
}
