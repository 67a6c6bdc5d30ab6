/**
 * Decides which calls leave through a proxy of the network (HTTP_PROXY, HTTPS_PROXY, NO_PROXY), and through which one. No
 * standard defines these variables. Where curl, Go and Node agree, this server does the same; `createFindProxy` describes the
 * rest.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { readTarget, type Target } from '../target';

/** The addresses of proxies (`http://` or `https://`, with credentials where needed), and the targets that use none. */
export interface ProxySettings {
  http?: string;
  https?: string;
  except: string;
}

export interface ProxyServer {
  isTls: boolean;
  hostname: string;
  port: number;
  /** The name shown to people: host and port, never credentials. */
  shown: string;
  /** The value of `Proxy-Authorization`. */
  authorization?: string;
}

/** Returns the proxy through which a URL of the protocol http or https is called; undefined: none. */
type FindProxy = (url: URL) => ProxyServer | undefined;

interface Exception {
  name: string;
  port?: number;
  /** Whether only the names below it are meant. */
  isBelow: boolean;
  range?: ReturnType<typeof ipaddr.parseCIDR>;
}

/**
 * Returns the choice of proxies. HTTPS_PROXY is for https targets and HTTP_PROXY for http targets; neither replaces the other.
 * NO_PROXY is separated by commas or spaces. `*` means every target; `example.com` that name and those below it; `.example.com`
 * and `*.example.com` only those below it. An address means itself, and a CIDR its addresses, for URLs written with an address.
 * Each may have a `:port`. This machine (`localhost`, 127.0.0.0/8, ::1) is never reached through a proxy: there the name is
 * another machine.
 */
export function createFindProxy({ http, https, except }: ProxySettings): FindProxy {
  const servers = { 'http:': http && readServer(http), 'https:': https && readServer(https) };
  const exceptions = except
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(readException);
  return (url) => {
    const server = servers[url.protocol === 'https:' ? 'https:' : 'http:'];
    if (!server) return undefined;
    const target = readTarget(url);
    if (isThisMachine(target)) return undefined;
    return exceptions.some((exception) => isExcepted(exception, target)) ? undefined : server;
  };
}

function readServer(text: string): ProxyServer {
  const url = new URL(text);
  const isTls = url.protocol === 'https:';
  const { hostname, port } = readTarget(url);
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return {
    isTls,
    hostname,
    port,
    shown: `${url.hostname}:${port}`,
    ...(credentials !== ':' && {
      authorization: `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`,
    }),
  };
}

function readException(written: string): Exception {
  const [, inner, plain = '', port] = /^(?:\[([^\]]*)\]|(.*?))(?::(\d{1,5}))?$/.exec(written) ?? [];
  const isBareIpv6 = inner === undefined && written.split(':').length > 2;
  const name = (isBareIpv6 ? written : (inner ?? plain)).toLowerCase().replace(/\.$/, '');
  const range = ipaddr.isValidCIDR(name) ? ipaddr.parseCIDR(name) : undefined;
  return {
    name: name.replace(/^\*?\./, ''),
    isBelow: /^\*?\./.test(name),
    ...(range && { range }),
    ...(port !== undefined && !isBareIpv6 && { port: Number(port) }),
  };
}

function isExcepted({ name, port, isBelow, range }: Exception, target: Target): boolean {
  if (port !== undefined && port !== target.port) return false;
  if (name === '*' && !isBelow) return true;
  const hostname = target.hostname.replace(/\.$/, '');
  if (isIP(hostname) === 0) return (!isBelow && hostname === name) || hostname.endsWith(`.${name}`);
  const address = ipaddr.parse(hostname);
  if (range) return address.kind() === range[0].kind() && address.match(range);
  return isIP(name) !== 0 && address.toNormalizedString() === ipaddr.parse(name).toNormalizedString();
}

function isThisMachine({ hostname }: Target): boolean {
  return /^(?:localhost|.*\.localhost)\.?$/.test(hostname) || /^(?:127\..*|::1)$/.test(hostname);
}
