// Asks a provider to revoke the token of a deleted connection, by the outbound client. The connection is gone whatever the
// provider answers.
import type { AppContext } from '~/context';
import { openSealed } from '~/auth/secret-box';
import { findConnectionToken } from '~/db/connections/connection-tokens';
import { listConnections, type StoredConnection } from '~/db/connections/connections';
import type { Queries } from '~/db/core/queries';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import {
  findRevocation,
  isRevocable,
  type RevocableConfig,
  type RevocationForm,
} from '~/engine/connections/revocation';
import { encodeCredentials } from '~/engine/definition/basic-auth';
import { createMaskSecrets } from '~/engine/secrets/mask-secrets';
import type { OutboundResponse } from '~/outbound/request-response';
import { cutWithoutMark } from '~/engine/texts/truncate';
import type { Actor } from '../actor';
import { signAssertion } from './assertion';
import { describeShown } from './client-certificate';
import { chooseProof, listProofSecrets } from './client-proof';
import { associatedDataOfConnection, openConnection } from './connection-secrets';
import { parseJsonObject } from './token-answer';

/** A person waits for the answer. */
const limits = { timeoutMs: 5_000, maxBodyBytes: 64 * 1024 };
const maxTextLength = 300;

/** What became of the token of a deleted connection. */
export type Revocation =
  | { kind: 'revoked' }
  /** `message`: why the token may still be valid. */
  | { kind: 'not-revoked'; message: string };

/** A token that can be revoked, in the clear. */
interface RevocableToken {
  connection: RevocableConfig;
  url: string;
  form: RevocationForm;
  token: string;
  type: 'refresh_token' | 'access_token';
}

/** What is needed of a deleted connection to revoke its token. */
export interface LeftToken {
  organizationId: string;
  connectionId: string;
  /** The connection's name. */
  name: string;
  token: RevocableToken;
  /** The name of another connection that would lose its token, too. */
  sameClient?: string | undefined;
}

/** Returns the token of a connection that names where tokens are revoked; undefined when there is none. */
export async function findLeftToken(
  { config }: Pick<AppContext, 'config'>,
  tx: Queries,
  stored: StoredConnection,
): Promise<LeftToken | undefined> {
  const connection = openConnection(config, stored);
  if (!connection || !isRevocable(connection)) return undefined;
  const tokens = await findConnectionToken(tx, stored.id);
  const open = (text: string | null | undefined) =>
    text ? openSealed(config, text, associatedDataOfConnection(stored.id)) : undefined;
  const entered = connection.kind === 'oauth2_refresh_token' ? connection.config.refreshToken : undefined;
  const refresh = open(tokens?.refresh) ?? entered;
  return describeLeft(stored, connection, { refresh, access: open(tokens?.access) });
}

/** Does what {@link findLeftToken} does, for what a provider gave while the connection was deleted. */
export async function findLateToken(
  { config }: Pick<AppContext, 'config'>,
  tx: Queries,
  stored: StoredConnection,
  given: { access: string; refresh: string | null },
): Promise<LeftToken | undefined> {
  const connection = openConnection(config, stored);
  if (!connection || !isRevocable(connection)) return undefined;
  const left = describeLeft(stored, connection, given);
  return left && { ...left, sameClient: await findSameClient(tx, stored) };
}

function describeLeft(
  { id: connectionId, organizationId, name }: StoredConnection,
  connection: RevocableConfig,
  { access, refresh }: { access: string | undefined; refresh: string | null | undefined },
): LeftToken | undefined {
  const revocation = findRevocation(connection.config);
  if (!revocation) return undefined;
  const about = { connection, ...revocation };
  const left = { connectionId, organizationId, name };
  // To revoke a refresh token ends its access tokens, too (RFC 7009 §2.1); GitHub and Slack know access tokens only.
  if (refresh && revocation.form === 'form')
    return { ...left, token: { ...about, token: refresh, type: 'refresh_token' } };
  return access === undefined
    ? undefined
    : { ...left, token: { ...about, token: access, type: 'access_token' } };
}

/**
 * Returns the name of another connection of the organization with the same client at the same provider; undefined when there is
 * none. Google and others revoke all tokens of an account and a client at once.
 */
export async function findSameClient(tx: Queries, stored: StoredConnection): Promise<string | undefined> {
  const client = readClient(stored);
  const connections = await listConnections(tx, stored.organizationId);
  return connections.find((other) => other.id !== stored.id && readClient(other) === client)?.name;
}

function readClient({ config }: StoredConnection): string {
  const { tokenUrl, clientId } = JSON.parse(config) as Record<string, unknown>;
  return JSON.stringify([tokenUrl, clientId]);
}

/** Notes in the audit log what became of the token. `by` without a `userId` is the server or the operator of the machine. */
export async function noteRevocation(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  by: Partial<Actor>,
  { organizationId, connectionId: subjectId, name }: LeftToken,
  revocation: Revocation,
): Promise<void> {
  const detail = revocation.kind === 'revoked' ? name : `${name}: ${revocation.message}`;
  const entry = { kind: `token-${revocation.kind}`, subjectId, detail } as const;
  await insertAuditEntry(db, { ...by, ...entry, organizationId, now: now() });
}

/** Asks once, for five seconds at most. */
export async function revokeToken(
  { outbound, now }: Pick<AppContext, 'outbound' | 'now'>,
  { organizationId, token: left, sameClient }: LeftToken,
): Promise<Revocation> {
  if (sameClient !== undefined)
    return { kind: 'not-revoked', message: `The connection ${sameClient} has the same client.` };
  const { connection, url, form, token, type } = left;
  const { config } = connection;
  const secrets = [token];
  const headers = new Headers({ accept: 'application/json' });
  let body = '';
  if (form === 'form') {
    const fields = new URLSearchParams({ token, token_type_hint: type });
    const assertion = await signAssertion(connection, now());
    await chooseProof(connection, assertion)(
      { issuer: new URL(url).origin },
      { client_id: config.clientId },
      fields,
      headers,
    );
    secrets.push(...listProofSecrets(connection, assertion));
    headers.set('content-type', 'application/x-www-form-urlencoded');
    body = fields.toString();
  } else if (form === 'json') {
    const { clientId, clientSecret } = config;
    const credentials = encodeCredentials(clientId, clientSecret);
    secrets.push(clientSecret, credentials);
    headers.set('authorization', `Basic ${credentials}`);
    headers.set('content-type', 'application/json');
    body = JSON.stringify({ access_token: token });
  } else headers.set('authorization', `Bearer ${token}`);
  const answer = await outbound.send({
    method: form === 'json' ? 'DELETE' : 'POST',
    url,
    headers: [...headers],
    body,
    ...limits,
    organizationId,
    skipsLine: true,
    ...describeShown(config, url),
  });
  const failure = answer.kind === 'failure' ? answer.message : findRefusal(answer);
  if (failure === undefined) return { kind: 'revoked' };
  const mask = createMaskSecrets(secrets.filter(Boolean));
  return { kind: 'not-revoked', message: cutWithoutMark(mask(failure), maxTextLength) };
}

/** The codes of a token that is no longer valid: what was asked for is so. */
const endedCodes = new Set(['invalid_token', 'token_revoked', 'token_expired', 'invalid_grant']);

/** Returns why the provider refused; undefined when the token is revoked. Slack refuses with the status 200. */
function findRefusal({ status, body }: OutboundResponse): string | undefined {
  const { error, error_description: more } = parseJsonObject(body) ?? {};
  const code = typeof error === 'string' ? error : undefined;
  if (code !== undefined && endedCodes.has(code)) return undefined;
  if (code === undefined && status >= 200 && status < 300) return undefined;
  const said = [code, typeof more === 'string' ? more : undefined].filter(Boolean).join(': ');
  return `The provider refused (HTTP ${status})${said && `: ${said}`}`;
}
