import { sql } from 'kysely';
import type { Queries } from '../../core/queries';

/** The response handling of a call as its log shows it: what the definition said when the execution ran. */
export interface LoggedResponseStep {
  id: string;
  order: number;
  callId: string;
  defaultAction: string;
  statusCodeRulesCount: number;
  targetAPICallName: string;
  statusCodeRules: {
    statusCodes: (string | number)[];
    action: string;
    retryConfig: { maxRetries?: number; retryDelay?: number; backoffStrategy?: string } | null;
    webhookURL: string | null;
  }[];
}

interface StoredStep {
  id: string;
  order: number;
  nextApiCallId: string;
  responseHandling: {
    defaultAction: string;
    statusCodeActions: {
      statusCodes: (string | number)[];
      action: string;
      retryConfig?: LoggedResponseStep['statusCodeRules'][number]['retryConfig'];
      webhookURL?: string;
    }[];
  };
}

/** The response handling steps of a version, without the rest of its definition. */
export function listLoggedResponseSteps(
  db: Queries,
  { integrationId, version }: { integrationId: string; version: number },
): LoggedResponseStep[] {
  const row = db.first(
    db.build
      .selectFrom('integration_versions')
      .select(sql<string | null>`definition -> 'responseHandlingSteps'`.as('steps'))
      .select(callNames.as('names'))
      .where('integration_id', '=', integrationId)
      .where('version', '=', version),
  );
  const names = JSON.parse(row?.names ?? '{}') as Record<string, string | undefined>;
  const steps = JSON.parse(row?.steps ?? '[]') as StoredStep[];
  return steps.map((step) => describeStep(step, names[step.nextApiCallId] ?? ''));
}

const callNames = sql<string>`(select json_group_object(value ->> 'id', value ->> 'name')
  from json_each(integration_versions.definition, '$.apiCalls'))`;

function describeStep(
  { id, order, nextApiCallId, responseHandling }: StoredStep,
  name: string,
): LoggedResponseStep {
  const { defaultAction, statusCodeActions } = responseHandling;
  return {
    id,
    order,
    callId: nextApiCallId,
    defaultAction,
    statusCodeRulesCount: statusCodeActions.length,
    targetAPICallName: name,
    statusCodeRules: statusCodeActions.map(({ statusCodes, action, retryConfig, webhookURL }) => ({
      statusCodes,
      action,
      retryConfig: retryConfig ?? null,
      webhookURL: webhookURL ?? null,
    })),
  };
}
