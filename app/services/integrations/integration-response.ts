import type { AppContext } from '~/context';
import type { DefinedIntegration, Integration } from '~/db/integrations/integrations';
import { findStoredDefinition } from '~/db/integrations/versions';
import type { Definition } from '~/engine/integration';
import { maskDefinition, openDefinition } from './definition-secrets';

/** An integration as screens and the JSON API show it: secrets masked, times in ISO 8601. */
export type IntegrationResponse = Omit<Definition, 'triggerConfig'> &
  Omit<Integration, 'organizationId' | 'updatedByToken' | 'formerSecretUntil' | keyof OwnFields> &
  OwnFields;

interface OwnFields {
  triggerConfig: TriggerResponse;
  /** A save that sends this back cannot overwrite another user's save. */
  version: number;
  /** The version that runs execute; null while the integration is not deployed. */
  deployedVersion: number | null;
  createdAt: string;
  updatedAt: string;
  /** The API token, or else the person, that changed it last; null when that is not known. */
  updatedBy: string | null;
  lastExecutedAt: string | null;
  lastTestAt: string | null;
  /** Since when no execution is started; null while the integration is not paused. */
  pausedAt: string | null;
  prunedEarlyAt: string | null;
}

type Trigger = Definition['triggerConfig'];
type Webhook = Extract<Trigger, { type: 'webhook' }>['webhook'];
type TriggerResponse =
  | Exclude<Trigger, { type: 'webhook' }>
  | { type: 'webhook'; webhook: Webhook & { url: string; formerSecretUntil: string | null } };

/** Returns the address that deliveries are posted to. */
export function webhookUrlOf(context: Pick<AppContext, 'config'>, integrationId: string): string {
  return `${context.config.appUrl}/webhook/${integrationId}`;
}

/** Reads the definition of a listed integration and describes it; undefined when the integration was removed since. */
export async function describeListed(
  context: Pick<AppContext, 'config' | 'db' | 'now'>,
  integration: Integration,
): Promise<IntegrationResponse | undefined> {
  const storedDefinition = await findStoredDefinition(context.db, integration.id, integration.version);
  return storedDefinition === undefined
    ? undefined
    : describeIntegration(context, { ...integration, storedDefinition });
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
    updatedBy: integration.updatedByToken ?? integration.updatedBy,
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
    automaticReplays: integration.automaticReplays,
    prunedEarly: integration.prunedEarly,
    prunedEarlyBytes: integration.prunedEarlyBytes,
    prunedEarlyAt: integration.prunedEarlyAt === null ? null : isoTime(integration.prunedEarlyAt),
  };
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
