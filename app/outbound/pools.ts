/**
 * Connections, kept alive and shared by the calls to one origin. An entry holds the addresses that were checked last, and its
 * pool can connect to no other: DNS is not asked again between the check and the connection.
 */
import { createHash } from 'node:crypto';
import type { LookupFunction, Socket } from 'node:net';
import { buildConnector, Pool } from 'undici';
import type { ClientCertificate } from '~/engine/connections/certificate-config';
import { MAX_HEADER_KIB } from './headers';
import { holdEnd } from './sockets/held-end';
import { noteKeptEnd } from './sockets/kept-connection';
import type { ProxyServer } from './proxy/servers';
import { boundReceived } from './sockets/received-bound';
import type { Address } from './target';
import { connectByTunnel, connectToProxy } from './proxy/tunnel';
import { passContinue } from './sockets/unsolicited-continue';

/** How long checked addresses serve new calls before the name is looked up and checked again. */
const CHECK_LASTS_MS = 5_000;
const IDLE_POOL_MS = 60_000;
const SWEEP_EVERY_MS = 15_000;
const MAX_POOLS = 256;
/** How long a connection may take: a target that drops packets must not hold its place longer, whatever the call's deadline. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** When the next of several addresses is tried. Node's 250 ms gives up on targets that are merely far away. */
export const NEXT_ADDRESS_AFTER_MS = 1_000;

interface OriginPool {
  pool: Pool;
  addresses: Address[];
  checkedAt: number;
  usedAt: number;
}

export interface Pools {
  /** Returns the pool of an origin with a fresh check. Calls without the certificate do not share its connections. */
  find(origin: string, certificate?: ClientCertificate): Pool | undefined;
  /** Returns the pool of a newly checked origin; from now on it connects to these addresses. */
  open(origin: string, addresses: Address[], certificate?: ClientCertificate): Pool;
  /** Returns the pool of an origin that is always called through this proxy, which looks the name up itself. */
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
    if (pools.size >= MAX_POOLS) retireLeastRecent();
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

  /** Retires a pool. Calls under way on it still finish; the pool ends after the last of them. */
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
    // As many as there are calls under way, which are bounded by organization.
    connections: null,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_KIB * 1024,
    // The call's own deadline covers everything; undici's timers would only cover the gaps.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (target, callback) =>
      connect(target, (...[error, socket]) =>
        error
          ? callback(error, null)
          : callback(null, passContinue(boundReceived(noteKeptEnd(keepReason(holdEnd(socket)))))),
      ),
  });
}

/**
 * Reports the TLS alert of a socket instead of its end. An alert is an error after which the connection ends (RFC 8446 §6.2),
 * and undici would report the end. A socket that the error destroyed reports no other end.
 */
function keepReason(socket: Socket): Socket {
  return socket.once('error', (error) => void socket.destroy(error));
}

/** Names the pool: by origin, and for calls with a certificate by everything of it, too. */
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
 * Returns the look-up that node:net uses instead of DNS, so that a name keeps its place in Host and in the certificate check
 * while the address is one that was checked. node:net does not use it for IP literals; those were checked in the very form used
 * here.
 *
 * It answers as late as DNS would. A connection that the system refuses at once (no network, no IPv6, no file descriptor left)
 * would otherwise fail within `tls.connect`, which then throws over the missing socket. Nobody would listen for the socket's
 * own error, which ends the process.
 */
export function pinLookup(current: () => Address[]): LookupFunction {
  return (_hostname, _options, callback) => process.nextTick(() => callback(null, current()));
}
