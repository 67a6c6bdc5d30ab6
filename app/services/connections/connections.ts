// The actions of people and programs on the connections of an organization. Owners and admins manage connections. Every member
// uses them in integrations, without ever seeing their secrets.
import type { AppContext } from '~/context';
import {
  type ConnectionContent,
  type ConnectionState,
  deleteConnection as deleteRow,
  findConnection,
  insertConnection,
  type StoredConnection,
  listConnectionNames,
  updateConnection as updateRow,
} from '~/db/connections/connections';
import { forgetRefusal, listCallsOfConnections } from '~/db/connections/connection-days';
import { listConnectionUses } from '~/db/connections/connection-uses';
import {
  deleteToken,
  findConnectionToken,
  listConnectionsWithToken,
  updateTokenVersion,
} from '~/db/connections/connection-tokens';
import { deletePromisedTurns } from '~/db/connections/pace';
import { newUnguessableId } from '~/db/core/id';
import type { Queries } from '~/db/core/queries';
import {
  type ConnectionBasics,
  type ConnectionConfig,
  connectionLimits,
} from '~/engine/connections/connection';
import { findKept, type Kept } from '~/engine/connections/kept-token';
import { type ConnectionKind, isRefreshed } from '~/engine/connections/kinds';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { checkPermission } from '../check-permission';
import { describeUses } from '../describe-uses';
import { checkUniqueName } from '../unique-name';
import { type ConnectionInput, mergeConnection, readConnection } from './connection-input';
import { type ConnectionResponse, describeConnection } from './connection-response';
import { openConnection, sealConfig } from './connection-secrets';
import {
  findLeftToken,
  findSameClient,
  type LeftToken,
  noteRevocation,
  type Revocation,
  revokeToken,
} from './revocation';
import { notConnected } from './obtain-token';

type ConnectionOutcome = { kind: 'connection'; connection: ConnectionResponse } | Problem;

/**
 * Creates a connection. Problems: forbidden, not-found, invalid (by field as `config.token`).
 *
 * @param formId the id of the form with this input: when that form made a connection before, returns that one
 */
export async function createConnection(
  context: AppContext,
  actor: Actor,
  input: ConnectionInput,
  formId?: string,
): Promise<ConnectionOutcome> {
  const read = readConnection(input);
  if (read.kind !== 'read') return read;
  const key = { id: formId ?? newUnguessableId(), organizationId: actor.organizationId };
  const { name, baseUrl, allowedHosts, pace, ...content } = read.connection;
  const problem = await context.db.transaction(async (tx): Promise<Problem | undefined> => {
    const refusal = await checkPermission(tx, actor, 'manage-connections');
    if (refusal) return refusal;
    const known = await listConnectionNames(tx, key.organizationId);
    if (known.some(({ id }) => id === key.id)) return undefined;
    if (known.length >= connectionLimits.ofOrganization) return tooMany;
    const taken = checkUniqueName('connection', known, name);
    if (taken) return taken;
    await insertConnection(tx, {
      ...key,
      name,
      kind: content.kind,
      baseUrl,
      allowedHosts: JSON.stringify(allowedHosts),
      pace: pace && JSON.stringify(pace),
      ...sealConfig(context.config, key.id, content),
      ...stateWithoutToken(content.kind),
      version: 1,
      createdBy: actor.userId,
      now: context.now(),
    });
    return addAuditEntry(context, tx, actor, { kind: 'connection-created', subjectId: key.id, detail: name });
  });
  return problem ?? respond(context, key);
}

/** The state of a connection that has not requested a token yet. */
function stateWithoutToken(kind: ConnectionKind): ConnectionState {
  return kind === 'oauth2_authorization_code'
    ? { status: 'needs_authorization', statusReason: notConnected }
    : { status: 'ready', statusReason: null };
}

const tooMany: Problem = {
  kind: 'invalid',
  message: `An organization may have at most ${connectionLimits.ofOrganization} connections.`,
};

/**
 * Changes the given fields; `config` field by field. A mask keeps the secret, unless it could then go to further hosts. With a
 * `version`, changes nothing when the connection has another one. Problems: forbidden, not-found, invalid, conflict.
 */
export async function changeConnection(
  context: AppContext,
  actor: Actor,
  id: string,
  input: Omit<ConnectionInput, 'kind'> & { version?: number | undefined },
): Promise<ConnectionOutcome> {
  const key = { id, organizationId: actor.organizationId };
  const problem = await context.db.transaction(async (tx): Promise<Problem | undefined> => {
    const refusal = await checkPermission(tx, actor, 'manage-connections');
    if (refusal) return refusal;
    const stored = await findConnection(tx, key);
    if (!stored) return { kind: 'not-found' };
    if (input.version !== undefined && input.version !== stored.version) return { kind: 'conflict' };
    const merged = mergeConnection(context.config, stored, input);
    if (merged.kind !== 'read') return merged;
    const { name, baseUrl, allowedHosts, pace, ...content } = merged.connection;
    const taken = checkUniqueName('connection', await listConnectionNames(tx, key.organizationId), name, id);
    if (taken) return taken;
    const changed: ConnectionContent = {
      name,
      kind: stored.kind,
      baseUrl,
      allowedHosts: JSON.stringify(allowedHosts),
      pace: pace && JSON.stringify(pace),
      ...sealConfig(context.config, id, content),
      version: stored.version + 1,
    };
    const kept = await findKeptOfStored(context, tx, stored, { ...content, isWidened: merged.isWidened });
    const { status, statusReason } = findStateAfter(stored, kept);
    await updateRow(tx, key, { ...changed, status, statusReason, now: context.now() });
    if (changed.pace !== stored.pace) await deletePromisedTurns(tx, id);
    if (changesCalls(context, stored, merged.connection)) await forgetRefusal(tx, id);
    const next = { connectionVersion: changed.version, dropsAccess: kept === 'refresh' };
    await (kept === 'nothing' ? deleteToken(tx, id) : updateTokenVersion(tx, id, next));
    return addAuditEntry(context, tx, actor, { kind: 'connection-changed', subjectId: id, detail: name });
  });
  return problem ?? respond(context, key);
}

/** Checks whether calls are sent with other credentials, or to other servers, than before. */
function changesCalls(
  { config }: AppContext,
  stored: StoredConnection,
  { baseUrl, allowedHosts, ...content }: ConnectionBasics & ConnectionConfig,
): boolean {
  if (findKept(openConnection(config, stored), content) !== 'all') return true;
  return baseUrl !== stored.baseUrl || JSON.stringify(allowedHosts) !== stored.allowedHosts;
}

/**
 * Says what of the stored token can be used with the changed config. A person granted access for the servers of that time: for
 * further ones they have to grant it again. The client secret would prove nothing, as whoever changes the hosts can first
 * replace it, and a public client has none. A refresh token that was entered again proves itself.
 */
async function findKeptOfStored(
  context: AppContext,
  tx: Queries,
  stored: StoredConnection,
  { isWidened, ...content }: ConnectionConfig & { isWidened: boolean },
): Promise<Kept> {
  const { id, kind, status } = stored;
  if (!isRefreshed(kind)) return 'nothing';
  if (kind === 'oauth2_authorization_code' && isWidened) return 'nothing';
  const isEntered = kind === 'oauth2_refresh_token';
  // A refresh token that was refused, and is saved once more, is tried once more.
  if (isEntered && status === 'needs_authorization') return 'nothing';
  const kept = findKept(openConnection(context.config, stored), content);
  if (kept !== 'refresh' || isEntered) return kept;
  return (await findConnectionToken(tx, id))?.refresh ? kept : 'nothing';
}

function findStateAfter({ kind, status, statusReason }: StoredConnection, kept: Kept): ConnectionState {
  if (kept === 'nothing') return stateWithoutToken(kind);
  // What failed with the former config may work with this one.
  return status === 'failing' && kept !== 'all'
    ? { status: 'ready', statusReason: null }
    : { status, statusReason };
}

/**
 * Deletes an unused connection, and asks its provider to revoke its token where the connection names an address for that; the
 * audit notes the answer. Problems: forbidden, not-found, conflict, which names the integrations that use it.
 */
export async function deleteConnection(
  context: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: 'deleted'; revocation?: Revocation } | Problem> {
  const outcome = await deleteStored(context, actor, id);
  if (outcome.kind !== 'deleted') return outcome;
  const { left } = outcome;
  if (!left) return { kind: 'deleted' };
  const revocation = await revokeToken(context, left);
  await noteRevocation(context, actor, left, revocation);
  return { kind: 'deleted', revocation };
}

interface Deleted {
  kind: 'deleted';
  left: LeftToken | undefined;
}

function deleteStored(context: AppContext, actor: Actor, id: string): Promise<Deleted | Problem> {
  const key = { id, organizationId: actor.organizationId };
  return context.db.transaction(async (tx): Promise<Deleted | Problem> => {
    const refusal = await checkPermission(tx, actor, 'manage-connections');
    if (refusal) return refusal;
    const stored = await findConnection(tx, key);
    if (!stored) return { kind: 'not-found' };
    const uses = await listConnectionUses(tx, { organizationId: key.organizationId, connectionId: id });
    if (uses.length > 0) return { kind: 'conflict', message: describeUses(stored.name, uses, remedy) };
    const left = await findLeftToken(context, tx, stored);
    const sameClient = left && (await findSameClient(tx, stored));
    await deleteRow(tx, key);
    const entry = { kind: 'connection-deleted', subjectId: id, detail: stored.name } as const;
    await addAuditEntry(context, tx, actor, entry);
    return { kind: 'deleted', left: left && { ...left, sameClient } };
  });
}

const remedy = 'Choose another connection there first.';

async function respond(
  context: AppContext,
  key: { id: string; organizationId: string },
): Promise<ConnectionOutcome> {
  const stored = await findConnection(context.db, key);
  if (!stored) return { kind: 'not-found' };
  const { organizationId, id: connectionId } = key;
  const now = context.now();
  const [uses, calls, withToken] = await Promise.all([
    listConnectionUses(context.db, { organizationId, connectionId }),
    listCallsOfConnections(context.db, { organizationId, at: now }),
    listConnectionsWithToken(context.db, organizationId),
  ]);
  const hasToken = withToken.has(connectionId);
  const about = { uses, calls: calls.get(connectionId), hasToken, now };
  return {
    kind: 'connection',
    connection: describeConnection(stored, openConnection(context.config, stored), about),
  };
}

/** Returns a connection as screens and responses show it. Problem: not-found. */
export function readConnectionById(
  context: AppContext,
  organizationId: string,
  id: string,
): Promise<ConnectionOutcome> {
  return respond(context, { id, organizationId });
}
