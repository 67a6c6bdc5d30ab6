// Decides where a call's secrets may go: to the origin of its URL as written or, when a variable decides the origin, to the
// hosts that the call lists. A payload that names the host must not be able to obtain the token.
import { isAllowedHost } from './allowed-host';
import { isMailServer, readMailServer } from '../mail/mail-server';
import { isSecretHeader } from '../secrets/credential-names';
import type { ApiCall } from './api-call';
import { fillUrl, isHttpUrlTemplate, type StandIns } from '../placeholders/url-template';
import { readUrl } from '../http/read-url';
import { findStoreName, isStoreUrl } from '../stores/store-address';

/** The scheme, host and port of a URL as written. `isFixed`: no placeholder can change them. */
interface WrittenOrigin {
  isFixed: boolean;
  /** When a variable decides it, each placeholder is replaced: only good for comparison. */
  origin: string;
}

/** The origins that were read before: a URL always gives the same one, and definitions run again and again. */
const known = new Map<string, WrittenOrigin>();
const maxKeptLength = 16 * 1024;

function readWrittenOrigin(url: string): WrittenOrigin {
  const before = known.get(url);
  if (before) return before;
  const mailServer = readMailServer(url);
  if (mailServer !== undefined) return { isFixed: true, origin: mailServer };
  const store = findStoreName(url);
  if (store !== undefined) return { isFixed: true, origin: `store://${store}` };
  // If a placeholder affects the origin, two ways of filling it in give different origins.
  const [first, second] = [fillUrl(url, standIns[0]), fillUrl(url, standIns[1])];
  const origins = [first, second].map((text) => readUrl(text)?.origin);
  const [origin = first] = origins;
  const written = { isFixed: origins[0] !== undefined && origins[0] === origins[1], origin };
  if (known.size >= 2_000) known.clear();
  if (url.length <= maxKeptLength) known.set(url, written);
  return written;
}

const standIns: [StandIns, StandIns] = [
  { address: 'https://address.invalid', scheme: 'https', port: '1', text: 'x' },
  { address: 'http://other.invalid', scheme: 'http', port: '2', text: 'y' },
];

type SecretParts = Pick<ApiCall, 'headers' | 'secretHeaders' | 'authConfig'>;

/** Checks whether a call sends a token or a secret header of its own. A connection has its own allowed hosts. */
function carriesSecret(call: SecretParts): boolean {
  if (call.authConfig.type === 'bearer' || call.authConfig.type === 'basic') return true;
  return Object.keys(call.headers).some((name) => isSecretHeader(call, name));
}

/** Checks whether the base URL of the call's connection is put before its URL. */
export function isRelative({ url, authConfig }: Pick<ApiCall, 'url' | 'authConfig'>): boolean {
  return authConfig.type === 'connection' && url.startsWith('/');
}

/** Checks whether the URL, once filled in, can be called. */
export function isCallable(call: Pick<ApiCall, 'url' | 'authConfig'>): boolean {
  const { url } = call;
  return (
    isHttpUrlTemplate(isRelative(call) ? `https://x${url}` : url) || isMailServer(url) || isStoreUrl(url)
  );
}

function readOrigin(call: Pick<ApiCall, 'url' | 'authConfig'>): WrittenOrigin {
  if (call.authConfig.type !== 'connection' || !isRelative(call)) return readWrittenOrigin(call.url);
  return { isFixed: true, origin: `connection:${call.authConfig.connectionId}` };
}

/** Checks whether another call may send stored secrets: only to the same origin, and to no additional hosts. */
export function keepsOrigin(stored: ApiCall, sent: ApiCall): boolean {
  const [from, to] = [readOrigin(stored), readOrigin(sent)];
  if (from.isFixed !== to.isFixed || from.origin !== to.origin) return false;
  return to.isFixed || sent.allowedHosts.every((host) => stored.allowedHosts.includes(host));
}

/** Checks whether a variable could send a call's secrets to any host. */
export function lacksHosts(call: SecretParts & Pick<ApiCall, 'url' | 'allowedHosts'>): boolean {
  return call.allowedHosts.length === 0 && carriesSecret(call) && !readOrigin(call).isFixed;
}

/** Returns why a call must not be sent to `url`, its filled in URL; undefined when it may. */
export function findHostProblem(call: ApiCall, url: string): string | undefined {
  if (readOrigin(call).isFixed || !carriesSecret(call)) return undefined;
  const target = new URL(url);
  if (isAllowedHost(call.allowedHosts, target)) return undefined;
  return (
    `Nothing was sent: the host ${target.host} comes from a variable, and the call’s token and secret headers may not go ` +
    'there. Add it to the call’s allowed hosts, or write the host into the URL.'
  );
}
