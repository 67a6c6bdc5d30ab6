import { toSourceValue } from '~/components/integration/event-source';
import type { WebhookTrigger } from '~/engine/integration';
import { defaultRunSettings } from '~/engine/definition/run-settings';
import { type FormField, listFormFields } from '~/engine/triggers/form';
import { countCallsBefore, sortByOrder } from '~/engine/definition/order';
import type { IntegrationResponse } from '~/services/integrations/integration-response';
import { toEndpointForm } from './endpoint-values';
import { toLoopForm } from './loop-values';
import { writeComputedLines } from '../lines/computed-lines';
import { emptyTrigger } from './empty-trigger';
import { toRows, toSentFields } from './call-fields';
import { writeRememberLines } from '../lines/remember-lines';
import type { EditorForm, FormFieldRow } from '../editor-form';
import { toWaitForm } from '../waits/wait-values';
import { toRepeatForm } from './repeat-values';
import { toConditionalForm, toHandlingForm } from './to-step-values';

type Values = Pick<
  IntegrationResponse,
  | 'version'
  | 'triggerConfig'
  | 'apiCalls'
  | 'conditionalExecutionSteps'
  | 'responseHandlingSteps'
  | 'loopSteps'
  | 'runSettings'
>;

/** Returns the values of the editor's fields when it opens. */
export function toFormValues(integration: Values): EditorForm {
  const { version, triggerConfig, loopSteps = [] } = integration;
  const apiCalls = sortByOrder(integration.apiCalls);
  const listConditionals = (gap: number) =>
    integration.conditionalExecutionSteps
      .filter((step) => countCallsBefore(apiCalls, step) === gap)
      .map(toConditionalForm);
  const webhook: WebhookTrigger['webhook'] =
    triggerConfig.type === 'webhook' ? triggerConfig.webhook : { secret: '', headers: {}, variables: [] };
  return {
    version: String(version),
    triggerConfig: {
      type: triggerConfig.type,
      webhook: {
        secret: webhook.secret,
        headers: toRows(webhook.headers),
        variables: webhook.variables,
        endpoint: toEndpointForm(webhook),
      },
      manual: { fields: listFormFields(triggerConfig).map(toFieldRow) },
      cron: triggerConfig.type === 'cron' ? triggerConfig.cron : emptyTrigger.cron,
      event:
        triggerConfig.type === 'event'
          ? { integrationId: toSourceValue(triggerConfig.event), on: triggerConfig.event.on }
          : emptyTrigger.event,
      maxMinutes: String(integration.runSettings?.maxMinutes ?? defaultRunSettings.maxMinutes),
      computed: writeComputedLines(integration.runSettings?.computed),
    },
    firstConditional: listConditionals(0),
    apiCalls: apiCalls.map((call, index) =>
      Object.assign(toSentFields(call), {
        id: call.id,
        note: call.note ?? '',
        allowedHosts: call.allowedHosts.join(', '),
        repeat: toRepeatForm(call.repeat),
        wait: toWaitForm(call.wait),
        responseMapping: {
          saveAs: call.responseMapping.saveAs ?? '',
          saveFileAs: call.responseMapping.saveFileAs ?? '',
          extractFields: call.responseMapping.extractFields,
          computed: writeComputedLines(call.responseMapping.computed),
          remember: writeRememberLines(call.remember),
        },
        loop: loopSteps.filter((loop) => countCallsBefore(apiCalls, loop) === index).map(toLoopForm),
        handling: integration.responseHandlingSteps
          .filter(({ nextApiCallId }) => nextApiCallId === call.id)
          .map(toHandlingForm),
        conditional: listConditionals(index + 1),
      }),
    ),
  };
}

function toFieldRow({ choices, ...field }: FormField): FormFieldRow {
  return { ...field, choices: choices.join('\n') };
}
