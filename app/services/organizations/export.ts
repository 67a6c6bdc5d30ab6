// Writes everything of an organization as one JSON text, in pieces: even with a million executions the text is never whole in
// memory, and the process does other work between two pieces.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { listAuditEntries } from '~/db/organizations/audit-log';
import { findBillingDetails } from '~/db/organizations/billing';
import { type Integration, listIntegrations } from '~/db/integrations/integrations';
import { findStoredDefinition } from '~/db/integrations/versions';
import { listOpenInvitations } from '~/db/organizations/invitations';
import { listMemberPeople } from '~/db/organizations/members';
import { findOrganization, type Organization } from '~/db/organizations/organizations';
import { listSamples } from '~/db/executions/samples';
import { pickLimits } from '~/engine/definition/execution-limits';
import { toIntegrationFile } from '~/engine/import/integration-file';
import { stringifyJson } from '~/engine/json/json';
import { readRequest } from '~/engine/delivery/delivery-request';
import type { Problem } from '~/problem';
import { type ConnectionResponse, listConnectionResponses } from '../connections/connection-response';
import { findSourceName } from '../imports/file-of-integration';
import { openDefinition } from '../integrations/definition-secrets';
import { findMemory } from '../memory/memory';
import { listValueResponses, type ValueResponse } from '../values/value-response';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';
import { writeStores } from './exported-stores';
import { parseJsonInTurns, stringifyJsonInTurns } from '../large-json';
import { listMaskedLogs, maskPayload } from '../executions/mask-trigger-data';

const pageSize = 100;
const logPageSize = 25;

interface OrganizationExport {
  kind: 'export';
  fileName: string;
  /** Pieces of JSON text that together make one object; taking a piece reads the database. */
  pieces: AsyncGenerator<string, void>;
}

/**
 * Exports the organization's details, members, open invitations, billing details, audit log, connections, values, stores, and
 * integrations with samples, memory and executions. Definitions are as in an integration's own file, without secrets; logs are
 * as in the API, with secrets masked; of the card, it holds what is stored. Problems: forbidden, not-found.
 */
export function exportOrganization(context: AppContext, actor: Actor): Promise<OrganizationExport | Problem> {
  const now = context.now();
  return context.db.transaction(async (tx): Promise<OrganizationExport | Problem> => {
    const refusal = await checkPermission(tx, actor, 'export-organization');
    if (refusal) return refusal;
    const organization = await findOrganization(tx, actor.organizationId);
    if (!organization) return { kind: 'not-found' };
    await insertAuditEntry(tx, { ...actor, kind: 'organization-exported', subjectId: organization.id, now });
    const day = new Date(now).toISOString().slice(0, 10);
    const fileName = `wicked-integrations-export-${day}.json`;
    return { kind: 'export', fileName, pieces: writeOrganization(context, organization, now) };
  });
}

async function* writeOrganization(
  context: AppContext,
  organization: Organization,
  now: number,
): AsyncGenerator<string, void> {
  const { db } = context;
  const { id: organizationId, createdAt, ...details } = organization;
  const billing = await findBillingDetails(db, organizationId);
  const head = {
    format: 'wicked-organization',
    version: 1,
    exportedAt: formatTime(now),
    organization: { id: organizationId, ...details, createdAt: formatTime(createdAt) },
    billingDetails: billing
      ? { ...billing, createdAt: formatTime(billing.createdAt), updatedAt: formatTime(billing.updatedAt) }
      : null,
  };
  yield stringifyJson(head).slice(0, -1);

  yield ',"members":';
  yield* writeList(
    (last?: { email: string }) =>
      listMemberPeople(db, { organizationId, after: last?.email ?? '', limit: pageSize }),
    ({ joinedAt, ...member }) => ({ ...member, joinedAt: formatTime(joinedAt) }),
  );
  yield ',"invitations":';
  yield* writeList(
    (last?: { email: string }) =>
      listOpenInvitations(db, { organizationId, after: last?.email ?? '', limit: pageSize }),
    ({ email, role, access, ...times }) => ({
      email,
      role,
      access,
      createdAt: formatTime(times.createdAt),
      expiresAt: formatTime(times.expiresAt),
    }),
  );
  yield ',"auditLog":';
  yield* writeList(
    (last?: { id: string }) =>
      listAuditEntries(db, { organizationId, ...(last && { before: last.id }), limit: pageSize }),
    (entry) => ({ ...entry, createdAt: formatTime(entry.createdAt) }),
  );
  const connections = await listConnectionResponses(context, organizationId);
  yield `,"connections":${stringifyJson(connections.map(describeConnection))}`;
  const values = await listValueResponses(context, organizationId);
  yield `,"values":${stringifyJson(values.map(describeValue))}`;
  yield ',"stores":';
  yield* writeStores(context, organizationId);
  const connectionNames = new Map(connections.map((connection) => [connection.id, connection.name]));
  yield ',"integrations":[';
  let before: Integration | undefined;
  for (;;) {
    const [integration] = await listIntegrations(db, { organizationId, before, limit: 1 });
    if (!integration) break;
    if (before !== undefined) yield ',';
    yield* writeIntegration(context, integration, connectionNames);
    before = integration;
  }
  yield ']}\n';
}

async function* writeIntegration(
  context: AppContext,
  integration: Integration,
  connections: ReadonlyMap<string, string>,
): AsyncGenerator<string, void> {
  const { id, organizationId, name, description, tags, version } = integration;
  const stored = (await findStoredDefinition(context.db, id, version)) ?? '{}';
  const { definition } = openDefinition(context.config, id, stored);
  await nextTurn();
  const samples = await Promise.all(
    (await listSamples(context.db, id)).map(async ({ payload, request, receivedAt, bytes }) => ({
      receivedAt: formatTime(receivedAt),
      bytes,
      payload:
        payload === null ? null : await parseJsonInTurns(await maskPayload(context, id, version, payload)),
      request: request === null ? undefined : readRequest(await maskPayload(context, id, version, request)),
    })),
  );
  const remembered = await findMemory(context, { organizationId }, id);
  await nextTurn();
  const head = {
    id,
    isActive: integration.isActive,
    createdAt: formatTime(integration.createdAt),
    updatedAt: formatTime(integration.updatedAt),
    totalExecutions: integration.totalExecutions,
    successfulExecutions: integration.successfulExecutions,
    failedExecutions: integration.failedExecutions,
    file: toIntegrationFile({
      name,
      description,
      tags,
      version,
      definition,
      limits: pickLimits(integration),
      connections,
      startedBy: await findSourceName(context.db, organizationId, definition),
    }),
    samples,
    memory: remembered.kind === 'memory' ? remembered.memory : null,
  };
  yield `${(await stringifyJsonInTurns(head)).slice(0, -1)},"executions":[`;
  let before: string | undefined;
  let isFirst = true;
  do {
    const owner = { organizationId, integrationId: id };
    const page = await listMaskedLogs(context, { ...owner, before, limit: logPageSize });
    for (const log of page.logs) {
      yield `${isFirst ? '' : ','}\n${await stringifyJsonInTurns(log)}`;
      isFirst = false;
    }
    before = page.nextBefore;
    await nextTurn();
  } while (before !== undefined);
  yield ']}';
}

/** Omits all credentials, masked or not. */
function describeConnection({
  id,
  name,
  kind,
  baseUrl,
  allowedHosts,
  createdAt,
  updatedAt,
}: ConnectionResponse) {
  return { id, name, kind, baseUrl, allowedHosts, createdAt, updatedAt };
}

/** Omits the value of a secret. */
function describeValue({ value, ...about }: ValueResponse) {
  const { id, name, format, isSecret, allowedHosts, createdAt, updatedAt } = about;
  return { id, name, format, isSecret, value: isSecret ? null : value, allowedHosts, createdAt, updatedAt };
}

/** Writes all rows as a JSON array, page by page; `read` gets the last row of the page before. */
async function* writeList<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
  describe: (row: Row) => unknown,
): AsyncGenerator<string, void> {
  yield '[';
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last);
    const text = rows.map((row) => stringifyJson(describe(row))).join(',');
    if (text) yield `${last === undefined ? '' : ','}${text}`;
    last = rows.at(-1);
    if (rows.length < pageSize) break;
    await nextTurn();
  }
  yield ']';
}

function formatTime(at: number): string {
  return new Date(at).toISOString();
}
