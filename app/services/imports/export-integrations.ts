// Writes the integrations of an organization as one JSON file, in pieces: the file is never whole in memory. The same
// integrations are always the same text, in lines, so that Git shows what changed.
import type { AppContext } from '~/context';
import { listConnections } from '~/db/connections/connections';
import { findDefinedIntegration, listIntegrationsByName } from '~/db/integrations/integrations';
import { listValueNames } from '~/db/values/values';
import { listConnectionNames } from '~/engine/import/file-connections';
import { integrationsFileHead } from '~/engine/import/integrations-file';
import { stringifyJson } from '~/engine/json/json';
import { listDefinitionValues } from '~/engine/values/value-references';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { checkPermission } from '../check-permission';
import { yieldTurn } from '../event-loop';
import { toFile } from './file-of-integration';

interface IntegrationsExport {
  kind: 'export';
  fileName: string;
  /** Pieces of JSON text that together make one object; taking a piece reads the database. */
  pieces: AsyncGenerator<string, void>;
}

/**
 * Exports the integrations of an organization by name, each as `exportIntegration` does but without the number of its version,
 * and the names of the connections and values that they use. `tag`: only integrations with this tag; `ids`: only these. The audit
 * log gets an entry. Problem: not-found for a former member.
 */
export function exportIntegrations(
  context: AppContext,
  actor: Actor,
  { tag, ids: wanted }: { tag?: string | undefined; ids?: readonly string[] | undefined } = {},
): Promise<IntegrationsExport | Problem> {
  const { organizationId } = actor;
  return context.db.transaction(async (tx): Promise<IntegrationsExport | Problem> => {
    const refused = await checkPermission(tx, actor, 'read');
    if (refused) return refused;
    const tagged = await listIntegrationsByName(tx, { organizationId, tag });
    const listed = wanted ? tagged.filter(({ id }) => wanted.includes(id)) : tagged;
    const detail = `${listed.length} ${listed.length === 1 ? 'integration' : 'integrations'}`;
    await addAuditEntry(context, tx, actor, {
      kind: 'integrations-exported',
      subjectId: organizationId,
      detail,
    });
    const ids = listed.map(({ id }) => id);
    return { kind: 'export', fileName: 'integrations.json', pieces: write(context, organizationId, ids) };
  });
}

async function* write(
  context: AppContext,
  organizationId: string,
  ids: string[],
): AsyncGenerator<string, void> {
  const { db } = context;
  const connections = await listConnections(db, organizationId);
  const names = new Map(connections.map(({ id, name }) => [id, name]));
  const usedConnections = new Set<string>();
  const usedValues = new Set<string>();
  yield `${stringifyJson(integrationsFileHead, 2).slice(0, -2)},\n  "integrations": [`;
  let separator = '\n    ';
  for (const id of ids) {
    const integration = await findDefinedIntegration(db, { id, organizationId });
    // It may have been deleted since.
    if (!integration) continue;
    const { exportedVersion: _exportedVersion, ...file } = await toFile(context, db, integration, names);
    for (const name of listConnectionNames(file.definition)) usedConnections.add(name);
    for (const name of listDefinitionValues(file.definition)) usedValues.add(name);
    yield `${separator}${indent(file, 4)}`;
    separator = ',\n    ';
    await yieldTurn();
  }
  yield `${separator.startsWith(',') ? '\n  ' : ''}]`;
  const named = connections
    .filter(({ name }) => usedConnections.has(name))
    .map(({ name, kind }) => ({ name, kind }));
  yield `,\n  "connections": ${indent(named, 2)}`;
  const values = (await listValueNames(db, organizationId))
    .filter(({ name }) => usedValues.has(name))
    .map(({ name, isSecret }) => ({ name, isSecret }));
  yield `,\n  "values": ${indent(values, 2)}\n}\n`;
}

/** Writes a value as indented JSON whose lines after the first begin with so many spaces more. */
function indent(value: unknown, spaces: number): string {
  return stringifyJson(value, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`);
}
