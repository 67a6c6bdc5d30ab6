/**
 * The one way out: every HTTP call whose target a user can choose goes through `send`. It checks the target's address, connects
 * to the address that it checked, and bounds the time and the size of the response.
 */
import { mayReach } from '~/engine/connections/grant';
import { isEncrypted } from '~/engine/http/default-port';
import { findUserinfoProblem } from '~/engine/http/header-rules';
import { readUrl } from '~/engine/http/read-url';
import { readMailServer } from '~/engine/mail/mail-server';
import { Call } from './call';
import { createDigestExchange } from './digest/exchange';
import { createCircuitBreaker, describeOpenCircuit } from './circuit-breaker';
import type { FailureReason } from '~/engine/events/failure-reason';
import { toUndiciHeaders } from './headers';
import { createLookup } from './lookup';
import { createPools } from './pools';
import { failOfProxy } from './proxy/failure';
import { createFindProxy, type ProxyServer, type ProxySettings } from './proxy/servers';
import { checkProxiedTarget } from './proxy/target';
import { followRedirects } from './follow-redirects';
import { sendMail } from './mail/send-mail';
import type { Mail, OutboundResponse, OutboundFailure, OutboundRequest } from './request-response';
import { resolveWith, createResolver, type ResolverOptions } from './resolver';
import {
  checkTarget,
  nameServer,
  readTarget,
  type Lookup,
  type Target,
  type TargetFailure,
  type TargetRules,
} from './target';
import { createHostSemaphore } from './host-semaphore';

export interface Outbound {
  /** Sends a request. Never rejects for what the network or the target does. */
  send(request: OutboundRequest): Promise<OutboundResponse | OutboundFailure>;
  /** Counts the hosts that are not called because they could not be reached; a host of two organizations counts twice. */
  countOpenCircuits(): number;
  /** Takes no more calls, waits for those under way (cancel them to hurry) and ends all connections. */
  close(): Promise<void>;
}

/**
 * A target that was refused. `address` is what its name led to, which only the operator learns. Its fields go into the log,
 * where `hostname` is the name of this machine.
 */
export interface RefusedTarget {
  host: string;
  port: number;
  address: string;
  organizationId?: string | undefined;
  integrationId?: string | undefined;
}

/** A host that calls of an organization do not reach from now on, or reach again. */
export interface ChangedCircuit {
  host: string;
  organizationId?: string | undefined;
  change: 'opened' | 'closed';
}

interface OutboundOptions extends Omit<TargetRules, 'ownPort'> {
  /** The port that this server itself listens on; undefined while it does not listen. */
  ownPort?: () => number | undefined;
  /** The proxies that lead out of the network; undefined: none. */
  proxies?: ProxySettings | undefined;
  /** Replaces DNS. */
  lookup?: Lookup;
  /** How the client asks DNS, unless `lookup` replaces it. */
  resolver?: ResolverOptions;
  /** The most calls of one organization in flight to one host (20). Others wait before their deadline begins. */
  callsPerHost?: number;
  /** PEM certificates to trust instead of Node's. */
  ca?: string;
  onRefused?: (refused: RefusedTarget) => void;
  /** How many failed connections in a row make calls to a host fail at once for a while; undefined: never. */
  circuitFailures?: number | undefined;
  onCircuit?: (circuit: ChangedCircuit) => void;
}

/** Creates the client. `allow`: see `parseOutboundAllow`. */
export function createOutbound(options: OutboundOptions): Outbound {
  const { allow, ownPort, callsPerHost = 20, ca, onRefused, circuitFailures, onCircuit } = options;
  const pools = createPools({ ca });
  const turns = createHostSemaphore(callsPerHost);
  const circuits = circuitFailures === undefined ? undefined : createCircuitBreaker(circuitFailures);
  const lookup = createLookup(
    options.lookup ? resolveWith(options.lookup) : createResolver(options.resolver),
  );
  const findProxy = createFindProxy(options.proxies ?? { except: '' });
  const sendHop = createDigestExchange(sendOne);
  const underWay = new Set<Promise<unknown>>();
  let closed = false;

  async function send(request: OutboundRequest): Promise<OutboundResponse | OutboundFailure> {
    if (closed) return fail('cancelled', 'The server is stopping and makes no more calls.');
    const outcome = followRedirects(request, sendHop);
    underWay.add(outcome);
    try {
      return await outcome;
    } finally {
      underWay.delete(outcome);
    }
  }

  async function sendOne(request: OutboundRequest): Promise<OutboundResponse | OutboundFailure> {
    const { signal, waitSignal, leftMs, skipsLine } = request;
    if (signal?.aborted) return fail('cancelled', 'The call was cancelled.');
    const url = readAddress(request);
    if (typeof url === 'string') return fail('invalid-request', url);
    const line = `${request.organizationId ?? ''} ${nameServer(url)}`;
    const turn = skipsLine ? undefined : turns.acquire(line, { signals: [signal, waitSignal], leftMs });
    if (turn && !(await waitFor(turn, request))) {
      const isGivenUp = signal?.aborted || waitSignal?.aborted;
      return isGivenUp ? fail('cancelled', 'The call was cancelled.') : failLate();
    }
    try {
      return await sendInTurn(request, line);
    } finally {
      if (!skipsLine) turns.release(line);
    }
  }

  /** Sends a request whose turn has come. */
  async function sendInTurn(
    asked: OutboundRequest,
    line: string,
  ): Promise<OutboundResponse | OutboundFailure> {
    const leftMs = asked.leftMs?.() ?? Infinity;
    if (leftMs <= 0) return failLate();
    const timeoutMs = Math.min(asked.timeoutMs, leftMs);
    const request: OutboundRequest = { ...asked, ...asked.sign?.(), timeoutMs };
    const url = readAddress(request);
    if (typeof url === 'string') return fail('invalid-request', url);
    const headers = toUndiciHeaders(request.mail ? [] : request.headers);
    if (headers.kind === 'invalid') return fail('invalid-request', headers.message);
    const waitMs = circuits?.findWait(line);
    if (waitMs !== undefined) return fail('circuit-open', describeOpenCircuit(nameServer(url), waitMs));
    // Proxies that lead out of a network speak HTTP.
    const proxy = request.mail ? undefined : findProxy(url);
    const tell = (change: ChangedCircuit['change'] | undefined) => {
      if (change) onCircuit?.({ host: nameServer(url), organizationId: request.organizationId, change });
    };
    const onConnected = () => {
      // A connection to a proxy that is no tunnel says nothing of the target.
      if (!proxy || isEncrypted(url)) tell(circuits?.noteReached(line));
    };
    const settled = isMail(request)
      ? await hand(request, url, onConnected)
      : await new Promise<OutboundResponse | OutboundFailure>((settle) => {
          const host = proxy ? `${url.host} (through the proxy ${proxy.shown})` : url.host;
          const begin = (call: Call) => void start(call, { url, proxy, headers: headers.flat }, request);
          new Call(request, host, { begin, settle, onConnected }).begin();
        });
    const outcome = proxy ? readProxied(settled, url, proxy) : settled;
    tell(circuits?.note(line, outcome));
    const isCutShort = outcome.kind === 'failure' && outcome.reason === 'timeout' && leftMs < asked.timeoutMs;
    return isCutShort ? { ...outcome, reason: 'time-limit' } : outcome;
  }

  async function start(
    call: Call,
    { url, proxy, headers: own }: { url: URL; proxy: ProxyServer | undefined; headers: string[] },
    request: OutboundRequest,
  ): Promise<void> {
    const { connection, organizationId } = request;
    // A proxy that is no tunnel reads the target from the path, and its credentials from a header (RFC 9112 3.2.2).
    const isForwarded = proxy !== undefined && url.protocol === 'http:';
    const path = (isForwarded ? url.origin : '') + url.pathname + url.search;
    const authorization = isForwarded ? proxy.authorization : undefined;
    const headers = authorization ? [...own, 'proxy-authorization', authorization] : own;
    const certificate = connection?.clientCertificate;
    const shown = certificate && mayReach(connection, url) ? certificate : undefined;
    const fresh = pools.find(url.origin, shown);
    if (fresh !== undefined) {
      call.dispatch(fresh, path, headers);
      return;
    }
    const target = readTarget(url);
    const rules = readRules(organizationId);
    const check = proxy
      ? ((await checkProxiedTarget(target, rules)) ?? { kind: 'proxied' as const, proxy })
      : await checkTarget(target, rules);
    if (check.kind === 'failure') {
      noteRefused(target, check, request);
      call.fail(check.reason, check.message);
    } else if (!call.settled) {
      const pool =
        check.kind === 'proxied'
          ? pools.openThrough(check.proxy, target.origin, shown)
          : pools.open(target.origin, check.addresses, shown);
      call.dispatch(pool, path, headers);
    }
  }

  function readRules(organizationId = '') {
    return { allow, ownPort: ownPort?.(), lookup: (hostname: string) => lookup(hostname, organizationId) };
  }

  /** Hands a mail to its server. */
  function hand(request: OutboundRequest & { mail: Mail }, url: URL, onConnected: () => void) {
    const target = readTarget(url);
    const { connection, organizationId } = request;
    const ownCa = connection && mayReach(connection, url) ? connection.clientCertificate?.ca : undefined;
    const findRoute = async () => {
      const check = await checkTarget(target, readRules(organizationId));
      if (check.kind === 'addresses') {
        return { target, addresses: check.addresses, isTls: isEncrypted(url), ca: ownCa || ca };
      }
      noteRefused(target, check, request);
      return fail(check.reason, check.message);
    };
    return sendMail(request, `${target.hostname}:${target.port}`, { findRoute, onConnected });
  }

  function noteRefused(
    { hostname, port }: Target,
    check: TargetFailure,
    { organizationId, integrationId }: OutboundRequest,
  ): void {
    if (check.reason !== 'refused-address') return;
    onRefused?.({ host: hostname, port, address: check.address, organizationId, integrationId });
  }

  async function close(): Promise<void> {
    closed = true;
    // A request that cannot be signed rejects.
    await Promise.allSettled(underWay);
    await pools.close();
  }

  return { send, countOpenCircuits: () => circuits?.countOpen() ?? 0, close };
}

/** Recognizes a proxy's own 407 to a call in absolute form. Through a tunnel, every response is the target's. */
function readProxied(
  outcome: OutboundResponse | OutboundFailure,
  url: URL,
  proxy: ProxyServer,
): OutboundResponse | OutboundFailure {
  if (url.protocol !== 'http:' || outcome.kind !== 'response' || outcome.status !== 407) return outcome;
  return failOfProxy(proxy, outcome.durationMs);
}

function isMail(request: OutboundRequest): request is OutboundRequest & { mail: Mail } {
  return request.mail !== undefined;
}

async function waitFor(turn: Promise<boolean>, { onWaiting }: OutboundRequest): Promise<boolean> {
  onWaiting?.(true);
  const hasTurn = await turn;
  onWaiting?.(false);
  return hasTurn;
}

function fail(reason: FailureReason, message: string): OutboundFailure {
  return { kind: 'failure', reason, sent: false, message, durationMs: 0 };
}

function failLate(): OutboundFailure {
  return fail('time-limit', 'The time was over before the call had its turn. Nothing was sent.');
}

function readAddress({ url: text, mail }: OutboundRequest): URL | string {
  if (mail) {
    const server = readMailServer(text);
    return server === undefined ? 'The URL is not that of a mail server.' : new URL(server);
  }
  const url = readUrl(text);
  if (!url) return 'The URL is not a valid absolute URL.';
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return 'The URL must start with http:// or https://.';
  return findUserinfoProblem(text) ?? url;
}
