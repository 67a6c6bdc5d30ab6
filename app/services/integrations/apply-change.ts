// What a save writes: the changed integration, a version of its definition, and what follows from both.
import type { AppContext } from '~/context';
import { cancelQueuedExecutions } from '~/db/executions/cancellation';
import type { Queries } from '~/db/core/queries';
import { type DefinedIntegration, updateIntegration } from '~/db/integrations/integrations';
import { updateTestResults } from '~/db/integrations/recorded-tests';
import { findStoredDefinition, insertIntegrationVersion } from '~/db/integrations/versions';
import type { AuditKind } from '~/db/organizations/audit-entries';
import { listCallHosts } from '~/engine/definition/call-hosts';
import type { Definition } from '~/engine/integration';
import { isSameJson } from '~/engine/json/same-json';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { findUpdater } from '../updater';
import { checkConnections } from '../connections/connection-uses';
import { checkEventSource } from '../triggers/event-triggers';
import { hasManyWaiting } from './cancel-waiting';
import { changesSecrets, openDefinition, sealDefinition } from './definition-secrets';
import { findDeployProblem, incompleteChange, incompleteDraft } from './deployability';
import { goLive, saveUses } from './going-live';
import { demandsTests, describeFailing, type TriedTests } from './required-tests';
import { saveLimits } from './save-limits';
import {
  hasFilterProblems,
  type IntegrationChange,
  readDefinition,
  touchesDefinition,
} from './validate-definition';

/** The reason in the log of executions that a disabled integration did not begin. */
export const wasDisabled = 'The integration was disabled.';

/**
 * Changes an integration inside the transaction of a save, with all that follows from it: the version, what starts it, uses,
 * limits and audit entries. Writes nothing when the change is refused (conflict, invalid), or with many-waiting when so many
 * executions wait that they must be cancelled first.
 */
export async function applyChange(
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
  const incomplete = integration.isActive ? incompleteChange : incompleteDraft;
  const undeployable = isChecked ? findDeployProblem({ name, ...definition }, incomplete) : undefined;
  if (undeployable) return undeployable;
  const failing = describeFailing(tried?.results ?? []);
  if (failing !== undefined && !integration.isActive) return { kind: 'invalid', message: failing };

  const isNewlyDeployed = isActive && !integration.isActive;
  // A source that was deleted since does not prevent saving the rest.
  const isNewTrigger = !isSameJson(definition.triggerConfig, stored.definition.triggerConfig);
  if (isNewTrigger || isNewlyDeployed) {
    const unknownSource = await checkEventSource(tx, { id, organizationId }, definition.triggerConfig);
    if (unknownSource) return unknownSource;
  }

  const isChanged = !isSameJson(definition, stored.definition);
  const version = integration.version + (isChanged ? 1 : 0);
  // A restored integration may name a connection that was deleted meanwhile.
  if (isChanged || isNewlyDeployed) {
    const unknownConnection = await checkConnections(tx, organizationId, definition);
    if (unknownConnection) return unknownConnection;
  }
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
  await updateIntegration(tx, { id, organizationId }, { ...kept, by: await findUpdater(tx, actor), now });
  if (tried) await updateTestResults(tx, { integrationId: id, version, now }, tried.results);
  await saveLimits(tx, actor, { before: integration, change, now });
  const wasActive = integration.isActive;
  await goLive(context, tx, { id, organizationId }, { wasActive, isActive, before, after: live.definition });
  if (isChanged || live.version !== integration.deployedVersion) {
    await saveUses(context, tx, actor, { id, name, version, definitions: [definition, live.definition] });
  }
  if (!isActive && wasActive) {
    await cancelQueuedExecutions(tx, { integrationId: id, organizationId, reason: wasDisabled, now });
  }
  const hasNewSecret = changesSecrets(stored.definition, definition);
  for (const { kind, detail } of listAuditEntries(integration, kept, { hasNewSecret })) {
    await addAuditEntry(context, tx, actor, { kind, subjectId: id, detail });
  }
  return undefined;
}

/** The fields of an integration that the audit log follows. */
type Followed = Pick<
  DefinedIntegration,
  'version' | 'deployedVersion' | 'isActive' | 'autoDeploy' | 'requireTests'
>;

/** Lists what a save did, for the audit log, by the integration before and after it. */
function listAuditEntries(
  before: Followed,
  after: Followed,
  { hasNewSecret }: { hasNewSecret: boolean },
): { kind: AuditKind; detail?: string }[] {
  const entries: { kind: AuditKind; detail?: string }[] = [];
  // A version that is live at once needs no entry of its own: the deployment has one.
  const isLiveAtOnce = after.isActive && after.deployedVersion === after.version;
  if (after.version !== before.version && !isLiveAtOnce) {
    entries.push({ kind: 'version-saved', detail: `Version ${after.version}` });
  }
  if (hasNewSecret) entries.push({ kind: 'secret-changed' });
  if (after.autoDeploy !== before.autoDeploy) {
    entries.push({ kind: 'deploy-on-save-changed', detail: after.autoDeploy ? 'on' : 'off' });
  }
  if (after.requireTests !== before.requireTests) {
    entries.push({ kind: 'required-tests-changed', detail: after.requireTests ? 'on' : 'off' });
  }
  if (after.isActive && !before.isActive) entries.push({ kind: 'integration-deployed' });
  else if (after.isActive && after.deployedVersion !== before.deployedVersion) {
    entries.push({ kind: 'version-deployed', detail: `Version ${after.deployedVersion}` });
  }
  if (!after.isActive && before.isActive) entries.push({ kind: 'integration-disabled' });
  return entries;
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

/** Stores a definition, sealed, as a version of its integration. */
export async function insertVersion(
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
    callHosts: listCallHosts(definition.apiCalls),
    createdBy: actor.userId,
    now: context.now(),
  });
}
