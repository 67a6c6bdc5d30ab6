// What a connection adds to a call, and where that may go: to the host of the connection's base URL and to the hosts it lists. A
// person who may edit an integration must not be able to send themselves a token by editing a URL.
import { isAllowedHost } from '../definition/allowed-host';
import { encodeCredentials, listBasicSecrets } from '../definition/basic-auth';
import type { RoleCredentials } from './aws-role-config';
import type { ClientCertificate } from './certificate-config';
import { type ConnectionConfig } from './connection';
import type { Digest } from './digest-config';
import { type ExpiryConfig, readExpiry, type TokenExpiry } from './expiry';
import type { SignedJwt } from './jwt-config';
import { type ConnectionKind, kindNames, type ObtainingKind } from './kinds';
import type { Pace } from './pace';

/** The addresses that a connection's credentials may be sent to. */
export interface CredentialHosts {
  /** As `AllowedHost` normalizes them. */
  hosts: string[];
  /** Whether they may travel unencrypted: when the base URL says http itself. */
  allowsHttp: boolean;
}

export interface ConnectionGrant extends CredentialHosts {
  /** The connection's name. */
  name: string;
  /** Without a slash at its end; empty when there is none. */
  baseUrl: string;
  headers: [name: string, value: string][];
  /** Added to the query of the URL. */
  query: [name: string, value: string][];
  /** Stands in the path of the URL, behind that of the base URL. */
  path?: string;
  /** What is masked by value in the log. */
  secrets: string[];
  /** What the log says of it, as `Shop API (Bearer token)`. */
  label: string;
  /** Which token it is, of a connection that obtains them; one that a target refuses is renewed. */
  generation?: number;
  /** What else than a 401 says that it is over. */
  expiry?: TokenExpiry | undefined;
  /** Of one that signs each request as it is sent. */
  signing?: RequestSigning;
  /** Of one that answers the challenge of a target. */
  digest?: Digest;
  /** Of one that shows a certificate while a connection is made. */
  clientCertificate?: ClientCertificate;
  /** Of one whose calls wait for their turn. */
  pace?: Pace;
}

/** What AWS Signature Version 4 is made with. */
export type AwsSigning = Extract<ConnectionConfig, { kind: 'aws_sigv4' }>['config'];

/** What a request is signed with as it is sent. */
export type RequestSigning = Extract<
  ConnectionConfig,
  { kind: 'oauth1' | 'hmac' | 'aws_sigv4' | 'signed_jwt' }
>;

/** A connection in the clear, of one kind or another. */
interface Named {
  name: string;
  baseUrl: string;
  allowedHosts: string[];
}

/** Those whose credentials are sent as they are. */
export type FixedConfig = Exclude<ConnectionConfig, { kind: ObtainingKind | 'signed_jwt' }>;

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

/** Whether credentials may be sent to a URL. */
export function mayReach({ hosts, allowsHttp }: CredentialHosts, url: URL): boolean {
  return (allowsHttp || url.protocol === 'https:') && isAllowedHost(hosts, url);
}

/** Why a call must not be sent to `url` with this connection; undefined when it may. */
export function findReachProblem(grant: ConnectionGrant, url: string): string | undefined {
  const target = new URL(url);
  if (mayReach(grant, target)) return undefined;
  if (isAllowedHost(grant.hosts, target)) {
    return `Nothing was sent: the credentials of ${grant.name} do not go over unencrypted http.`;
  }
  return `Nothing was sent: the connection ${grant.name} does not allow the host ${target.host}.`;
}

/** What credentials that are complete in themselves add to each call. */
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
      const secrets = [config.privateKey, config.passphrase].filter(Boolean);
      return { ...about, ...nothing, secrets, clientCertificate: config };
    }
  }
}

/** Of a connection that obtained something; without it, what is known of the connection. */
interface Obtained {
  access: string;
  /** Milliseconds since 1970. */
  expiresAt: number | null;
  generation: number;
}

/** What a provider's token adds to each call, or the credentials of a role that sign it. */
export function describeObtained(
  connection: Named & Extract<ConnectionConfig, { kind: ObtainingKind }>,
  token?: Obtained,
): ConnectionGrant {
  if (connection.kind !== 'aws_role') return describeToken(connection, token);
  const { headers: _, secrets: __, ...about } = describeToken({ ...connection, config: {} }, token);
  if (!token) return { ...about, headers: [], secrets: [] };
  const { region, service } = connection.config;
  const credentials = JSON.parse(token.access) as RoleCredentials;
  const secrets = [credentials.secretAccessKey, credentials.sessionToken];
  const signing = { kind: 'aws_sigv4', config: { ...credentials, region, service } } as const;
  return { ...about, headers: [], secrets, signing };
}

/**
 * An access token that a connection obtained (RFC 6750 §2.1), in a header of its own where the API wants that; without a token,
 * what is known of the connection.
 */
export function describeToken(
  connection: Named & {
    kind?: ConnectionKind;
    config: { clientId?: string; tokenHeader?: string } & Partial<ExpiryConfig>;
  },
  token?: Obtained,
): ConnectionGrant {
  const { name, baseUrl, kind } = connection;
  const about = { name, baseUrl, ...listHosts(connection), query: [] };
  const way = kind === 'github_app' || kind === 'aws_role' ? kindNames[kind] : 'OAuth 2.0';
  if (!token) return { ...about, headers: [], secrets: [], label: `${name} (${way})` };
  const { access, expiresAt, generation } = token;
  const { tokenHeader } = connection.config;
  const until = expiresAt === null ? '' : ` until ${new Date(expiresAt).toISOString().slice(11, 16)} UTC`;
  return {
    ...about,
    headers: [tokenHeader ? [tokenHeader, access] : ['Authorization', `Bearer ${access}`]],
    secrets: [access],
    label: `${name} (${way}, token${until})`,
    generation,
    expiry: readExpiry(connection.config),
  };
}

/**
 * A token that a connection signed itself, in Authorization or in a header of its own. Without a token, the connection signs one for each request as it is
 * sent.
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

/** Where a token stands that a connection signed itself. */
export function toTokenHeader(
  { tokenHeader, scheme }: Pick<SignedJwt, 'tokenHeader' | 'scheme'>,
  token: string,
): [name: string, value: string] {
  return tokenHeader ? [tokenHeader, token] : ['Authorization', `${scheme || 'Bearer'} ${token}`];
}

/** A URL with what a connection adds to its path and query. */
export function addToUrl(url: string, { baseUrl, path, query }: ConnectionGrant): string {
  return addQuery(path === undefined ? url : addPath(url, baseUrl, path), query);
}

/**
 * Behind the base URL, or, of another one of the connection's hosts, behind the host. A slash alone behind it gives way. A URL that has it there already, as
 * an answer names the next page, stays as it is.
 */
function addPath(url: string, baseUrl: string, path: string): string {
  const [origin = ''] = /^[a-z]+:\/\/[^/?#]*/i.exec(url) ?? [];
  const isBelow = baseUrl !== '' && url.startsWith(baseUrl) && /^[/?#]|^$/.test(url.slice(baseUrl.length));
  const before = isBelow ? baseUrl : origin;
  const rest = url.slice(before.length);
  const isThere = rest.startsWith(`/${path}`) && /^[/?#]|^$/.test(rest.slice(path.length + 1));
  return isThere ? url : `${before}/${path}${rest.replace(/^\/(?=$|[?#])/, '')}`;
}

/** A URL with what a connection adds to its query: behind what stands there, before a fragment. */
export function addQuery(url: string, query: ConnectionGrant['query']): string {
  if (query.length === 0) return url;
  const [, address = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(url) ?? [];
  const added = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const sign = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${sign}${added}${fragment}`;
}
