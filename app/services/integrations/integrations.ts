// The actions of people and programs on an integration. Every member of its organization may do all of them.
import type { AppContext } from '~/context';
import { type AuditKind, insertAuditEntry } from '~/db/organizations/audit-entries';
import { cancelQueuedExecutions } from '~/db/executions/cancellation';
import { newUnguessableId } from '~/db/core/id';
import { findStoredDefinition, insertIntegrationVersion } from '~/db/integrations/versions';
import {
  type DefinedIntegration,
  findDefinedIntegration,
  insertIntegration,
  updateIntegration as updateIntegrationRow,
} from '~/db/integrations/integrations';
import type { Queries } from '~/db/core/queries';
import { updateTestResults } from '~/db/integrations/recorded-tests';
import { checkDeployable, listCallProblems } from '~/engine/checks/checklist';
import { noLimits } from '~/engine/definition/execution-limits';
import type { Definition } from '~/engine/integration';
import { isSameJson } from '~/engine/json/same-json';
import { listFields } from '~/engine/schema/issue-fields';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { changesSecrets, openDefinition, sealDefinition } from './definition-secrets';
import { cancelWaiting, hasManyWaiting } from './cancel-waiting';
import { checkMembership } from '../check-permission';
import { yieldTurn } from '../event-loop';
import { checkConnections } from '../connections/connection-uses';
import { checkEventSource } from '../triggers/event-triggers';
import { goLive, saveUses } from './going-live';
import { type IntegrationResponse, describeIntegration } from './integration-response';
import { demandsTests, describeFailing, type TriedTests, tryChange } from './required-tests';
import { saveLimits } from './save-limits';
import { keepSeenSettings, type SeenSettings } from './seen-settings';
import {
  hasFilterProblems,
  IntegrationChange,
  readDefinition,
  readNewIntegration,
  touchesDefinition,
} from './validate-definition';

export type IntegrationOutcome = { kind: 'integration'; integration: IntegrationResponse } | Problem;

/**
 * Creates an integration from `NewIntegration` and the parts of a definition: a draft, unless `isActive` is true. Problems:
 * not-found for a former member; invalid, also when it cannot be deployed as `isActive` says.
 */
export async function createIntegration(
  context: AppContext,
  actor: Actor,
  input: unknown,
): Promise<IntegrationOutcome> {
  const read = readNewIntegration(input);
  if (read.kind !== 'new') return read;
  const { settings, definition } = read;
  const { name, isActive = false } = settings;
  if (isActive && !checkDeployable({ name, ...definition }).deployable) {
    return rejectIncomplete(false, definition);
  }
  const key = { id: newUnguessableId(), organizationId: actor.organizationId };
  const problem = await context.db.transaction(async (tx) => {
    const refused = await checkMembership(tx, actor);
    if (refused) return refused;
    const unknownSource = await checkEventSource(tx, key, definition.triggerConfig);
    if (unknownSource) return unknownSource;
    const unknownConnection = await checkConnections(tx, actor.organizationId, definition);
    if (unknownConnection) return unknownConnection;
    const now = context.now();
    await insertIntegration(tx, { ...key, ...settings, now });
    // The audit omits the name, which must not stay behind when the organization is deleted.
    await insertAuditEntry(tx, { ...actor, kind: 'integration-created', subjectId: key.id, now });
    await insertVersion(context, tx, actor, { id: key.id, version: 1, definition });
    await saveUses(context, tx, actor, { id: key.id, name, version: 1, definitions: [definition] });
    await saveLimits(tx, actor, { before: { ...key, ...noLimits }, change: settings, now });
    if (!isActive) return undefined;
    await goLive(context, tx, key, { wasActive: false, isActive, before: definition, after: definition });
    await insertAuditEntry(tx, { ...actor, kind: 'integration-deployed', subjectId: key.id, now });
    return undefined;
  });
  return problem ?? respond(context, key);
}

/**
 * Saves the given fields of `IntegrationChange`; `isActive` deploys and disables. Each change of the definition makes a new
 * version. Runs that start afterwards execute it, unless `autoDeploy` is off or a required test does not pass. `also` runs in
 * the same transaction. `restored`: an older version that the change saves again as the newest; its filters that can never work
 * are saved, but keep it from going live. `isHeldBack`: a deployed integration keeps the version that runs, as if `autoDeploy`
 * were off. `seen`: the settings that the sender saw before. Problems: not-found, invalid, conflict.
 */
export async function updateIntegration(
  context: AppContext,
  actor: Actor,
  id: string,
  input: unknown,
  {
    also,
    restored,
    isHeldBack = false,
    seen = null,
  }: {
    also?: (tx: Queries) => Promise<void>;
    restored?: Definition;
    isHeldBack?: boolean;
    seen?: SeenSettings | null;
  } = {},
): Promise<IntegrationOutcome> {
  const parsed = IntegrationChange.safeParse(input);
  if (!parsed.success) return { kind: 'invalid', fields: listFields(parsed.error.issues) };
  const key = { id, organizationId: actor.organizationId };
  const tried = isHeldBack ? undefined : await tryChange(context, key, parsed.data, restored);
  // For a definition of megabytes, reading the input, the transaction and the answer each take tens of milliseconds.
  await yieldTurn();
  const save = () =>
    context.db.transaction(async (tx) => {
      const integration = await findDefinedIntegration(tx, key);
      if (!integration || (await checkMembership(tx, actor))) return { kind: 'not-found' as const };
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
  if (problem) return problem;
  context.changeEvents.publish(id);
  return respond(context, key);
}

/** Checks a change of the definition without saving it. Problems: not-found, invalid. */
export async function checkChange(
  context: AppContext,
  actor: Actor,
  id: string,
  change: Pick<IntegrationChange, 'triggerConfig' | 'apiCalls'>,
): Promise<{ kind: 'definition'; definition: Definition } | Problem> {
  const integration = await findDefinedIntegration(context.db, { id, organizationId: actor.organizationId });
  if (!integration) return { kind: 'not-found' };
  return readDefinition(change, openDefinition(context.config, id, integration.storedDefinition));
}

const wasDisabled = 'The integration was disabled.';

/** Writes nothing when the change is refused, or when so many executions wait that they must be cancelled first. */
async function applyChange(
  context: AppContext,
  tx: Queries,
  actor: Actor,
  integration: DefinedIntegration,
  {
    change,
    tried,
    restored,
    isHeldBack: staysHeldBack,
  }: {
    change: IntegrationChange;
    tried: TriedTests | undefined;
    restored: Definition | undefined;
    isHeldBack: boolean;
  },
): Promise<Problem | { kind: 'many-waiting' } | undefined> {
  const { id, organizationId } = integration;
  if (change.version !== undefined && change.version !== integration.version) return { kind: 'conflict' };
  const stored = openDefinition(context.config, id, integration.storedDefinition);
  const read = touchesDefinition(change)
    ? readDefinition(change, stored, restored)
    : { kind: 'definition' as const, definition: stored.definition };
  if (read.kind !== 'definition') return read;
  // Another save came while the tests ran, so they ran on a different definition.
  if (!staysHeldBack && demandsTests(integration, change) && tried?.version !== integration.version)
    return { kind: 'conflict' };
  const { definition } = read;
  const name = change.name ?? integration.name;
  const isActive = change.isActive ?? integration.isActive;
  const autoDeploy = change.autoDeploy ?? integration.autoDeploy;
  const requireTests = change.requireTests ?? integration.requireTests;
  const isDeployed = autoDeploy && !staysHeldBack && (!restored || !hasFilterProblems(definition, stored));
  const isHeldBack = isActive && integration.isActive && !isDeployed;
  // A deployed definition that is not touched may be renamed, even if it could not be deployed any more.
  const isChecked = isActive && (!integration.isActive || (touchesDefinition(change) && !isHeldBack));
  if (isChecked && !checkDeployable({ name, ...definition }).deployable) {
    return rejectIncomplete(integration.isActive, definition);
  }
  const failing = describeFailing(tried?.results ?? []);
  if (failing !== undefined && !integration.isActive) return { kind: 'invalid', message: failing };

  // A source that was deleted since does not prevent saving the rest.
  const isNewTrigger = !isSameJson(definition.triggerConfig, stored.definition.triggerConfig);
  if (isNewTrigger || (isActive && !integration.isActive)) {
    const unknownSource = await checkEventSource(tx, { id, organizationId }, definition.triggerConfig);
    if (unknownSource) return unknownSource;
  }

  const isChanged = !isSameJson(definition, stored.definition);
  const version = integration.version + (isChanged ? 1 : 0);
  const unknownConnection = isChanged && (await checkConnections(tx, organizationId, definition));
  if (unknownConnection) return unknownConnection;
  if (!isActive && integration.isActive && (await hasManyWaiting(tx, integration))) {
    return { kind: 'many-waiting' };
  }
  if (isChanged) await insertVersion(context, tx, actor, { id, version, definition });
  const before = await openLive(context, tx, integration, stored.definition);
  // A save that changes nothing does not deploy a version that was held back.
  const isLive = !isActive || !integration.isActive || (isChanged && isDeployed && failing === undefined);
  const live = isLive
    ? { version, definition }
    : { version: integration.deployedVersion, definition: before };
  const description = change.description === undefined ? integration.description : change.description;
  const now = context.now();
  const kept = {
    name,
    description,
    tags: change.tags ?? integration.tags,
    isActive,
    autoDeploy,
    requireTests,
    version,
    deployedVersion: live.version,
  };
  await updateIntegrationRow(tx, { id, organizationId }, { ...kept, now });
  if (tried) await updateTestResults(tx, { integrationId: id, version, now }, tried.results);
  await saveLimits(tx, actor, { before: integration, change, now });
  const wasActive = integration.isActive;
  await goLive(context, tx, { id, organizationId }, { wasActive, isActive, before, after: live.definition });
  if (isChanged || live.version !== integration.deployedVersion) {
    await saveUses(context, tx, actor, { id, name, version, definitions: [definition, live.definition] });
  }
  const isLiveAtOnce = isActive && live.version === version;
  const note = (kind: AuditKind, detail?: string) =>
    addAuditEntry(context, tx, actor, { kind, subjectId: id, detail });
  if (isChanged && !isLiveAtOnce) await note('version-saved', `Version ${version}`);
  if (changesSecrets(stored.definition, definition)) await note('secret-changed');
  if (autoDeploy !== integration.autoDeploy) {
    await note('deploy-on-save-changed', autoDeploy ? 'on' : 'off');
  }
  if (requireTests !== integration.requireTests) {
    await note('required-tests-changed', requireTests ? 'on' : 'off');
  }
  if (isActive && !wasActive) await note('integration-deployed');
  else if (isActive && live.version !== integration.deployedVersion) {
    await note('version-deployed', `Version ${live.version}`);
  }
  if (!isActive && wasActive) {
    await cancelQueuedExecutions(tx, { integrationId: id, organizationId, reason: wasDisabled, now });
    await note('integration-disabled');
  }
  return undefined;
}

/** Returns the definition that ran so far; `newest` when no older version is deployed. */
async function openLive(
  { config }: AppContext,
  tx: Queries,
  { id, version, deployedVersion }: DefinedIntegration,
  newest: Definition,
): Promise<Definition> {
  const stored =
    deployedVersion === version ? undefined : await findStoredDefinition(tx, id, deployedVersion);
  return stored === undefined ? newest : openDefinition(config, id, stored).definition;
}

function rejectIncomplete(isDeployed: boolean, definition: Definition): Problem {
  const message = isDeployed
    ? 'A deployed integration needs at least one API call with URL and method. Disable it first.'
    : 'Configure trigger and add at least one API call with URL and method';
  return rejectHosts(definition) ?? { kind: 'invalid', message };
}

/** Returns why a definition cannot be deployed: a call names no host that its credentials are for. */
export function rejectHosts({ apiCalls }: Definition): Problem | undefined {
  const hosts = apiCalls.flatMap(listCallProblems).find(({ field }) => field === 'allowedHosts');
  return hosts && { kind: 'invalid', message: hosts.message };
}

async function insertVersion(
  context: AppContext,
  tx: Queries,
  actor: Actor,
  saved: { id: string; version: number; definition: Definition },
): Promise<void> {
  const { id, version, definition } = saved;
  await insertIntegrationVersion(tx, {
    integrationId: id,
    version,
    definition: sealDefinition(context.config, id, definition),
    triggerType: definition.triggerConfig.type,
    callCount: definition.apiCalls.length,
    createdBy: actor.userId,
    now: context.now(),
  });
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
