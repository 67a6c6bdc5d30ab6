import type { AppContext } from '~/context';
import type { DefinedIntegration } from '~/db/integrations/integrations';
import type { Definition } from '~/engine/integration';
import { maskDefinition, openDefinition } from './definition-secrets';

/** An integration as screens and the JSON API show it: secrets masked, times in ISO 8601. */
export type IntegrationResponse = Omit<Definition, 'triggerConfig'> & {
  id: string;
  name: string;
  description: string | null;
  tags: string[];
  triggerConfig: TriggerResponse;
  isActive: boolean;
  /** Sent along with a save, it keeps the save from overwriting another user's. */
  version: number;
  /** What runs go by; null while it is not deployed. */
  deployedVersion: number | null;
  /** Each save of it is live at once. */
  autoDeploy: boolean;
  /** A version is deployed only when all recorded tests pass. */
  requireTests: boolean;
  createdAt: string;
  updatedAt: string;
  lastExecutedAt: string | null;
  lastTestAt: string | null;
  totalExecutions: number;
  successfulExecutions: number;
  failedExecutions: number;
  /** So many errors in a row pause it; null when nothing does. */
  pauseAfterErrors: number | null;
  /** Since when nothing of it is started. */
  pausedAt: string | null;
  /** At most so many executions are under way; null without a limit. */
  executionsAtOnce: number | null;
  /** At most so many executions begin in an hour; null without a limit. */
  executionsPerHour: number | null;
  /** At most so many deliveries are taken in a second; null: as many as the installation lets it. */
  deliveriesPerSecond: number | null;
  /** Its ended executions are removed after so many days; null: after as many as the installation keeps them. */
  retentionDays: number | null;
  /** The same of those that failed; null: after as many as the others. */
  retentionDaysFailed: number | null;
  /** Its oldest executions are removed when they hold more; null: whatever they hold. */
  retentionMib: number | null;
  /** What limits of its own removed. */
  prunedEarly: number;
  prunedEarlyBytes: number;
  prunedEarlyAt: string | null;
};

type Trigger = Definition['triggerConfig'];
type Webhook = Extract<Trigger, { type: 'webhook' }>['webhook'];
type TriggerResponse =
  | Exclude<Trigger, { type: 'webhook' }>
  | { type: 'webhook'; webhook: Webhook & { url: string; formerSecretUntil: string | null } };

/** The address deliveries are posted to. */
export function webhookUrlOf(context: Pick<AppContext, 'config'>, integrationId: string): string {
  return `${context.config.appUrl}/webhook/${integrationId}`;
}

export function describeIntegration(
  context: Pick<AppContext, 'config' | 'now'>,
  integration: DefinedIntegration,
): IntegrationResponse {
  const { id, storedDefinition } = integration;
  const definition = maskDefinition(openDefinition(context.config, id, storedDefinition));
  const { triggerConfig } = definition;
  const formerSecretUntil = integration.formerSecretUntil ?? 0;
  const isFormerValid = formerSecretUntil > context.now();
  return {
    id,
    name: integration.name,
    description: integration.description,
    tags: integration.tags,
    ...definition,
    triggerConfig:
      triggerConfig.type === 'webhook'
        ? {
            type: 'webhook',
            webhook: {
              url: webhookUrlOf(context, id),
              ...triggerConfig.webhook,
              formerSecretUntil: isFormerValid ? isoTime(formerSecretUntil) : null,
            },
          }
        : triggerConfig,
    isActive: integration.isActive,
    version: integration.version,
    deployedVersion: integration.isActive ? integration.deployedVersion : null,
    autoDeploy: integration.autoDeploy,
    requireTests: integration.requireTests,
    createdAt: isoTime(integration.createdAt),
    updatedAt: isoTime(integration.updatedAt),
    lastExecutedAt: integration.lastExecutedAt === null ? null : isoTime(integration.lastExecutedAt),
    lastTestAt: integration.lastTestAt === null ? null : isoTime(integration.lastTestAt),
    totalExecutions: integration.totalExecutions,
    successfulExecutions: integration.successfulExecutions,
    failedExecutions: integration.failedExecutions,
    pauseAfterErrors: integration.pauseAfterErrors,
    pausedAt: integration.pausedAt === null ? null : isoTime(integration.pausedAt),
    executionsAtOnce: integration.executionsAtOnce,
    executionsPerHour: integration.executionsPerHour,
    deliveriesPerSecond: integration.deliveriesPerSecond,
    retentionDays: integration.retentionDays,
    retentionDaysFailed: integration.retentionDaysFailed,
    retentionMib: integration.retentionMib,
    prunedEarly: integration.prunedEarly,
    prunedEarlyBytes: integration.prunedEarlyBytes,
    prunedEarlyAt: integration.prunedEarlyAt === null ? null : isoTime(integration.prunedEarlyAt),
  };
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
