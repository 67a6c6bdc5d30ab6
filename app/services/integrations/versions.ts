// The versions of an integration: how screens show them, how two differ, and how an old one is restored. The history only
// grows: a restored version is saved as the newest.
import { z } from 'zod';
import { defaultRunSettings } from '~/engine/definition/run-settings';
import type { AppContext } from '~/context';
import { countRunsByVersion } from '~/db/executions/logs/runs-by-version';
import { findIntegration } from '~/db/integrations/integrations';
import {
  updateVersionNote,
  findStoredDefinition,
  listVersions as listVersionRows,
} from '~/db/integrations/versions';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { Time } from '~/engine/schema/response-fields';
import { compareDefinitions } from '~/engine/versions/compare-definitions';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { transactAsMember } from '../check-permission';
import { runInTurns } from '../event-loop';
import { openDefinition } from './definition-secrets';
import { type IntegrationOutcome, updateIntegration } from './integrations';
import { LineChange, showTexts } from './line-changes';

type Owner = Pick<Actor, 'organizationId'>;

/** How many of the newest executions are counted; counting all would take longer the more there are. */
export const countedExecutions = 1000;

/** A version. The API's document names this schema and the next. */
export const Version = z.object({
  version: z.number().int(),
  createdAt: Time,
  createdBy: z.string().nullable().describe('Who made it; null when the account is gone.'),
  note: z.string().nullable().describe('The note of a person about the version.'),
  isNewest: z.boolean().describe('Whether it is the version that is edited and tested.'),
  isDeployed: z
    .boolean()
    .describe(
      'Whether new executions use it. False for all versions of an integration that is not deployed.',
    ),
  runs: z.number().int().describe(`Of the newest ${countedExecutions} executions that have begun.`),
  failures: z.number().int(),
});
export type Version = z.infer<typeof Version>;

interface VersionPage {
  kind: 'versions';
  versions: Version[];
  /** The `before` of the next page; null on the last page. */
  nextBefore: number | null;
}

/** Lists versions older than `before`, newest first. Problem: not-found. */
export async function listVersions(
  context: AppContext,
  owner: Owner,
  id: string,
  { before, limit }: { before?: number; limit: number },
): Promise<VersionPage | Problem> {
  const integration = await findIntegration(context.db, { id, organizationId: owner.organizationId });
  if (!integration) return { kind: 'not-found' };
  const rows = await listVersionRows(context.db, { integrationId: id, before, limit: limit + 1 });
  const counts = await countRunsByVersion(context.db, { integrationId: id, newest: countedExecutions });
  const byVersion = new Map(counts.map((count) => [count.version, count]));
  const versions = rows.slice(0, limit).map(({ version, createdAt, firstName, lastName, note }) => ({
    version,
    createdAt: new Date(createdAt).toISOString(),
    note,
    createdBy: [firstName, lastName].filter(Boolean).join(' ') || null,
    isNewest: version === integration.version,
    isDeployed: integration.isActive && version === integration.deployedVersion,
    runs: byVersion.get(version)?.runs ?? 0,
    failures: byVersion.get(version)?.failures ?? 0,
  }));
  const nextBefore = rows.length > limit ? (versions.at(-1)?.version ?? null) : null;
  return { kind: 'versions', versions, nextBefore };
}

/** One field in which two versions differ. Of secrets it says only that they changed. */
export const VersionDifference = z.object({
  where: z.string().describe('The part of the integration: `Call “Read issue”`.'),
  field: z.string(),
  former: z
    .string()
    .describe(
      'Long texts begin shortly before the first difference. For secrets, it only says that they changed.',
    ),
  next: z.string(),
  lines: z.array(LineChange).nullable().describe('For texts of several lines that have enough in common.'),
});
export type VersionDifference = z.infer<typeof VersionDifference>;

type Comparison = { kind: 'comparison'; differences: VersionDifference[] } | Problem;

/** Lists what differs between the versions `former` and `next`. Problem: not-found. */
export async function compareVersions(
  context: AppContext,
  owner: Owner,
  id: string,
  asked: { former: number; next: number },
): Promise<Comparison> {
  const [former, next] = [
    await openVersion(context, owner, id, asked.former),
    await openVersion(context, owner, id, asked.next),
  ];
  if (!former || !next) return { kind: 'not-found' };
  const differences = compareDefinitions(former.definition, next.definition);
  return { kind: 'comparison', differences: await describeDifferences(differences) };
}

/** Describes a difference. Long texts begin shortly before it; texts of several lines are compared line by line. */
export function describeDifference({
  where,
  field,
  mine,
  theirs,
}: ReturnType<typeof compareDefinitions>[number]) {
  const [former, next, lines] = showTexts(mine, theirs);
  return { where, field, former, next, lines };
}

/** Does the same for all of them, in turns: the long texts of fifty calls, compared line by line, take seconds. */
export function describeDifferences(
  differences: ReturnType<typeof compareDefinitions>,
): Promise<VersionDifference[]> {
  return runInTurns(describeEach(differences));
}

function* describeEach(
  differences: ReturnType<typeof compareDefinitions>,
): Generator<void, VersionDifference[], void> {
  const described: VersionDifference[] = [];
  for (const difference of differences) {
    described.push(describeDifference(difference));
    yield;
  }
  return described;
}

async function openVersion(context: AppContext, owner: Owner, id: string, version: number) {
  const integration = await findIntegration(context.db, { id, organizationId: owner.organizationId });
  const stored = integration && (await findStoredDefinition(context.db, id, version));
  return stored === undefined ? undefined : openDefinition(context.config, id, stored);
}

/** Saves a note about a version; see `VersionNote`. Problem: not-found. */
export async function saveVersionNote(
  context: AppContext,
  actor: Actor,
  id: string,
  { version, note }: { version: number; note: string | null },
): Promise<{ kind: 'noted' } | Problem> {
  return transactAsMember(
    context.db,
    actor,
    'edit-integrations',
    async (tx): Promise<{ kind: 'noted' } | Problem> => {
      const integration = await findIntegration(tx, { id, organizationId: actor.organizationId });
      const noted = { integrationId: id, version, note };
      if (!integration || !(await updateVersionNote(tx, noted))) return { kind: 'not-found' };
      const entry = { kind: 'version-noted', subjectId: id, detail: `Version ${version}` } as const;
      await insertAuditEntry(tx, { ...actor, ...entry, now: context.now() });
      return { kind: 'noted' };
    },
  );
}

/**
 * Saves the content of a version as the newest version, secrets included. `newest`: the version that the caller takes for the
 * newest; if there is a newer one by now, that is a conflict. Content that only an earlier release accepted, such as a filter
 * that can never work, is restored, too, but not deployed. Problems: not-found, invalid, conflict.
 */
export async function restoreVersion(
  context: AppContext,
  actor: Actor,
  id: string,
  { version, newest }: { version: number; newest?: number },
): Promise<IntegrationOutcome> {
  const opened = await openVersion(context, actor, id, version);
  if (!opened) return { kind: 'not-found' };
  if (opened.unreadable.size > 0) {
    const message = `Version ${version} holds a secret that can no longer be decrypted, so it cannot be restored.`;
    return { kind: 'invalid', message };
  }
  // A save leaves absent fields as they are, so the defaults are given.
  const { loopSteps = [], runSettings = defaultRunSettings, ...rest } = opened.definition;
  const change = { ...rest, loopSteps, runSettings, version: newest };
  return updateIntegration(context, actor, id, change, {
    restored: opened.definition,
    also: (tx) =>
      insertAuditEntry(tx, {
        ...actor,
        kind: 'version-restored',
        subjectId: id,
        detail: `Version ${version}`,
        now: context.now(),
      }),
  });
}
