// What a connection adds to a call, and which hosts may get it: that of the base URL, and the listed hosts. A person who may
// edit an integration must not be able to get a token sent to themselves by editing a URL.
import { isAllowedHost } from '../definition/allowed-host';
import { mayCarryCredentials } from '../http/default-port';
import { encodeCredentials, listBasicSecrets } from '../definition/basic-auth';
import type { RoleCredentials } from './aws-role-config';
import {
  type ClientCertificate,
  readShownCertificate,
  type ShownCertificate,
  trustAuthorities,
} from './certificate-config';
import { type ConnectionConfig } from './connection';
import type { Digest } from './digest-config';
import { type ExpiryConfig, readExpiry, type TokenExpiry } from './expiry';
import { type ConnectionKind, kindNames, type ObtainingKind } from './kinds';
import type { Pace } from './pace';

/** The addresses that a connection's credentials may be sent to. */
export interface CredentialHosts {
  /** As `AllowedHost` normalizes them. */
  hosts: string[];
  /** Whether the credentials may be sent unencrypted: only when the base URL itself says http. */
  allowsHttp: boolean;
}

export interface ConnectionGrant extends CredentialHosts {
  /** The connection's name. */
  name: string;
  /** The version of the connection; undefined where no response is held against it. */
  version?: number;
  /** Without a slash at its end; empty when there is none. */
  baseUrl: string;
  headers: [name: string, value: string][];
  /** Added to the query of the URL. */
  query: [name: string, value: string][];
  /** A key that is added to the path of the URL, behind the base URL's path. */
  path?: string;
  /** The values that are masked in the log. */
  secrets: string[];
  /** The connection as the log names it, such as `Shop API (Bearer token)`. */
  label: string;
  /** The number of an obtained token; a token that a target refuses is renewed. */
  generation?: number;
  /** Which responses besides a 401 say that the token has expired. */
  expiry?: TokenExpiry | undefined;
  /** How each request is signed when it is sent. */
  signing?: RequestSigning;
  /** The credentials that answer a target's challenge. */
  digest?: Digest;
  /** The certificate that is shown while a connection is made, and the authorities that verify the server. */
  clientCertificate?: ClientCertificate;
  /** The pace that the connection's calls keep. */
  pace?: Pace;
}

/** The config that AWS Signature Version 4 signs with. */
export type AwsSigning = Extract<ConnectionConfig, { kind: 'aws_sigv4' }>['config'];

/** The config that a request is signed with when it is sent. */
export type RequestSigning = Extract<
  ConnectionConfig,
  { kind: 'oauth1' | 'hmac' | 'aws_sigv4' | 'signed_jwt' }
>;

/** The fields that connections of all kinds have, in the clear. */
interface Named {
  name: string;
  baseUrl: string;
  allowedHosts: string[];
}

/** Configs whose credentials are complete in themselves: no token has to be obtained or signed. */
type FixedConfig = Exclude<ConnectionConfig, { kind: ObtainingKind | 'signed_jwt' }>;

export function listHosts({
  baseUrl,
  allowedHosts,
}: {
  baseUrl: string;
  allowedHosts: string[];
}): CredentialHosts {
  const base = baseUrl ? [new URL(baseUrl).host] : [];
  return { hosts: [...base, ...allowedHosts], allowsHttp: baseUrl.startsWith('http:') };
}

/** Checks whether credentials may be sent to a URL. */
export function mayReach({ hosts, allowsHttp }: CredentialHosts, url: URL): boolean {
  return (allowsHttp || mayCarryCredentials(url)) && isAllowedHost(hosts, url);
}

/** Explains why a call must not be sent to `url` with this connection; undefined when it may. */
export function findReachProblem(grant: ConnectionGrant, url: string): string | undefined {
  const target = new URL(url);
  if (mayReach(grant, target)) return undefined;
  if (isAllowedHost(grant.hosts, target)) {
    return `Nothing was sent: the credentials of ${grant.name} go over unencrypted http only where its base URL begins with http://.`;
  }
  return `Nothing was sent: the connection ${grant.name} does not allow the host ${target.host}.`;
}

/** Returns what complete credentials add to each call. */
export function describeFixed(connection: Named & FixedConfig): ConnectionGrant {
  const { name, baseUrl, kind, config } = connection;
  const about = { name, baseUrl, ...listHosts(connection), label: `${name} (${kindNames[kind]})` };
  const nothing = { headers: [], query: [] };
  switch (kind) {
    case 'bearer': {
      const headers: ConnectionGrant['headers'] = [['Authorization', `Bearer ${config.token}`]];
      return { ...about, ...nothing, headers, secrets: [config.token] };
    }
    case 'basic': {
      const value = `Basic ${encodeCredentials(config.username, config.password)}`;
      const secrets = listBasicSecrets(config);
      return { ...about, ...nothing, headers: [['Authorization', value]], secrets };
    }
    case 'digest':
      return { ...about, ...nothing, secrets: [config.password], digest: config };
    case 'api_key': {
      const secrets = [config.value];
      if (config.in === 'path')
        return { ...about, ...nothing, path: `${config.name}${config.value}`, secrets };
      const place = config.in === 'header' ? 'headers' : 'query';
      return { ...about, ...nothing, [place]: [[config.name, config.value]], secrets };
    }
    case 'oauth1': {
      const secrets = [config.consumerSecret, config.tokenSecret].filter(Boolean);
      return { ...about, ...nothing, secrets, signing: { kind, config } };
    }
    case 'hmac': {
      const secrets = [config.secret, config.passphrase].filter(Boolean);
      return { ...about, ...nothing, secrets, signing: { kind, config } };
    }
    case 'aws_sigv4': {
      const secrets = [config.secretAccessKey, config.sessionToken].filter(Boolean);
      return { ...about, ...nothing, secrets, signing: { kind, config } };
    }
    case 'client_certificate': {
      return { ...about, ...nothing, secrets: listKeySecrets(config), clientCertificate: config };
    }
    case 'none': {
      const clientCertificate = trustAuthorities(config.serverCa);
      return { ...about, ...nothing, secrets: [], ...(clientCertificate && { clientCertificate }) };
    }
  }
}

function listKeySecrets({ privateKey, passphrase }: ClientCertificate): string[] {
  return [privateKey, passphrase].filter(Boolean);
}

/** The token or credentials that a connection obtained. */
interface Obtained {
  access: string;
  /** In milliseconds since 1970. */
  expiresAt: number | null;
  generation: number;
}

/** Returns what a provider's token adds to each call, or the credentials of a role that sign the call. */
export function describeObtained(
  connection: Named & Extract<ConnectionConfig, { kind: ObtainingKind }>,
  token?: Obtained,
): ConnectionGrant {
  if (connection.kind !== 'aws_role') return toTokenGrant(connection, token);
  const { headers: _, secrets: __, ...about } = toTokenGrant({ ...connection, config: {} }, token);
  if (!token) return { ...about, headers: [], secrets: [] };
  const { region, service } = connection.config;
  const credentials = JSON.parse(token.access) as RoleCredentials;
  const secrets = [credentials.secretAccessKey, credentials.sessionToken];
  const signing = { kind: 'aws_sigv4', config: { ...credentials, region, service } } as const;
  return { ...about, headers: [], secrets, signing };
}

/**
 * Returns what an obtained access token adds to each call (RFC 6750 §2.1), in a header of its own where the API wants that.
 * Without a token, returns what is known of the connection.
 */
export function toTokenGrant(
  connection: Named & {
    kind?: ConnectionKind;
    config: { clientId?: string; tokenHeader?: string; scheme?: string } & Partial<
      ExpiryConfig & ShownCertificate
    >;
  },
  token?: Obtained,
): ConnectionGrant {
  const { name, baseUrl, kind } = connection;
  const about = { name, baseUrl, ...listHosts(connection), query: [] };
  const way = kind === 'github_app' || kind === 'aws_role' ? kindNames[kind] : 'OAuth 2.0';
  if (!token) return { ...about, headers: [], secrets: [], label: `${name} (${way})` };
  const { access, expiresAt, generation } = token;
  const clientCertificate = readShownCertificate(connection.config);
  const until = expiresAt === null ? '' : ` until ${new Date(expiresAt).toISOString().slice(11, 16)} UTC`;
  return {
    ...about,
    headers: [toTokenHeader(connection.config, access)],
    secrets: [access, ...(clientCertificate ? listKeySecrets(clientCertificate) : [])],
    ...(clientCertificate && { clientCertificate }),
    label: `${name} (${way}, token${until})`,
    generation,
    expiry: readExpiry(connection.config),
  };
}

/**
 * Returns what a token that the connection signed itself adds to a call, in Authorization or in a header of its own. Without a
 * token, the connection signs one for each request when it is sent.
 */
export function describeSigned(
  connection: Named & Extract<ConnectionConfig, { kind: 'signed_jwt' }>,
  token?: string,
): ConnectionGrant {
  const { name, baseUrl, kind, config } = connection;
  const label = `${name} (${kindNames[kind]})`;
  const about = { name, baseUrl, ...listHosts(connection), label, query: [] };
  if (token === undefined) return { ...about, headers: [], secrets: [config.key], signing: { kind, config } };
  return { ...about, headers: [toTokenHeader(config, token)], secrets: [token, config.key] };
}

/** Returns the header that carries a token: alone in a header of its own, or behind a scheme in Authorization. */
export function toTokenHeader(
  { tokenHeader, scheme }: { tokenHeader?: string; scheme?: string },
  token: string,
): [name: string, value: string] {
  return tokenHeader ? [tokenHeader, token] : ['Authorization', `${scheme || 'Bearer'} ${token}`];
}

/** Adds a connection's path and query to a URL. */
export function addToUrl(url: string, { baseUrl, path, query }: ConnectionGrant): string {
  return addQuery(path === undefined ? url : addPath(url, baseUrl, path), query);
}

/**
 * Adds the path behind the base URL or, on another of the connection's hosts, behind the host. A lone slash there is dropped. A
 * URL that already has the path there, as a response names the next page, stays unchanged.
 */
function addPath(url: string, baseUrl: string, path: string): string {
  const [origin = ''] = /^[a-z]+:\/\/[^/?#]*/i.exec(url) ?? [];
  const isBelow = baseUrl !== '' && url.startsWith(baseUrl) && /^[/?#]|^$/.test(url.slice(baseUrl.length));
  const before = isBelow ? baseUrl : origin;
  const rest = url.slice(before.length);
  const isThere = rest.startsWith(`/${path}`) && /^[/?#]|^$/.test(rest.slice(path.length + 1));
  return isThere ? url : `${before}/${path}${rest.replace(/^\/(?=$|[?#])/, '')}`;
}

/** Adds a connection's query to a URL: behind the query that is there, before a fragment. */
export function addQuery(url: string, query: ConnectionGrant['query']): string {
  if (query.length === 0) return url;
  const [, address = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(url) ?? [];
  const added = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const sign = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${sign}${added}${fragment}`;
}
