import { type BlockList, isIP } from 'node:net';
import { isListed, plainAddress } from '~/services/limits/network-address';

/**
 * Returns the caller's network address. Only the part of X-Forwarded-For that trusted proxies wrote is believed: read from its
 * end, the first address that is not a trusted proxy's is the caller's. Where a text stands that is no address, as when a proxy
 * passes on what a caller wrote, the other end of the connection counts.
 */
export function findCallerAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: BlockList,
): string {
  const connected = plainAddress(peer ?? '');
  let address = connected;
  const forwarded = forwardedFor ?? '';
  // A caller may have written thousands of addresses before the few that proxies added.
  let end = forwarded.length;
  while (end > 0 && isListed(trustedProxies, address)) {
    const comma = forwarded.lastIndexOf(',', end - 1);
    const before = plainAddress(forwarded.slice(comma + 1, end).trim());
    end = comma;
    if (before === '') continue;
    if (isIP(before) === 0) return connected;
    address = before;
  }
  return address;
}
