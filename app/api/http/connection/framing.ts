// Requests of which a proxy may see another end or another host than this server: one of them would take a part of the body for the
// next request. They are refused, with their connections.
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Refuses a request with two hosts (RFC 9112 §3.2), since nobody knows which one a proxy went by, and one whose body has another
 * transfer coding than `chunked`, which would be left encoded, or chunks in HTTP/1.0, which has none (§6.1). Returns whether it did.
 */
export function refuseFraming(req: IncomingMessage, res: ServerResponse): boolean {
  const status = findFault(req);
  if (status !== undefined) res.writeHead(status, { Connection: 'close', 'Content-Length': 0 }).end();
  return status !== undefined;
}

function findFault({ rawHeaders, headers, httpVersion }: IncomingMessage): 400 | 501 | undefined {
  const coding = headers['transfer-encoding'];
  // A proxy that speaks HTTP/1.0 knows no chunks, and sees no end of the body, or one by its length.
  if (coding !== undefined && httpVersion === '1.0') return 400;
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') return 501;
  return countHosts(rawHeaders) > 1 ? 400 : undefined;
}

function countHosts(rawHeaders: string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (isHost(rawHeaders[index] ?? '')) count += 1;
  return count;
}

export function isHost(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === 'host';
}
