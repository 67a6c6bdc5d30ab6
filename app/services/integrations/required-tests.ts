// Integrations that deploy only versions that pass their recorded tests. The tests run before the transaction that deploys, so
// that other writes do not wait for them.
import type { AppContext } from '~/context';
import { findIntegration, type Integration, type IntegrationKey } from '~/db/integrations/integrations';
import { findStoredDefinition } from '~/db/integrations/versions';
import type { Definition } from '~/engine/integration';
import { listRecordedTests } from '~/db/integrations/recorded-tests';
import { playTests, type RecordedTestResult } from '../recorded-tests/play-tests';
import { openDefinition } from './definition-secrets';
import { type IntegrationChange, readDefinition, touchesDefinition } from './validate-definition';

/** The test results of what is about to be deployed. */
export interface TriedTests {
  /** The newest version when the tests ran. */
  version: number;
  results: RecordedTestResult[];
}

/** Checks whether a change deploys something that must pass tests first. */
export function demandsTests(integration: Integration, change: IntegrationChange): boolean {
  const {
    isActive = integration.isActive,
    autoDeploy = integration.autoDeploy,
    requireTests = integration.requireTests,
  } = change;
  if (!requireTests || !isActive) return false;
  return !integration.isActive || (autoDeploy && touchesDefinition(change));
}

/** Runs the tests. Returns undefined when none are required, or when the change will be refused anyway. */
export async function tryChange(
  context: AppContext,
  key: IntegrationKey,
  change: IntegrationChange,
  restored: Definition | undefined,
): Promise<TriedTests | undefined> {
  const integration = await findIntegration(context.db, key);
  if (!integration || !demandsTests(integration, change)) return undefined;
  const newest = await findStoredDefinition(context.db, key.id, integration.version);
  if (newest === undefined) return undefined;
  const stored = openDefinition(context.config, key.id, newest);
  const read = readDefinition(change, stored, restored);
  if (read.kind !== 'definition') return undefined;
  return { version: integration.version, results: await playTests(context, key, read.definition) };
}

/** Returns, as a sentence, which tests prevent deployment; undefined when all pass. */
export function describeFailing(results: readonly { name: string; outcome: string }[]): string | undefined {
  const failing = results.filter(({ outcome }) => outcome !== 'passed');
  if (failing.length === 0) return undefined;
  const names = failing.slice(0, namedTests).map(({ name }) => `“${name}”`);
  const more = failing.length > namedTests ? ` and ${failing.length - namedTests} more` : '';
  const verb = failing.length === 1 ? 'does' : 'do';
  const counted = `${failing.length} of ${results.length} recorded tests ${verb} not pass`;
  return `${counted}: ${names.join(', ')}${more}.`;
}

const namedTests = 5;

/** Returns, as a sentence, which tests keep the newest version from being deployed; undefined when none does. */
export async function describeHoldingTests(
  { db }: Pick<AppContext, 'db'>,
  { id, organizationId, isActive, version, deployedVersion, requireTests }: Integration,
): Promise<string | undefined> {
  if (!isActive || !requireTests || version === deployedVersion) return undefined;
  const tests = await listRecordedTests(db, { id, organizationId });
  return describeFailing(
    tests.map(({ name, lastOutcome, lastVersion }) => ({
      name,
      outcome: (lastVersion === version && lastOutcome) || 'passed',
    })),
  );
}
