// Deploys a version on request, for integrations whose saves are not deployed.
import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import {
  findDefinedIntegration,
  findIntegration,
  type IntegrationKey,
  updateIntegration,
} from '~/db/integrations/integrations';
import { updateTestResults } from '~/db/integrations/recorded-tests';
import type { Queries } from '~/db/core/queries';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { checkPermission, transactAsMember } from '../check-permission';
import { findUpdater } from '../updater';
import { checkConnections } from '../connections/connection-uses';
import { checkEventSource } from '../triggers/event-triggers';
import { openDefinition } from './definition-secrets';
import { findDeployProblem } from './deployability';
import { playTests } from '../recorded-tests/play-tests';
import { goLive, saveUses } from './going-live';
import { describeFailing } from './required-tests';
import { type IntegrationOutcome, respond } from './integrations';
import { findStoredDefinition } from '~/db/integrations/versions';

/**
 * Makes runs execute this version, the newest or an older one, unless a required test does not pass. Problems: forbidden,
 * not-found, invalid.
 */
export async function deployVersion(
  context: AppContext,
  actor: Actor,
  id: string,
  version: number,
): Promise<IntegrationOutcome> {
  const key = { id, organizationId: actor.organizationId };
  // Before its tests are played, whose results are stored.
  const refused = await checkPermission(context.db, actor, 'edit-integrations');
  if (refused) return refused;
  const failing = await findFailing(context, key, version);
  if (failing !== undefined) return { kind: 'invalid', message: failing };
  const problem = await transactAsMember(context.db, actor, 'edit-integrations', (tx) =>
    deploy(context, tx, actor, { ...key, version }),
  );
  if (problem) return problem;
  context.changeEvents.publish(id);
  return respond(context, key);
}

/** Returns, as a sentence, which required tests do not pass on a version. Stores the results of the tests. */
async function findFailing(
  context: AppContext,
  key: IntegrationKey,
  version: number,
): Promise<string | undefined> {
  const integration = await findIntegration(context.db, key);
  if (!integration?.requireTests) return undefined;
  const stored = await findStoredDefinition(context.db, key.id, version);
  if (stored === undefined) return undefined;
  const { definition } = openDefinition(context.config, key.id, stored);
  const results = await playTests(context, key, definition);
  const tried = { integrationId: key.id, version, now: context.now() };
  await context.db.transaction((tx) => updateTestResults(tx, tried, results));
  return describeFailing(results);
}

async function deploy(
  context: AppContext,
  tx: Queries,
  actor: Actor,
  { id, organizationId, version }: { id: string; organizationId: string; version: number },
): Promise<Problem | undefined> {
  const key = { id, organizationId };
  const integration = await findDefinedIntegration(tx, key);
  const [stored, live] = [
    integration && (await findStoredDefinition(tx, id, version)),
    integration && (await findStoredDefinition(tx, id, integration.deployedVersion)),
  ];
  if (!integration || stored === undefined || live === undefined) return { kind: 'not-found' };
  const opened = openDefinition(context.config, id, stored);
  if (opened.unreadable.size > 0) {
    const message = `Version ${version} holds a secret that can no longer be decrypted, so it cannot be deployed.`;
    return { kind: 'invalid', message };
  }
  const { name, isActive: wasActive } = integration;
  const { definition } = opened;
  const incomplete = `Version ${version} needs a trigger and at least one API call with URL and method.`;
  const undeployable = findDeployProblem({ name, ...definition }, incomplete);
  if (undeployable) return undeployable;
  const unknownSource = await checkEventSource(tx, key, definition.triggerConfig);
  if (unknownSource) return unknownSource;
  const unknownConnection = await checkConnections(tx, organizationId, definition);
  if (unknownConnection) return unknownConnection;
  const now = context.now();
  const by = await findUpdater(tx, actor);
  await updateIntegration(tx, key, { ...integration, isActive: true, deployedVersion: version, by, now });
  const before = openDefinition(context.config, id, live).definition;
  await goLive(context, tx, key, { wasActive, isActive: true, before, after: definition });
  const newest = openDefinition(context.config, id, integration.storedDefinition).definition;
  await saveUses(context, tx, actor, { id, name, version, definitions: [newest, definition] });
  if (!wasActive) await insertAuditEntry(tx, { ...actor, kind: 'integration-deployed', subjectId: id, now });
  const detail = `Version ${version}`;
  await insertAuditEntry(tx, { ...actor, kind: 'version-deployed', subjectId: id, detail, now });
  return undefined;
}
