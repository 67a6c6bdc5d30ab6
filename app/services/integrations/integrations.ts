// The actions of people and programs on an integration, for those who edit integrations.
import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { newUnguessableId } from '~/db/core/id';
import { findDefinedIntegration, insertIntegration } from '~/db/integrations/integrations';
import type { Queries } from '~/db/core/queries';
import { noLimits } from '~/engine/definition/execution-limits';
import type { Definition } from '~/engine/integration';
import { listFields } from '~/engine/schema/issue-fields';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { applyChange, insertVersion, wasDisabled } from './apply-change';
import { cancelWaiting } from './cancel-waiting';
import { openDefinition } from './definition-secrets';
import { findDeployProblem, incompleteDraft } from './deployability';
import { checkPermission, transactAsMember } from '../check-permission';
import { findUpdater } from '../updater';
import { yieldTurn } from '../event-loop';
import { checkConnections } from '../connections/connection-uses';
import { checkEventSource } from '../triggers/event-triggers';
import { goLive, saveUses } from './going-live';
import { type IntegrationResponse, describeIntegration } from './integration-response';
import { tryChange } from './required-tests';
import { saveLimits } from './save-limits';
import { keepSeenSettings, type SeenSettings } from './seen-settings';
import {
  definitionOf,
  IntegrationChange,
  readDefinition,
  readNewIntegration,
  rejectTogether,
} from './validate-definition';

export type IntegrationOutcome = { kind: 'integration'; integration: IntegrationResponse } | Problem;

/**
 * Creates an integration from `NewIntegration` and the parts of a definition: a draft, unless `isActive` is true. Problems:
 * forbidden; not-found for a former member; invalid, also when it cannot be deployed as `isActive` says.
 *
 * @param formId the id of the form with this input: when that form made an integration before, returns that one
 */
export async function createIntegration(
  context: AppContext,
  actor: Actor,
  input: unknown,
  formId?: string,
): Promise<IntegrationOutcome> {
  const read = readNewIntegration(input);
  if (read.kind !== 'new') return read;
  const { settings, definition } = read;
  const { name, isActive = false } = settings;
  const undeployable = isActive ? findDeployProblem({ name, ...definition }, incompleteDraft) : undefined;
  if (undeployable) return undeployable;
  const key = { id: formId ?? newUnguessableId(), organizationId: actor.organizationId };
  const refusal = await transactAsMember(
    context.db,
    actor,
    'edit-integrations',
    async (tx): Promise<Problem | 'taken' | undefined> => {
      const unknownSource = await checkEventSource(tx, key, definition.triggerConfig);
      if (unknownSource) return unknownSource;
      const unknownConnection = await checkConnections(tx, actor.organizationId, definition);
      if (unknownConnection) return unknownConnection;
      const now = context.now();
      const by = await findUpdater(tx, actor);
      if (!(await insertIntegration(tx, { ...key, ...settings, by, now }))) return 'taken';
      // The audit omits the name, which must not stay behind when the organization is deleted.
      await insertAuditEntry(tx, { ...actor, kind: 'integration-created', subjectId: key.id, now });
      await insertVersion(context, tx, actor, { id: key.id, version: 1, definition });
      await saveUses(context, tx, actor, { id: key.id, name, version: 1, definitions: [definition] });
      await saveLimits(tx, actor, { before: { ...key, ...noLimits }, change: settings, now });
      if (!isActive) return undefined;
      await goLive(context, tx, key, { wasActive: false, isActive, before: definition, after: definition });
      await insertAuditEntry(tx, { ...actor, kind: 'integration-deployed', subjectId: key.id, now });
      return undefined;
    },
  );
  if (refusal !== 'taken') return refusal ?? respond(context, key);
  const before = await respond(context, key);
  // It has been deleted since: nothing leads to it any more.
  return before.kind === 'integration' ? before : createIntegration(context, actor, input);
}

interface SaveOptions {
  also?: (tx: Queries) => Promise<void>;
  restored?: Definition;
  isHeldBack?: boolean;
  seen?: SeenSettings | null;
}

/** Saves as `saveIntegration` does, and returns the saved integration. */
export async function updateIntegration(
  context: AppContext,
  actor: Actor,
  id: string,
  input: unknown,
  options?: SaveOptions,
): Promise<IntegrationOutcome> {
  const problem = await saveIntegration(context, actor, id, input, options);
  return problem ?? respond(context, { id, organizationId: actor.organizationId });
}

/**
 * Saves the given fields of `IntegrationChange`; `isActive` deploys and disables. Each change of the definition makes a new
 * version. Runs that start afterwards execute it, unless `autoDeploy` is off or a required test does not pass. `also` runs in
 * the same transaction. `restored`: an older version that the change saves again as the newest; its filters that can never work
 * are saved, but keep it from going live. `isHeldBack`: a deployed integration keeps the version that runs, as if `autoDeploy`
 * were off. `seen`: the settings that the sender saw before. Problems: forbidden, not-found, invalid, conflict.
 */
export async function saveIntegration(
  context: AppContext,
  actor: Actor,
  id: string,
  input: unknown,
  { also, restored, isHeldBack = false, seen = null }: SaveOptions = {},
): Promise<Problem | undefined> {
  // Before its required tests are played, whose results are stored.
  const forbidden = await checkPermission(context.db, actor, 'edit-integrations');
  if (forbidden) return forbidden;
  const parsed = IntegrationChange.safeParse(input);
  if (!parsed.success) {
    const read = await checkChange(context, actor, id, definitionOf(input));
    return rejectTogether(listFields(parsed.error.issues), read);
  }
  const key = { id, organizationId: actor.organizationId };
  const tried = isHeldBack ? undefined : await tryChange(context, key, parsed.data, restored);
  // For a definition of megabytes, reading the input, the transaction and the answer each take tens of milliseconds.
  await yieldTurn();
  const save = () =>
    transactAsMember(context.db, actor, 'edit-integrations', async (tx) => {
      const integration = await findDefinedIntegration(tx, key);
      if (!integration) return { kind: 'not-found' as const };
      const kept = seen
        ? keepSeenSettings(parsed.data, seen, integration)
        : { kind: 'change' as const, change: parsed.data };
      if (kept.kind !== 'change') return kept;
      const refused = await applyChange(context, tx, actor, integration, {
        change: kept.change,
        tried,
        restored,
        isHeldBack,
      });
      if (!refused) await also?.(tx);
      return refused;
    });
  let problem = await save();
  while (problem?.kind === 'many-waiting') {
    await cancelWaiting(context, key, wasDisabled);
    problem = await save();
  }
  if (!problem) context.changeEvents.publish(id);
  return problem;
}

/** Checks a change of the definition without saving it. Problems: not-found, invalid. */
export async function checkChange(
  context: AppContext,
  actor: Actor,
  id: string,
  change: Partial<IntegrationChange>,
): Promise<{ kind: 'definition'; definition: Definition } | Problem> {
  const integration = await findDefinedIntegration(context.db, { id, organizationId: actor.organizationId });
  if (!integration) return { kind: 'not-found' };
  return readDefinition(change, openDefinition(context.config, id, integration.storedDefinition));
}

/** Returns the saved integration as screens and callers see it. Problem: not-found. */
export async function respond(
  context: AppContext,
  key: { id: string; organizationId: string },
): Promise<IntegrationOutcome> {
  await yieldTurn();
  const integration = await findDefinedIntegration(context.db, key);
  if (!integration) return { kind: 'not-found' };
  return { kind: 'integration', integration: describeIntegration(context, integration) };
}
