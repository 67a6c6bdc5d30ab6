// Import and export: foreign text becomes calls or a draft through the same saves as the editor's, with their checks.
import type { AppContext } from '~/context';
import { insertAudit } from '~/db/audit';
import { findIntegration } from '~/db/integrations';
import { parseDocument } from '~/engine/import/document';
import type { ImportNote } from '~/engine/import/draft';
import {
  type IntegrationFile,
  readIntegrationFile,
  type ReadIntegration,
  toIntegrationFile,
} from '~/engine/import/integration-file';
import { readImport } from '~/engine/import/read-import';
import type { Problem } from '~/problem';
import { openDefinition } from './definitions-secrets';
import { type Actor, createIntegration, type IntegrationOutcome, updateIntegration } from './integrations';
import { describeIntegration } from './integrations-answer';

/** What a text holds, without saving anything: its format, calls to choose from, and what was not understood. */
export function previewImport(text: string) {
  return readImport(text);
}

/**
 * Adds calls of a text behind those of an integration: the ones with these keys, or all. Problems: not-found,
 * conflict when the integration is no longer of the given version, invalid also when nothing was chosen.
 */
export function importCalls(
  context: AppContext,
  actor: Actor,
  id: string,
  { text, keys, version }: { text: string; keys?: string[]; version?: number },
): IntegrationOutcome {
  const row = findIntegration(context.db, { id, organizationId: actor.organizationId });
  if (!row) return { kind: 'not-found' };
  const { calls, notes } = previewImport(text);
  const chosen = keys ? calls.filter(({ key }) => keys.includes(key)) : calls;
  if (chosen.length === 0) {
    const message = calls.length > 0 ? 'Choose at least one API call.' : describeNotes(notes);
    return { kind: 'invalid', message };
  }
  const { apiCalls } = describeIntegration(context, row);
  const last = Math.max(0, ...apiCalls.map(({ order }) => order));
  const added = chosen.map(({ call }, index) => Object.assign(call, { order: last + index + 1 }));
  return updateIntegration(context, actor, id, {
    apiCalls: [...apiCalls, ...added],
    version: version ?? row.version,
  });
}

function describeNotes(notes: ImportNote[]): string {
  return notes[0]?.message ?? 'There are no API calls in this text.';
}

/** An exported integration, read but not saved. */
export function previewIntegration(text: string): ReadIntegration {
  if (text.length > 2 * 1024 * 1024) return { kind: 'unreadable', message: 'This file is too large.' };
  return readIntegrationFile(parseDocument(text.replace(/^\uFEFF/, '')));
}

/** Makes a draft of an exported integration, called as in the file unless told. Problem: invalid. */
export function importIntegration(
  context: AppContext,
  actor: Actor,
  { text, name, description }: { text: string; name?: string; description?: string },
): IntegrationOutcome {
  const read = previewIntegration(text);
  if (read.kind === 'unreadable') return { kind: 'invalid', message: read.message };
  return createIntegration(context, actor, {
    ...read.definition,
    name: name ?? read.name,
    description: description ?? read.description,
  });
}

/** An integration as a file without its secrets, written to the audit. Problem: not-found. */
export function exportIntegration(
  context: AppContext,
  actor: Actor,
  id: string,
): { kind: 'file'; file: IntegrationFile; fileName: string } | Problem {
  return context.db.transaction((tx) => {
    const row = findIntegration(tx, { id, organizationId: actor.organizationId });
    if (!row) return { kind: 'not-found' };
    const { definition } = openDefinition(context.config, id, row.storedDefinition);
    const { userId, organizationId, address } = actor;
    insertAudit(tx, {
      userId,
      organizationId,
      address,
      kind: 'integration-exported',
      subjectId: id,
      now: context.now(),
    });
    const slug = row.name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60);
    const { name, description } = row;
    return {
      kind: 'file',
      file: toIntegrationFile({ name, description, definition }),
      fileName: `${slug.replace(/^-|-$/g, '') || 'integration'}.json`,
    };
  });
}
