import { isCredentialName, isSecretHeader } from '~/engine/secrets/credential-names';
import type { WebhookTrigger } from '~/engine/integration';
import { findGap, sortByOrder } from '~/engine/definition/order';
import type { IntegrationResponse } from '~/services/integrations/integration-response';
import { toDoorForm } from './door-values';
import { emptyTrigger } from './empty-trigger';
import type { EditorForm, HeaderRow } from './editor-form';
import { rarelyHasBody } from './method-body';
import { toConditionalForm, toHandlingForm } from './to-step-values';

type Values = Pick<
  IntegrationResponse,
  'version' | 'triggerConfig' | 'apiCalls' | 'conditionalExecutionSteps' | 'responseHandlingSteps'
>;

/** What the editor's fields hold when it opens. */
export function toFormValues(integration: Values): EditorForm {
  const { version, triggerConfig } = integration;
  const apiCalls = sortByOrder(integration.apiCalls);
  const listConditionals = (gap: number) =>
    integration.conditionalExecutionSteps
      .filter((step) => findGap(apiCalls, step) === gap)
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
        door: toDoorForm(webhook),
      },
      cron: triggerConfig.type === 'cron' ? triggerConfig.cron : emptyTrigger.cron,
      event: triggerConfig.type === 'event' ? triggerConfig.event : emptyTrigger.event,
    },
    firstConditional: listConditionals(0),
    apiCalls: apiCalls.map((call, index) => ({
      id: call.id,
      name: call.name,
      method: call.method,
      url: call.url,
      allowedHosts: call.allowedHosts.join(', '),
      headers: toRows(call.headers, call.secretHeaders),
      authConfig: {
        type: call.authConfig.type,
        token: call.authConfig.type === 'bearer' ? call.authConfig.token : '',
        username: call.authConfig.type === 'basic' ? call.authConfig.username : '',
        password: call.authConfig.type === 'basic' ? call.authConfig.password : '',
      },
      sendsBody: rarelyHasBody(call.method) && call.body !== '',
      body: call.body,
      responseMapping: {
        saveAs: call.responseMapping.saveAs ?? '',
        extractFields: call.responseMapping.extractFields,
      },
      timeoutSeconds: String(call.timeoutMs / 1000),
      followRedirects: call.followRedirects,
      handling: integration.responseHandlingSteps
        .filter(({ nextApiCallId }) => nextApiCallId === call.id)
        .map(toHandlingForm),
      conditional: listConditionals(index + 1),
    })),
  };
}

function toRows(headers: Record<string, string>, secretHeaders: string[] = []): HeaderRow[] {
  return Object.entries(headers).map(([name, value]) => ({
    name,
    value,
    // What is one by its name has no switch, and a form without it is not changed.
    secret: !isCredentialName(name) && isSecretHeader({ secretHeaders }, name),
  }));
}
