/**
 * Connections, kept alive and shared by the calls to one origin. An entry holds the addresses that were checked
 * last, and its pool can connect to no other: DNS is not asked again between the check and the connection.
 */
import { createHash } from 'node:crypto';
import type { LookupFunction, Socket } from 'node:net';
import { buildConnector, Pool } from 'undici';
import type { ClientCertificate } from '~/engine/connections/certificate-config';
import { MOST_HEADER_KIB } from './headers';
import type { ProxyServer } from './proxy/servers';
import { boundReceived } from './received-bound';
import type { Address } from './target';
import { connectByTunnel, connectToProxy } from './proxy/tunnel';
import { passContinue } from './unsolicited-continue';

/** How long checked addresses serve new calls before the name is looked up and judged again. */
const CHECK_LASTS_MS = 5_000;
const IDLE_POOL_MS = 60_000;
const SWEEP_EVERY_MS = 15_000;
const MOST_POOLS = 256;
/** A target that drops packets must not hold its place in the pool longer than this, whatever the call's own deadline is. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Of several addresses the next is tried after this long. Node's 250 ms gives up on targets that are merely far away. */
const NEXT_ADDRESS_AFTER_MS = 1_000;

interface OriginPool {
  pool: Pool;
  addresses: Address[];
  checkedAt: number;
  usedAt: number;
}

export interface Pools {
  /** The pool of an origin whose check is still fresh. Connections with a certificate are shared by nobody without it. */
  find(origin: string, certificate?: ClientCertificate): Pool | undefined;
  /** The pool of an origin that has just been checked; from now on it connects to these addresses. */
  open(origin: string, addresses: Address[], certificate?: ClientCertificate): Pool;
  /** The same, of an origin that is always called through this proxy, which connects to what it knows by the name. */
  openThrough(proxy: ProxyServer, origin: string, certificate?: ClientCertificate): Pool;
  /** Ends all connections at once, with the calls that use them. */
  close(): Promise<void>;
}

export function createPools(options: { ca?: string }): Pools {
  const pools = new Map<string, OriginPool>();
  const sweeper = setInterval(sweep, SWEEP_EVERY_MS);
  sweeper.unref();

  function find(origin: string, certificate?: ClientCertificate): Pool | undefined {
    const entry = pools.get(nameOf(origin, certificate));
    const now = performance.now();
    if (entry === undefined || now - entry.checkedAt > CHECK_LASTS_MS) return undefined;
    entry.usedAt = now;
    return entry.pool;
  }

  function open(origin: string, addresses: Address[], certificate?: ClientCertificate): Pool {
    return openPool(origin, addresses, certificate);
  }

  function openThrough(proxy: ProxyServer, origin: string, certificate?: ClientCertificate): Pool {
    return openPool(origin, [], certificate, proxy);
  }

  function openPool(
    origin: string,
    addresses: Address[],
    certificate?: ClientCertificate,
    proxy?: ProxyServer,
  ): Pool {
    const now = performance.now();
    const name = nameOf(origin, certificate);
    const known = pools.get(name);
    if (known !== undefined) {
      Object.assign(known, { addresses, checkedAt: now, usedAt: now });
      return known.pool;
    }
    if (pools.size >= MOST_POOLS) retireLeastRecent();
    const entry: OriginPool = {
      pool: createPool(
        origin,
        createConnect(origin, () => entry.addresses, certificate, proxy),
      ),
      addresses,
      checkedAt: now,
      usedAt: now,
    };
    pools.set(name, entry);
    return entry.pool;
  }

  function createConnect(
    origin: string,
    current: () => Address[],
    certificate?: ClientCertificate,
    proxy?: ProxyServer,
  ): buildConnector.connector {
    const toProxy = { timeoutMs: CONNECT_TIMEOUT_MS, ca: options.ca };
    if (proxy && !origin.startsWith('https:')) return connectToProxy(proxy, toProxy);
    const connect = buildConnector({
      timeout: CONNECT_TIMEOUT_MS,
      allowH2: false,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
      rejectUnauthorized: true,
      ca: certificate?.ca || options.ca,
      ...(certificate && readIdentity(certificate)),
      ...(!proxy && { lookup: pinLookup(current) }),
    });
    return proxy ? connectByTunnel(proxy, toProxy, connect) : connect;
  }

  /** Calls under way on a retired pool still finish; the pool ends after the last of them. */
  function retire(origin: string, entry: OriginPool): void {
    pools.delete(origin);
    void entry.pool.close();
  }

  function retireLeastRecent(): void {
    const [oldest] = [...pools].toSorted(([, left], [, right]) => left.usedAt - right.usedAt);
    if (oldest !== undefined) retire(...oldest);
  }

  function sweep(): void {
    const now = performance.now();
    for (const [origin, entry] of pools) {
      if (now - entry.usedAt > IDLE_POOL_MS) retire(origin, entry);
    }
  }

  async function close(): Promise<void> {
    clearInterval(sweeper);
    await Promise.all([...pools.values()].map((entry) => entry.pool.destroy()));
    pools.clear();
  }

  return { find, open, openThrough, close };
}

function createPool(origin: string, connect: buildConnector.connector): Pool {
  return new Pool(origin, {
    // As many as there are calls under way, which is bounded by whose they are.
    connections: null,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: MOST_HEADER_KIB * 1024,
    // The call's own deadline covers everything; undici's timers would only watch the gaps.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (target, callback) =>
      connect(target, (...[error, socket]) =>
        error ? callback(error, null) : callback(null, passContinue(boundReceived(keepReason(socket)))),
      ),
  });
}

/**
 * A TLS alert is an error, behind which the connection ends (RFC 8446 §6.2): undici would report the end. What was destroyed by
 * the error has no other end.
 */
function keepReason(socket: Socket): Socket {
  return socket.once('error', (error) => void socket.destroy(error));
}

/** Whose connections they are: the origin's, and of those with a certificate the ones with all the same. */
function nameOf(origin: string, certificate: ClientCertificate | undefined): string {
  if (certificate === undefined) return origin;
  const { certificate: own, privateKey, passphrase, ca } = certificate;
  const parts = JSON.stringify([own, privateKey, passphrase, ca]);
  return `${origin} ${createHash('sha256').update(parts).digest('base64')}`;
}

function readIdentity({ certificate: cert, privateKey: key, passphrase }: ClientCertificate) {
  return { cert, key, ...(passphrase && { passphrase }) };
}

/**
 * node:net asks this instead of DNS, so that a name keeps its place in Host and in the certificate check while the
 * address is one that was judged. It is not asked for IP literals; those were judged in the very form used here.
 *
 * It answers as late as DNS would. A connection that the system refuses at once (no network, no IPv6, no file descriptor
 * left) would otherwise fail within `tls.connect`, which then throws over the socket that is gone: nobody would listen for the
 * socket's own error, which ends the process.
 */
function pinLookup(current: () => Address[]): LookupFunction {
  return (_hostname, _options, callback) => process.nextTick(() => callback(null, current()));
}
