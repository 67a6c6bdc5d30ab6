// Says of each integration of a file what is here: nothing, the same, or another integration of its name.
import { z } from 'zod';
import type { AppContext } from '~/context';
import { listIntegrationsByName } from '~/db/integrations/integrations';
import { listValueNames } from '~/db/values/values';
import { type ConnectionKind, kindNames } from '~/engine/connections/kinds';
import { listConnectionNames } from '~/engine/import/file-connections';
import { readIntegrationFile, type ReadIntegration } from '~/engine/import/integration-file';
import type { NamesHere } from '~/engine/import/names-here';
import { listDefinitionValues } from '~/engine/values/value-references';
import { describeProblem, type Problem } from '~/problem';
import type { Actor } from '../actor';
import { yieldTurn } from '../event-loop';
import { readNewIntegration } from '../integrations/validate-definition';
import { VersionDifference } from '../integrations/versions';
import { compareFile } from './apply-file';
import { FileKey, ImportNotes } from './imported-integration';
import { type FindConnectionId, findConnectionIds, toDraft } from './make-draft';
import { parseFile, type IntegrationTexts } from './integration-texts';

/** An integration of a file, compared with those of the organization. */
export const ComparedIntegration = z.object({
  key: FileKey,
  name: z.string(),
  status: z
    .enum(['new', 'same', 'changed', 'invalid'])
    .describe(
      '`new`: none here has its name. `same`: one has, of the oldest ten, and nothing would change. `changed`: one has that differs. `invalid`: it cannot be imported.',
    ),
  integrationId: z
    .string()
    .nullable()
    .describe('The integration here that is the same, or that it can replace.'),
  message: z.string().nullable().describe('Why it is invalid, or cannot replace anything.'),
  differences: z.array(VersionDifference).describe('What replacing would change.'),
  notes: ImportNotes.describe('What the file lacks, such as secrets.'),
});
export type ComparedIntegration = z.infer<typeof ComparedIntegration>;

/** What a file lacks here. */
export const MissingParts = z
  .object({
    connections: z.array(
      z.object({ name: z.string(), kind: z.string().nullable().describe('As screens name it.') }),
    ),
    values: z.array(z.string()),
  })
  .describe('What the integrations of the file use and the organization lacks.');
type MissingParts = z.infer<typeof MissingParts>;

interface Comparer {
  /** Compares the integration at a place of the file. */
  compare(
    index: number,
  ): Promise<{ compared: ComparedIntegration; document: unknown; read: ReadIntegration }>;
  findId: FindConnectionId;
  hasValue: NamesHere['hasValue'];
  /** Makes an integration known that is created under this name, so that it can start others of the file. */
  addSource(name: string): void;
}

/** How many integrations of one name are compared: of a thousand, each of a thousand in the file would be with all. */
const maxCompared = 10;

type Asked = Pick<Actor, 'userId' | 'organizationId'>;

/**
 * Prepares the comparison of a file with an organization. `connections`: see `ImportRequest`. `isPreview`: nothing is imported
 * yet, so what the file holds can start others of it as if it were here.
 */
export async function createComparer(
  context: AppContext,
  actor: Asked,
  { files }: IntegrationTexts,
  { connections, isPreview }: { connections: Record<string, string>; isPreview: boolean },
): Promise<Comparer> {
  const findId = await findConnectionIds(context, actor, connections);
  const here = groupIds(await listIntegrationsByName(context.db, actor));
  const values = new Set((await listValueNames(context.db, actor.organizationId)).map(({ name }) => name));
  const names: NamesHere = {
    hasConnection: (name) => Boolean(findId(name)),
    hasValue: (name) => values.has(name),
    hasSource: (name) => sources.get(name) === 1,
  };
  const inFile = new Map<string, number>();
  for (const { name } of files) inFile.set(name, (inFile.get(name) ?? 0) + 1);
  const sources = new Map([
    ...(isPreview ? inFile : []),
    ...Array.from(here, ([name, ids]): [string, number] => [name, ids.length]),
  ]);

  async function compareWithHere(document: unknown, name: string): Promise<Partial<ComparedIntegration>> {
    const ids = here.get(name) ?? [];
    if (ids.length === 0) return {};
    let last: Partial<ComparedIntegration> = {};
    for (const integrationId of ids.slice(0, maxCompared)) {
      const how = { connections, allowsUnknown: true, here: names };
      const outcome = await compareFile(context, actor, integrationId, document, how);
      if (outcome.kind === 'comparison') {
        const { differences, notes, unknown } = outcome;
        if (differences.length === 0) return { status: 'same', integrationId, differences, notes };
        const message = [...new Set(Object.values(unknown).flat())].join(', ') || null;
        last = { status: 'changed', integrationId, message, differences, notes };
      } else {
        last = { status: 'changed', integrationId, message: explain(outcome) };
      }
      await yieldTurn();
    }
    if (ids.length === 1 && inFile.get(name) === 1) return last;
    const message = 'Several integrations have this name, so it can replace none of them.';
    return { status: 'changed', message };
  }

  async function compare(index: number) {
    const file = files[index];
    const document = file && parseFile(file);
    await yieldTurn();
    const read = readIntegrationFile(document, names);
    const name = read.kind === 'integration' ? read.name : (file?.name ?? '');
    const about = { key: String(index), name, integrationId: null, message: null, differences: [] };
    if (read.kind === 'unreadable') {
      const compared = { ...about, status: 'invalid' as const, message: read.message, notes: [] };
      return { compared, document, read };
    }
    const found = await compareWithHere(document, name);
    // What could be compared is valid.
    const draft = found.differences ? undefined : readNewIntegration(toDraft(read, findId));
    if (draft && draft.kind !== 'new') {
      const compared = { ...about, status: 'invalid' as const, message: explain(draft), notes: [] };
      return { compared, document, read };
    }
    const compared: ComparedIntegration = { ...about, status: 'new', notes: read.notes, ...found };
    return { compared, document, read };
  }

  const addSource = (name: string) => void sources.set(name, (sources.get(name) ?? 0) + 1);
  return { compare, findId, hasValue: names.hasValue, addSource };
}

/**
 * Compares all integrations of a file with those of the organization, and changes nothing. `connections`: see `ImportRequest`.
 */
export async function compareIntegrations(
  context: AppContext,
  actor: Asked,
  texts: IntegrationTexts,
  connections: Record<string, string> = {},
): Promise<{
  kind: 'compared';
  integrations: ComparedIntegration[];
  named: string[];
  missing: MissingParts;
}> {
  const { compare, findId, hasValue } = await createComparer(context, actor, texts, {
    connections,
    isPreview: true,
  });
  const integrations: ComparedIntegration[] = [];
  const named = new Set<string>();
  const values = new Set<string>();
  for (const index of texts.files.keys()) {
    const { compared, read } = await compare(index);
    integrations.push(compared);
    if (read.kind === 'integration') {
      for (const name of listConnectionNames(read.definition)) named.add(name);
      for (const name of listDefinitionValues(read.definition)) values.add(name);
    }
    await yieldTurn();
  }
  const missing = {
    connections: [...named].filter((name) => !findId(name)).map((name) => nameKind(name, texts)),
    values: [...values].filter((name) => !hasValue(name)).toSorted(),
  };
  return { kind: 'compared', integrations, named: [...named].toSorted(), missing };
}

/** Compares only the integrations at these places of the file, and returns them in this order. */
export async function comparePlaces(
  context: AppContext,
  actor: Asked,
  texts: IntegrationTexts,
  places: number[],
): Promise<ComparedIntegration[]> {
  const { compare } = await createComparer(context, actor, texts, { connections: {}, isPreview: true });
  const integrations: ComparedIntegration[] = [];
  for (const place of places) {
    integrations.push((await compare(place)).compared);
    await yieldTurn();
  }
  return integrations;
}

function nameKind(
  name: string,
  { connectionKinds }: IntegrationTexts,
): { name: string; kind: string | null } {
  const kind = Object.hasOwn(connectionKinds, name) ? connectionKinds[name] : undefined;
  return { name, kind: kindNames[kind as ConnectionKind] ?? null };
}

function groupIds(integrations: { id: string; name: string }[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, name } of integrations) {
    const same = ids.get(name);
    if (same) same.push(id);
    else ids.set(name, [id]);
  }
  return ids;
}

/** Returns why something cannot be saved, with the errors of all fields. */
export function explain(problem: Problem): string {
  const { message, fields = {} } = describeProblem(problem).body;
  const texts = [...new Set(Object.values(fields).flat())];
  return texts.length > 0 ? texts.join(', ') : message;
}
