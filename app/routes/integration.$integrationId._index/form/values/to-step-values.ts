import type { Condition, ConditionalStep } from '~/engine/definition/conditional-step';
import { isChecked, listConditions } from '~/engine/definition/conditional-step';
import type { ResponseHandlingStep, StatusCodeAction } from '~/engine/definition/response-step';
import { defaultRetryFields } from '../new-step';
import { writeConditionLines } from '../lines/condition-lines';
import { toActionChoice, toOtherwiseChoice, toRetriesEnd } from '../otherwise-choice';
import type { ConditionalForm, ConditionRow, HandlingForm, RuleForm } from '../step-schema';

export function toConditionalForm(step: ConditionalStep): ConditionalForm {
  return {
    id: step.id,
    enabled: isChecked(step),
    executionTrigger: step.conditionalExecution.executionTrigger,
    conditions: listConditions(step).map(toConditionRow),
    match: step.match,
    nextApiCallId: step.nextApiCallId ?? '',
    otherwise: toOtherwiseChoice(step),
  };
}

function toConditionRow({ field, operator, value }: Condition): ConditionRow {
  const stored = typeof value === 'string' ? '' : JSON.stringify(value);
  return { field, operator, value: String(value), stored };
}

export function toHandlingForm({ id, responseHandling }: ResponseHandlingStep): HandlingForm {
  return {
    id,
    defaultAction: responseHandling.defaultAction,
    defaultNotificationEmail: responseHandling.defaultNotificationEmail ?? '',
    statusCodeActions: responseHandling.statusCodeActions.map(toRuleForm),
  };
}

function toRuleForm(rule: StatusCodeAction): RuleForm {
  const { statusCodes, when = [], notificationEmail, retryConfig, webhookURL } = rule;
  return {
    statusCodes: statusCodes.join(', '),
    when: writeConditionLines(when),
    action: toActionChoice(rule),
    notificationEmail: notificationEmail ?? '',
    retryConfig: retryConfig
      ? {
          maxRetries: String(retryConfig.maxRetries),
          retryDelay: String(retryConfig.retryDelay),
          backoffStrategy: retryConfig.backoffStrategy,
        }
      : defaultRetryFields,
    afterRetries: toRetriesEnd(rule),
    webhookURL: webhookURL ?? '',
  };
}
