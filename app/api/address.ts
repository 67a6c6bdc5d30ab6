/**
 * The caller's network address. X-Forwarded-For is believed only as far as trusted proxies wrote it: read from
 * its end, the first address that is not one of theirs.
 */
export function findCallerAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: string[],
): string {
  let address = plain(peer ?? '');
  const forwarded = (forwardedFor ?? '')
    .split(',')
    .map((each) => plain(each.trim()))
    .filter(Boolean);
  while (trustedProxies.includes(address)) {
    const before = forwarded.pop();
    if (!before) break;
    address = before;
  }
  return address;
}

/** An IPv4 address as such, also when the socket is an IPv6 one (RFC 4291 §2.5.5.2). */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
