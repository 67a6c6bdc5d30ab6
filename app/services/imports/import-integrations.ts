// Imports the integrations of one file as its importer chose. Each is saved whole or not at all, and none of them is deployed.
import type { AppContext } from '~/context';
import type { ImportNote } from '~/engine/import/draft/draft';
import { describeFileLimits, type ReadIntegration } from '~/engine/import/integration-file';
import { yieldTurn } from '../event-loop';
import type { Actor } from '../actor';
import { noteStoringFailure } from '../installation/storing-failures';
import { nameCopy } from '../integrations/duplicate';
import { createIntegration, type IntegrationOutcome } from '../integrations/integrations';
import { applyFile } from './apply-file';
import { type ComparedIntegration, createComparer, explain } from './compare-integrations';
import type { ImportedIntegration } from './imported-integration';
import { findEventTrigger, toDraft } from './make-draft';
import { type IntegrationTexts, sortByStart } from './integration-texts';

/** What to do with an integration of a file: create it, create it under another name, replace the one here, or nothing. */
export type Treatment = 'create' | 'copy' | 'replace' | 'skip';

export interface Treatments {
  /** Says what to do with an integration that is new or changed. */
  choose: (compared: ComparedIntegration) => Treatment;
  /** See `ImportRequest`. */
  connections: Record<string, string>;
}

/** An integration of a file that can be imported. */
interface Found {
  compared: ComparedIntegration;
  document: unknown;
  read: Exclude<ReadIntegration, { kind: 'unreadable' }>;
}

/**
 * Imports integrations one after the other; once nothing can be read or stored, the others fail. A replacement is a new
 * version; where the integration is deployed, it runs on as it does, with its limits, until somebody deploys that version. What
 * is the same stays as it is.
 */
export async function importIntegrations(
  context: AppContext,
  actor: Actor,
  texts: IntegrationTexts,
  { choose, connections }: Treatments,
): Promise<ImportedIntegration[]> {
  const { compare, findId, addSource } = await createComparer(context, actor, texts, {
    connections,
    isPreview: false,
  });
  const imported: ImportedIntegration[] = [];
  /** Why nothing can be read or stored any more. */
  let failure: string | null = null;

  async function importOne(index: number): Promise<ImportedIntegration> {
    try {
      if (failure === null) return await compareAndStore(index);
    } catch (error) {
      failure = explain(noteStoringFailure(context, error));
    }
    const name = texts.files[index]?.name ?? '';
    return { key: String(index), name, integrationId: null, outcome: 'failed', message: failure };
  }

  async function compareAndStore(index: number): Promise<ImportedIntegration> {
    const { compared, document, read } = await compare(index);
    const { key, name, status, integrationId, message } = compared;
    const about = { key, name, integrationId, message: null };
    if (status === 'same') return { ...about, outcome: 'same' };
    if (status === 'invalid' || read.kind === 'unreadable') return { ...about, outcome: 'failed', message };
    const treatment = choose(compared);
    if (treatment === 'skip') return { ...about, outcome: 'skipped' };
    return store({ compared, document, read }, treatment);
  }

  async function store(
    { compared, document, read }: Found,
    treatment: Exclude<Treatment, 'skip'>,
  ): Promise<ImportedIntegration> {
    const { key, name, status, integrationId, message, notes } = compared;
    const about = { key, name, integrationId, message: null };
    const limits = describeFileLimits(read.limits);
    const listLacks = (all: ImportNote[]) => all.filter((note) => note.message !== limits);
    if (treatment === 'replace') {
      if (integrationId === null) {
        return { ...about, outcome: 'failed', message: message ?? 'There is no integration of this name.' };
      }
      const outcome = await applyFile(context, actor, integrationId, document, {
        connections,
        isHeldBack: true,
      });
      return describe(about, 'replaced', outcome, listLacks(notes));
    }
    if (treatment === 'create' && status === 'changed') {
      return { ...about, outcome: 'skipped', message: 'Another integration has this name by now.' };
    }
    const trigger = await findEventTrigger(context, actor, read);
    const draft = toDraft(read, findId, { trigger, ...(treatment === 'copy' && { name: nameCopy(name) }) });
    const created = await createIntegration(context, actor, draft);
    if (created.kind === 'integration') addSource(created.integration.name);
    return describe(about, 'created', created, listLacks(read.notes));
  }

  for (const index of sortByStart(texts.files)) {
    imported[index] = await importOne(index);
    await yieldTurn();
  }
  return imported;
}

function describe(
  about: Pick<ImportedIntegration, 'key' | 'name' | 'integrationId' | 'message'>,
  done: 'created' | 'replaced',
  outcome: IntegrationOutcome,
  lacks: ImportNote[],
): ImportedIntegration {
  if (outcome.kind !== 'integration') return { ...about, outcome: 'failed', message: explain(outcome) };
  const { id, name, version, deployedVersion } = outcome.integration;
  const isWaiting = deployedVersion !== null && deployedVersion !== version;
  const message = isWaiting ? `Version ${version} is not deployed yet: ${deployedVersion} still runs.` : null;
  return {
    ...about,
    name,
    outcome: done,
    integrationId: id,
    message,
    ...(lacks.length > 0 && { notes: lacks }),
  };
}
