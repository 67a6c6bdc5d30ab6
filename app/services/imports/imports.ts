// Import and export: foreign text becomes calls or a draft by the same saves as in the editor, with the same checks.
import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { listConnectionNames } from '~/db/connections/connections';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import type { ImportNote } from '~/engine/import/draft/draft';
import type { IntegrationFile, ReadIntegration } from '~/engine/import/integration-file';
import { tooLongText } from '~/engine/import/draft/size';
import type { Problem } from '~/problem';
import { rejectWhenDiskLow } from '../installation/disk-space';
import type { FormJob } from './worker-jobs';
import type { KeptResult } from './imported-integration';
import { type IntegrationOutcome, respond } from '../integrations/integrations';
import type { Actor } from '../actor';
import { checkPermission, transactAsMember } from '../check-permission';
import { addCalls } from './stored-calls';
import {
  claimUpload,
  findUpload,
  deleteUpload,
  makeRoom,
  placeUpload,
  uploadExpired,
} from './stored-uploads';
import { readWholeBody } from './read-upload';
import { toFile } from './file-of-integration';
import { importIntegrations, type Treatments } from './import-integrations';
import { makeDraft } from './make-draft';
import { writeUpload } from './sealed-upload';
import type { IntegrationTexts } from './integration-texts';
import { answerIntegrations, type IntegrationsOutcome } from './requested-integrations';

/** A body as it arrives, with its content type. */
interface ImportUpload {
  body: ReadableStream<Uint8Array> | null;
  type: string;
}

/** The maximum bytes of a document with the form or the JSON around it. */
const maxUploadBytes = 24 * 1024 * 1024;

const tooLarge: Problem = {
  kind: 'too-large',
  message: tooLongText,
};
/**
 * Reads a whole uploaded body and passes it to `read`. Until `read` ends, the body counts as an upload of the API token, or
 * else of the user. Problems: those of `read`, too-large, too-many-requests, unavailable (also when the disk is nearly full).
 */
async function receive<Result>(
  { importer, disk }: AppContext,
  { userId, tokenId }: Actor,
  { body }: ImportUpload,
  read: (who: string, document: Uint8Array) => Promise<Result | Problem>,
): Promise<Result | Problem> {
  const refusal = rejectWhenDiskLow(disk);
  if (refusal) return refusal;
  const who = tokenId ?? userId;
  const givenUp = new AbortController();
  const upload = importer.uploads.begin(who, () => givenUp.abort());
  if (upload.kind !== 'begun') return upload;
  try {
    const whole = await readWholeBody(body, maxUploadBytes, givenUp.signal);
    if (whole?.kind !== 'read') return whole ?? tooLarge;
    upload.hasArrived();
    return await read(who, whole.bytes);
  } finally {
    upload.end();
  }
}

type StoredOutcome = { kind: 'kept'; id: string } | Problem;

/**
 * Reads the calls of a form's `file`, or else of its `text`, and keeps them for an hour. Without any, returns notes about the
 * problems, and what was typed when it is short. Problems: unparsable, too-large, too-many-requests, unavailable.
 */
export async function storeCalls(
  context: AppContext,
  actor: Actor,
  upload: ImportUpload,
): Promise<StoredOutcome | { kind: 'nothing'; notes: ImportNote[]; text: string }> {
  return storeForm(context, actor, upload, (who, job, form) =>
    context.importer.perform(who, 'keepCalls', job, form),
  );
}

/**
 * Does the same for an exported integration, or a file of integrations. Problems: those of `storeCalls`, and invalid when it is
 * none.
 */
export async function storeIntegration(
  context: AppContext,
  actor: Actor,
  upload: ImportUpload,
): Promise<StoredOutcome> {
  return storeForm(context, actor, upload, (who, job, form) =>
    context.importer.perform(who, 'keepIntegration', job, form),
  );
}

async function storeForm<Result extends { kind: string }>(
  context: AppContext,
  actor: Actor,
  upload: ImportUpload,
  keep: (who: string, job: FormJob, form: Uint8Array) => Promise<Result>,
): Promise<StoredOutcome | Exclude<Result, { kind: 'kept' }> | Problem> {
  const { id, place } = placeUpload(context, actor);
  const outcome = await receive(context, actor, upload, (who, form) =>
    keep(who, { type: upload.type, place }, form),
  );
  if (outcome.kind !== 'kept') return outcome as Exclude<Result, { kind: 'kept' }>;
  // Only now: what cannot be read takes the room of nothing that somebody works with.
  await makeRoom(context, actor, id);
  return { kind: 'kept', id };
}

/**
 * Returns the kept exported integration, or all that one file brought; once these are imported, what became of them. Problems:
 * not-found when it is no longer kept, too-many-requests, unavailable.
 */
export async function readStoredIntegration(
  context: AppContext,
  actor: Actor,
  keptId: string,
): Promise<(ReadIntegration & { kind: 'integration' }) | IntegrationTexts | KeptResult | Problem> {
  const place = await findUpload(context, actor, keptId);
  if (!place) return uploadExpired;
  const outcome = await context.importer.perform(actor.userId, 'recallIntegration', { place });
  return outcome.kind === 'not-found' ? uploadExpired : outcome;
}

/**
 * Makes a draft of the kept exported integration, and then deletes the kept one. `connections`: see `ImportRequest`; `formId`: see
 * `createIntegration`. Problems: not-found, invalid.
 */
export async function importStoredIntegration(
  context: AppContext,
  actor: Actor,
  { keptId, name, connections }: { keptId: string; name: string; connections: Record<string, string> },
  formId?: string,
): Promise<IntegrationOutcome> {
  const read = await readStoredIntegration(context, actor, keptId);
  if (read.kind === 'integration-texts' || read.kind === 'imported') {
    return { kind: 'invalid', message: 'This file holds a list of integrations.' };
  }
  if (read.kind === 'not-found' && formId !== undefined) {
    const before = await respond(context, { id: formId, organizationId: actor.organizationId });
    return before.kind === 'integration' ? before : read;
  }
  if (read.kind !== 'integration') return read;
  const outcome = await makeDraft(context, actor, read, { name, connections }, formId);
  const place = await findUpload(context, actor, keptId);
  if (outcome.kind === 'integration' && place) await deleteUpload(place);
  return outcome;
}

/**
 * Imports the kept integrations of one file as `importIntegrations` does, and keeps what became of them in their place for an
 * hour. What was kept is deleted first, so that nobody imports it twice: whatever comes again gets what became of them.
 * Problems: forbidden; not-found when it is no longer kept, or is being imported; too-many-requests, unavailable, invalid.
 */
export async function importStoredIntegrations(
  context: AppContext,
  actor: Actor,
  keptId: string,
  how: Treatments,
): Promise<KeptResult | Problem> {
  const refused = await checkPermission(context.db, actor, 'edit-integrations');
  if (refused) return refused;
  const read = await readStoredIntegration(context, actor, keptId);
  if (read.kind === 'integration') return { kind: 'invalid', message: 'This file holds one integration.' };
  if (read.kind !== 'integration-texts') return read;
  const place = await findUpload(context, actor, keptId);
  if (!place || !(await claimUpload(place))) return uploadExpired;
  const imported: KeptResult = {
    kind: 'imported',
    integrations: await importIntegrations(context, actor, read, how),
  };
  const kept = await writeUpload(placeUpload(context, actor, keptId).place, JSON.stringify(imported));
  if (kept.kind === 'kept') return imported;
  const message =
    'The import is finished, but its result could not be kept. The dashboard lists the integrations.';
  return { ...kept, message };
}

/**
 * Does what a program asks for with an `ImportRequest` as JSON: returns a preview as JSON bytes, adds calls to an integration,
 * makes a draft, or compares or imports the integrations of one file. `authorize` says who may do that at that time, for which
 * organization; without an integration, for the actor's. Problems: unparsable, invalid, too-large, not-found, conflict,
 * too-many-requests, unavailable.
 */
export async function importRequested(
  context: AppContext,
  actor: Actor,
  upload: ImportUpload,
  authorize: (integrationId?: string) => Promise<({ kind: 'actor' } & Actor) | Problem>,
): Promise<
  { kind: 'preview'; json: Uint8Array } | IntegrationsOutcome | (IntegrationOutcome & { isNew?: boolean })
> {
  const read = await receive(context, actor, upload, (who, document) =>
    context.importer.perform(who, 'respond', {}, document),
  );
  switch (read.kind) {
    case 'picked': {
      const { integrationId, picked, version } = read;
      const owner = await authorize(integrationId);
      if (owner.kind !== 'actor') return owner;
      return picked.kind === 'calls'
        ? await addCalls(context, owner, picked.calls, { id: integrationId, version })
        : picked;
    }
    case 'draft': {
      const owner = await authorize();
      if (owner.kind !== 'actor') return owner;
      return { ...(await makeDraft(context, owner, read.integration, read)), isNew: true };
    }
    case 'integration-texts': {
      const owner = await authorize();
      return owner.kind === 'actor' ? await answerIntegrations(context, owner, read) : owner;
    }
    default:
      return read;
  }
}

interface ExportedFile {
  kind: 'file';
  file: IntegrationFile;
  fileName: string;
}

/** Returns an integration as a file without its secrets, and notes that in the audit log. Problem: not-found. */
export function exportIntegration(
  context: AppContext,
  actor: Actor,
  id: string,
): Promise<ExportedFile | Problem> {
  return transactAsMember(context.db, actor, 'read', async (tx): Promise<ExportedFile | Problem> => {
    const row = await findDefinedIntegration(tx, { id, organizationId: actor.organizationId });
    if (!row) return { kind: 'not-found' };
    const { userId, organizationId, address } = actor;
    await insertAuditEntry(tx, {
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
    const known = await listConnectionNames(tx, organizationId);
    return {
      kind: 'file',
      file: await toFile(
        context,
        tx,
        row,
        new Map(known.map((connection) => [connection.id, connection.name])),
      ),
      fileName: `${slug.replace(/^-|-$/g, '') || 'integration'}.json`,
    };
  });
}
