// The input for integrations: the engine's own schemas, by name. A service reads them together with what is stored.
import { z } from 'zod';
import { Condition, ConditionalStep } from '~/engine/definition/conditional-step';
import { LoopStep } from '~/engine/definition/loop-step';
import { Definition, TriggerConfig, WebhookVariable } from '~/engine/integration';
import { ApiCall, AuthConfig } from '~/engine/definition/api-call';
import { ResponseMapping } from '~/engine/definition/response-mapping';
import { Repeat } from '~/engine/definition/repeat';
import { ResponseHandlingStep, RetryConfig, StatusCodeAction } from '~/engine/definition/response-step';
import { limits } from '~/engine/schema/limits';
import { IntegrationDetails, IntegrationRename } from '~/fields';
import { ImportRequest } from '~/services/imports/request-schema';
import { limitsInput } from './integration-limits';
import { registerRequest } from './registry';

registerRequest('WebhookVariableInput', WebhookVariable);
registerRequest('TriggerConfigInput', TriggerConfig);
registerRequest('AuthConfigInput', AuthConfig);
registerRequest('ResponseMappingInput', ResponseMapping);
registerRequest('ConditionInput', Condition);
registerRequest('ConditionalStepInput', ConditionalStep);
registerRequest('RetryConfigInput', RetryConfig);
registerRequest('StatusCodeActionInput', StatusCodeAction);
registerRequest('ResponseHandlingStepInput', ResponseHandlingStep);
registerRequest('RepeatInput', Repeat);
registerRequest('LoopStepInput', LoopStep);

/** A new call has no id yet, and its place in the list is its order. */
const callInput = ApiCall.partial({ id: true, order: true });
registerRequest('ApiCallInput', callInput);

const definition = {
  ...Definition.shape,
  apiCalls: z.array(callInput).max(limits.calls).default([]),
};

const settings = {
  isActive: z
    .boolean()
    .optional()
    .describe('true deploys, false disables. A new integration is a draft unless it is true.'),
  autoDeploy: z
    .boolean()
    .optional()
    .describe('false: a save of a deployed integration is live only when that version is deployed.'),
  requireTests: z
    .boolean()
    .optional()
    .describe(
      'true: a version is deployed only when all recorded tests pass. A save that some do not pass is held back: `deployedVersion` stays behind `version`.',
    ),
  ...limitsInput,
};

registerRequest('IntegrationInput', IntegrationDetails.extend({ ...definition, ...settings }));

registerRequest(
  'IntegrationChange',
  z
    .object({ ...IntegrationRename.shape, ...definition })
    .partial()
    .extend({
      ...settings,
      version: z
        .number()
        .int()
        .optional()
        .describe(
          'The version that the change is based on. If another version is stored, the change is refused.',
        ),
    })
    .describe('A field that is left out stays as it is. So does a secret that is sent masked.'),
);

registerRequest(
  'CallTestInput',
  callInput
    .extend({
      variables: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('Values of the placeholders, by name.'),
      pages: z
        .number()
        .int()
        .min(1)
        .max(3)
        .optional()
        .describe(
          'Of a call that is sent for each page of a list, how many to try; one unless said otherwise.',
        ),
    })
    .describe(
      'A call as a form holds it. For a masked secret, `id` names the call whose stored secret is meant.',
    ),
);

registerRequest('Import', ImportRequest);
