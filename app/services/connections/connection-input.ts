// Checks the input that makes or changes a connection, and words its problems.
import type { AppKeys } from '~/auth/secret-box';
import type { StoredConnection } from '~/db/connections/connections';
import {
  type ClientCertificate,
  readShownCertificate,
  shownFields,
} from '~/engine/connections/certificate-config';
import { configShapes, ConnectionBasics, type ConnectionConfig } from '~/engine/connections/connection';
import { findReplacedHeader } from '~/engine/connections/extra-headers';
import { isKeyAlgorithm } from '~/engine/connections/hmac-config';
import { type ConnectionKind, connectionKinds, isObtaining } from '~/engine/connections/kinds';
import { isKeyMethod } from '~/engine/connections/oauth1-config';
import { findRevocation, isRevocable } from '~/engine/connections/revocation';
import { listHosts } from '~/engine/connections/grant';
import { listFields } from '~/engine/schema/issue-fields';
import { listUnknownFields } from '~/engine/schema/unknown-fields';
import type { Problem } from '~/problem';
import { findAssertionProblem } from './assertion';
import { findAuthorityProblem, findCertificateProblems } from './client-certificate';
import { type OpenConnection, openConnection, maskConfig } from './connection-secrets';
import { restoreMaskedConfig } from './masked-config';
import { findSignedTokenProblem } from './signed-token';
import { findKeyProblem } from './signing/jwt';
import { findPrivateKeyProblem } from './signing/private-key-signature';
import { findSecretProblem } from './signing/signing-secret';

/** The input as it comes from a form or a program, not checked yet. */
export interface ConnectionInput {
  name?: unknown;
  kind?: unknown;
  baseUrl?: unknown;
  allowedHosts?: unknown;
  pace?: unknown;
  config?: Record<string, unknown> | undefined;
}

type Read =
  | {
      kind: 'read';
      connection: ConnectionBasics & ConnectionConfig;
      /** Whether the credentials could go to a server to which they could not go before. */
      isWidened: boolean;
    }
  | Problem;

/** Reads a new connection. Problem: invalid. */
export function readConnection({ kind, config = {}, ...basics }: ConnectionInput): Read {
  const known = connectionKinds.find((each) => each === kind);
  if (known === undefined) {
    return { kind: 'invalid', fields: { kind: [`The kind must be one of ${connectionKinds.join(', ')}`] } };
  }
  const checked = check(basics, known, config);
  const problems = {
    ...restoreMaskedConfig(known, config, 'nothing').problems,
    ...findUnknown(known, config),
  };
  if (Object.keys(problems).length === 0) return checked;
  return { kind: 'invalid', fields: { ...(checked.kind === 'read' ? {} : checked.fields), ...problems } };
}

/** Returns a stored connection with the changes of `input`. A mask stands for the stored secret. Problem: invalid. */
export function mergeConnection(
  config: AppKeys,
  stored: StoredConnection,
  input: Omit<ConnectionInput, 'kind'>,
): Read {
  const opened = openConnection(config, stored);
  const basics = {
    name: input.name ?? stored.name,
    baseUrl: input.baseUrl ?? stored.baseUrl,
    allowedHosts: input.allowedHosts ?? (JSON.parse(stored.allowedHosts) as unknown),
    pace: input.pace === undefined ? (JSON.parse(stored.pace ?? 'null') as unknown) : input.pace,
  };
  const masked = opened ? maskConfig(opened) : (JSON.parse(stored.config) as Record<string, unknown>);
  const sent = { ...masked, ...input.config };
  const restored = restoreMaskedConfig(stored.kind, sent, opened);
  const found = { ...restored.problems, ...findUnknown(stored.kind, input.config ?? {}) };
  const checked = check(basics, stored.kind, restored.config);
  if (checked.kind !== 'read') {
    return { ...checked, fields: { ...checked.fields, ...found } };
  }
  const problems = { ...found };
  const widened = opened && findWidened(opened, checked.connection);
  const exposed = widened ? restored.kept.filter((field) => isExposed(field, stored.kind, widened)) : [];
  // Otherwise a person who may change the hosts of a connection could have the credentials of others sent to their own server.
  for (const field of exposed) problems[field] = ['Enter this again: it could now go to another server.'];
  if (Object.keys(problems).length > 0) return { kind: 'invalid', fields: problems };
  return { ...checked, isWidened: widened !== undefined };
}

/** How many unknown fields are named; more would help nobody. */
const maxNamed = 20;

/** Finds fields that the kind does not have, which would be dropped, so that the caller learns of a misspelt field. */
function findUnknown(kind: ConnectionKind, sent: Record<string, unknown>): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  for (const { path, message } of listUnknownFields(sent, configShapes[kind])) {
    if (Object.keys(problems).length === maxNamed) break;
    problems[['config', ...path].join('.')] = [message];
  }
  return problems;
}

/**
 * `provider`: the credentials could go to another server that issues or revokes tokens; `api`: calls could go to further hosts.
 */
type Widened = 'provider' | 'api';

function findWidened(
  before: OpenConnection,
  after: ConnectionBasics & ConnectionConfig,
): Widened | undefined {
  if (readTokenOrigin(before) !== readTokenOrigin(after)) return 'provider';
  const revoking = readRevocationOrigin(after);
  if (revoking !== readTokenOrigin(after) && revoking !== readRevocationOrigin(before)) return 'provider';
  const [former, next] = [listHosts(before), listHosts(after)];
  if (next.allowsHttp && !former.allowsHttp) return 'api';
  return next.hosts.some((host) => !former.hosts.includes(host)) ? 'api' : undefined;
}

/** What proves the client of a person's grant. It goes to the provider alone, and further hosts end the grant. */
const clientProofs: ReadonlySet<string> = new Set(['config.clientSecret', 'config.privateKey']);

function isExposed(field: string, kind: ConnectionKind, widened: Widened): boolean {
  return !(widened === 'api' && kind === 'oauth2_authorization_code' && clientProofs.has(field));
}

/** Returns the origin to which the client sends its secret to obtain tokens. */
function readTokenOrigin(connection: ConnectionConfig): string {
  if (!isObtaining(connection)) return '';
  const { kind, config } = connection;
  // The default servers of AWS all have one owner.
  if (kind === 'aws_role') return config.stsUrl && new URL(config.stsUrl).origin;
  return new URL(kind === 'github_app' ? config.apiUrl : config.tokenUrl).origin;
}

/**
 * Returns the origin to which the client sends its secret to revoke tokens; that of the tokens when it sends it to no other.
 */
function readRevocationOrigin(connection: ConnectionConfig): string {
  const revocation = isRevocable(connection) ? findRevocation(connection.config) : undefined;
  return revocation ? new URL(revocation.url).origin : readTokenOrigin(connection);
}

function check(basics: object, kind: ConnectionKind, config: Record<string, unknown>): Read {
  const about = ConnectionBasics.safeParse(basics);
  const parsed = configShapes[kind].safeParse(config);
  if (about.success && parsed.success) {
    const read = { kind, config: parsed.data } as ConnectionConfig;
    const problems = findReadProblems(read, about.data);
    if (problems) return { kind: 'invalid', fields: problems };
    return { kind: 'read', connection: { ...about.data, ...read }, isWidened: false };
  }
  const ofConfig = parsed.success ? {} : listFields(parsed.error.issues);
  const fields = {
    ...(about.success ? {} : listFields(about.error.issues)),
    ...Object.fromEntries(Object.entries(ofConfig).map(([name, texts]) => [`config.${name}`, texts])),
  };
  return { kind: 'invalid', fields };
}

/** Checks whether a client proves itself by its private key. */
function isKeyClient(
  read: ConnectionConfig,
): read is Extract<ConnectionConfig, { kind: 'oauth2_authorization_code' | 'oauth2_refresh_token' }> {
  return isRevocable(read) && read.config.clientAuth === 'private_key_jwt';
}

/** Finds problems by field that no single field shows; undefined when there is none. */
function findReadProblems(
  read: ConnectionConfig,
  { baseUrl }: ConnectionBasics,
): Record<string, string[]> | undefined {
  const replaced = findReplacedHeader(read);
  if (replaced) return { 'config.extraHeaders': [replaced] };
  const shown = 'clientCertificate' in read.config && readShownCertificate(read.config);
  if (shown) {
    const [found] = Object.entries(findCertificateProblems(shown));
    if (found) return { [`config.${shownFields[found[0] as keyof ClientCertificate]}`]: [found[1]] };
  }
  if (read.kind === 'oauth2_jwt' || isKeyClient(read)) {
    const found = findAssertionProblem(read.config);
    return found && { [`config.${found.field}`]: [found.message] };
  }
  if (read.kind === 'github_app') {
    const problem = findKeyProblem(read.config.privateKey, 'RS256');
    return problem === undefined ? undefined : { 'config.privateKey': [problem] };
  }
  if (read.kind === 'signed_jwt') {
    const problem = findSignedTokenProblem(read.config);
    return problem === undefined ? undefined : { 'config.key': [problem] };
  }
  if (read.kind === 'oauth1' && isKeyMethod(read.config.signatureMethod)) {
    const problem = findPrivateKeyProblem(read.config.consumerSecret, 'rsa-v1_5-sha256');
    return problem === undefined ? undefined : { 'config.consumerSecret': [problem] };
  }
  if (read.kind === 'hmac') {
    const { secret, hash, keyEncoding } = read.config;
    const problem = isKeyAlgorithm(hash)
      ? findPrivateKeyProblem(secret, hash)
      : findSecretProblem(secret, keyEncoding);
    return problem === undefined ? undefined : { 'config.secret': [problem] };
  }
  if (read.kind === 'none') {
    const problem = findAuthorityProblem(read.config.serverCa);
    return problem === undefined ? undefined : { 'config.serverCa': [problem] };
  }
  if (read.kind !== 'client_certificate') return undefined;
  if (baseUrl.startsWith('http:')) return { baseUrl: ['A client certificate is shown over https alone'] };
  const [found] = Object.entries(findCertificateProblems(read.config));
  return found && { [`config.${found[0]}`]: [found[1]] };
}
