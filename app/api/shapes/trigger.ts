// The trigger of an integration as callers get it, and as an exported file has it.
import { z } from 'zod';
import { BodyReading } from '~/engine/bodies/body-reading';
import { Time } from '~/engine/schema/response-fields';
import { Operator } from '~/engine/comparing/operator-name';
import { deliveryMethods } from '~/engine/senders/admission';
import { Answer } from '~/engine/senders/answer';
import { HandshakeChoice, Verify } from '~/engine/senders/verify';
import { fieldTypes } from '~/engine/triggers/form-bounds';
import { endings, MissedRuns } from '~/engine/triggers/trigger';
import { PublicFormSettings } from '~/services/public-forms/settings';
import { registerRequest, registerResponse } from './registry';

const WebhookVariable = registerResponse(
  'WebhookVariable',
  z.object({ name: z.string(), jsonPath: z.string(), description: z.string(), required: z.boolean() }),
);

const FormField = registerResponse(
  'FormField',
  z.object({
    name: z.string().describe('The property of the trigger data, and the variable.'),
    label: z.string().describe('Empty: the name.'),
    description: z.string(),
    type: z.enum(fieldTypes),
    required: z.boolean(),
    default: z
      .string()
      .describe('The text that the field begins with, and the value when none is sent. Empty: no default.'),
    choices: z.array(z.string()).describe('What a `choice` may be; empty for other types.'),
    accept: z
      .string()
      .describe('Which files a `file` takes: `.csv, image/*`. Empty: any file, and for other types.'),
  }),
);

const manual = z.object({
  type: z.literal('manual'),
  manual: z
    .object({ fields: z.array(FormField) })
    .optional()
    .describe('The form that a person fills in to start a run. Without it, a run takes any trigger data.'),
});
const cron = z.object({
  type: z.literal('cron'),
  cron: z.object({
    cronExpression: z.string(),
    timezone: z.string(),
    missedRuns: MissedRuns,
  }),
});
const event = z.object({
  type: z.literal('event'),
  event: z.object({
    integrationId: z.string().describe('`any` stands for every other integration of the organization.'),
    tag: z
      .string()
      .optional()
      .describe(
        'Limits `any` to the integrations with this tag, whatever its case. Without it, all of them.',
      ),
    on: z.enum(endings),
  }),
});
const webhookParts = {
  secret: z.string().describe('`••••` and the last four characters. Empty: anybody may send.'),
  headers: z.record(z.string(), z.string()),
  variables: z.array(WebhookVariable),
  verify: Verify.optional().describe('How a delivery proves who sends it. Without it, `auto`.'),
  handshake: HandshakeChoice.optional().describe(
    'How the server answers the sender’s check of the address. Without it, as `verify` implies.',
  ),
  respond: Answer.optional().describe(
    'What is answered to an accepted delivery in place of 202 and the execution’s id; `custom` where it names no mode.',
  ),
  dedupe: z
    .object({ by: z.enum(['header', 'query', 'path']), of: z.string(), hours: z.number().int() })
    .optional()
    .describe('Which deliveries are the same one, and for how many hours.'),
  runFailedAgain: z
    .boolean()
    .optional()
    .describe(
      'Whether a delivery runs again when the execution with its key and each replay of it ended in error. Without it, false.',
    ),
  onlyRunIf: z
    .array(
      z.object({
        field: z.string(),
        operator: Operator,
        value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
      }),
    )
    .optional()
    .describe('The conditions for a delivery to be run.'),
  readAs: BodyReading.optional().describe('How bodies are read. Without it, `auto`.'),
  methods: z
    .array(z.enum(deliveryMethods))
    .optional()
    .describe('The methods that deliveries may use. Without it, `POST` alone.'),
  allowFrom: z
    .array(z.string())
    .optional()
    .describe('Addresses and ranges that deliveries may come from. Without it, any.'),
};

export const TriggerResponse = registerResponse(
  'TriggerConfig',
  z.discriminatedUnion('type', [
    manual,
    z.object({
      type: z.literal('webhook'),
      webhook: z.object({
        url: z.string().describe('Where deliveries are posted to.'),
        ...webhookParts,
        formerSecretUntil: Time.nullable().describe(
          'Until then the secret before this one is accepted, too.',
        ),
      }),
    }),
    cron,
    event,
  ]),
);

/** The trigger in an exported file: it has no address, which is another one after an import. */
export const ExportedTrigger = registerResponse(
  'ExportedTriggerConfig',
  z.discriminatedUnion('type', [
    manual,
    z.object({ type: z.literal('webhook'), webhook: z.object(webhookParts) }),
    cron,
    event,
  ]),
);

export const PublicFormResponse = registerResponse('PublicForm', PublicFormSettings);

const { title, description, thanks } = PublicFormSettings.shape;
export const PublicFormInput = registerRequest(
  'PublicFormInput',
  z.object({ title, description: description.optional(), thanks: thanks.optional() }),
);
