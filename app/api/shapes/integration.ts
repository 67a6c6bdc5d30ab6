// An integration as callers get it: every field is there, secrets are masked.
import { z } from 'zod';
import { Id, Time } from '~/engine/schema/response-fields';
import { BodyType, HttpMethod } from '~/engine/definition/api-call';
import { IntegrationLimits } from '~/engine/definition/execution-limits';
import { CallWait } from '~/engine/definition/call-wait';
import { RunSettings } from '~/engine/definition/run-settings';
import { CallTest } from '~/services/test-runs/call-test';
import { limitsResponse } from './integration-limits';
import { ConditionalStep, LoopStep, ResponseHandlingStep } from './chain-steps';
import { registerResponse } from './registry';
import { Repeat } from './repeat';
import { ExportedTrigger, TriggerResponse } from './trigger';

const headers = z.record(z.string(), z.string());

const AuthConfig = registerResponse(
  'AuthConfig',
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('none') }),
    z.object({ type: z.literal('bearer'), token: z.string() }),
    z.object({
      type: z.literal('basic'),
      username: z.string().describe('Masked when there is no password, since it is a key then.'),
      password: z.string(),
    }),
    z.object({
      type: z.literal('connection'),
      connectionId: z.string().describe('In an exported file its name.'),
    }),
  ]),
);

const ComputedResponse = z.array(
  z.object({ saveAs: z.string(), template: z.string().describe('With placeholders, on one line.') }),
);

const callParts = {
  name: z.string(),
  note: z
    .string()
    .optional()
    .describe('What to know before changing the call. Runs do not read it. Absent when there is none.'),
  method: HttpMethod,
  url: z.string(),
  headers,
  secretHeaders: z
    .array(z.string())
    .describe(
      'The names of headers whose values are kept encrypted and shown masked; those of credentials always are.',
    ),
  allowedHosts: z
    .array(z.string())
    .describe('Where the token and secret headers may go when a variable decides the host of the URL.'),
  body: z.string(),
  bodyType: BodyType.optional().describe(
    '`form`: the body is a JSON object of the fields of a form, which is sent as application/x-www-form-urlencoded. `file`: the body is one placeholder, whose file is sent as it is. `multipart`: it is a JSON object of the fields of a form with files. Without it, the body is text.',
  ),
  authConfig: AuthConfig,
  responseMapping: z.object({
    saveAs: z.string().optional(),
    saveFileAs: z
      .string()
      .optional()
      .describe('The variable that gets the response as a file, byte for byte.'),
    extractFields: z.array(z.object({ jsonPath: z.string(), saveAs: z.string() })),
    computed: ComputedResponse.optional().describe(
      'Variables that are computed from others once the call has its response.',
    ),
  }),
  remember: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .optional()
    .describe('The values that later runs read as `memory.NAME`. They are saved when the call succeeds.'),
  repeat: Repeat.optional().describe(
    'Sends the call for each page of a list, or until a condition on its response holds. Without it, the call is sent once.',
  ),
  wait: CallWait.optional().describe(
    'The wait before the call, and before the condition in front of it. Absent when there is none.',
  ),
  timeoutMs: z.number().int(),
  followRedirects: z.boolean(),
};

const ApiCall = registerResponse('ApiCall', z.object({ id: z.string(), order: z.number(), ...callParts }));

const definition = {
  apiCalls: z.array(ApiCall),
  conditionalExecutionSteps: z.array(ConditionalStep),
  responseHandlingSteps: z.array(ResponseHandlingStep),
  loopSteps: z
    .array(LoopStep)
    .optional()
    .describe('The parts of the chain that run for each item of a list. Absent when there are none.'),
  runSettings: z
    .object({
      maxMinutes: RunSettings.shape.maxMinutes,
      computed: ComputedResponse.optional().describe(
        'Computed from the trigger’s variables when a run begins.',
      ),
    })
    .optional()
    .describe('The settings of each run. Without it, the defaults.'),
  dataMapping: z.record(z.string(), z.unknown()),
};

export const IntegrationResponse = registerResponse(
  'Integration',
  z.object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    tags: z
      .array(z.string())
      .describe('Tags group integrations, and say which alerts and event triggers are for them.'),
    triggerConfig: TriggerResponse,
    ...definition,
    isActive: z.boolean().describe('Deployed.'),
    version: z
      .number()
      .int()
      .describe(
        'Send it with a save. The save is refused when somebody else has saved since. It counts the changes of trigger, chain, `runSettings` and `dataMapping`; other fields change without a new version.',
      ),
    deployedVersion: z
      .number()
      .int()
      .nullable()
      .describe('The version that runs use. Null while the integration is not deployed.'),
    autoDeploy: z.boolean().describe('Whether each save is deployed at once.'),
    requireTests: z.boolean().describe('A version is deployed only when all recorded tests pass.'),
    createdAt: Time,
    updatedAt: Time,
    updatedBy: z
      .string()
      .nullable()
      .describe(
        'The name of the API token, or else of the person, that changed it last. Null when that is not known.',
      ),
    lastExecutedAt: Time.nullable(),
    lastTestAt: Time.nullable(),
    totalExecutions: z.number().int(),
    successfulExecutions: z.number().int(),
    failedExecutions: z.number().int(),
    pausedAt: Time.nullable().describe(
      'The time of the pause. What has arrived since then waits until it is resumed.',
    ),
    ...limitsResponse,
  }),
);
export type IntegrationResponse = z.infer<typeof IntegrationResponse>;

export const ExportedIntegration = registerResponse(
  'ExportedIntegration',
  z
    .object({
      format: z.literal('wicked-integration'),
      version: z.literal(8).describe('Of the format.'),
      exportedVersion: z.number().int().optional().describe('The version of the integration.'),
      name: z.string(),
      description: z.string().nullable(),
      tags: z.array(z.string()),
      definition: z.object({ triggerConfig: ExportedTrigger, ...definition }),
      limits: IntegrationLimits.describe('As a change takes them; null: no limit of its own.'),
      startedBy: z
        .string()
        .optional()
        .describe('The name of the integration whose end starts this one, when one does.'),
    })
    .describe('An integration as a file, without secrets.'),
);

export const ImportPreview = registerResponse(
  'ImportPreview',
  z.object({
    format: z.enum(['curl', 'openapi', 'postman', 'integration', 'unknown']),
    calls: z.array(
      z.object({
        key: z.string().describe('Its place in the text.'),
        label: z.string(),
        group: z.string(),
        call: z.object(callParts),
        notes: z.array(z.string()),
      }),
    ),
    total: z.number().int().describe('How many calls the search found.'),
    notes: z
      .array(z.object({ call: z.string().optional(), message: z.string() }))
      .describe('The parts that could not be read.'),
  }),
);

export const WarningsResponse = registerResponse(
  'Warnings',
  z.object({
    warnings: z.array(z.string()).describe('Of more than 100, the last one says how many are not shown.'),
  }),
);

export const SecretResponse = registerResponse('Secret', z.object({ secret: z.string() }));

export const CallTestResponse = registerResponse('CallTest', CallTest);
