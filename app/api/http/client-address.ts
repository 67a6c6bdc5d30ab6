import type { BlockList } from 'node:net';
import { isListed, plainAddress } from '~/services/limits/network-address';

/**
 * Returns the caller's network address. Only the part of X-Forwarded-For that trusted proxies wrote is believed: read from its
 * end, the first address that is not a trusted proxy's is the caller's.
 */
export function findCallerAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: BlockList,
): string {
  let address = plainAddress(peer ?? '');
  const forwarded = (forwardedFor ?? '')
    .split(',')
    .map((each) => plainAddress(each.trim()))
    .filter(Boolean);
  while (isListed(trustedProxies, address)) {
    const before = forwarded.pop();
    if (!before) break;
    address = before;
  }
  return address;
}
