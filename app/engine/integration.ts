/**
 * The glossary, and the shapes behind it.
 *
 * - **Integration**: a trigger and a chain of calls that belong to an organization. A draft until deployed.
 * - **Deleted integration**: one that is out of service and can be **restored** for some days; then it is removed for good.
 * - **Definition**: the part of an integration that a run executes. Each save makes a new, immutable **version** of it.
 * - **Trigger**: what starts a run: a person (`manual`), a delivery to the webhook URL (`webhook`), a schedule (`cron`) or the
 *   end of another integration's execution (`event`).
 * - **Form**: the fields that a person fills in to start a run of a manual trigger. Each is a variable of the run.
 * - **Delivery**: one request that a webhook sender made to this server.
 * - **Call**: one outbound HTTP request of the chain, as written, with placeholders. With the URL of a mail server, an email.
 * - **Note**: a text on a call for those who edit it. Runs do not read it. A version may have one, too.
 * - **Connection**: credentials that the organization keeps, and the hosts they may go to. A call names one, or holds its own.
 * - **Variable**: a named value of a run, written `{{name}}`: from the trigger, from a call's response mapping, or **computed**
 *   from others.
 * - **File**: a variable's value that is bytes with a name and a type, passed on unchanged.
 * - **Extraction**: taking one variable out of a payload or response body by a JSON path.
 * - **Execution**: one run of an integration, with its status and log.
 * - **Conditional step**: a check between two calls: the run goes on, jumps forward, skips the next call or ends.
 * - **Wait**: a pause of a run before a call: for a while, until a time or for an answer. No runner is held meanwhile.
 * - **Memory**: values that calls **remember** for later runs, and the items of a list that a for each is done with.
 * - **Response handling**: what follows from a call's responses. Its **rules** are for status codes, and the first that matches
 *   counts; its **notice** is what a rule posts to a webhook.
 * - **Replay**: an execution that repeats a failed or ended one. An **automatic** one follows by itself, later and later.
 * - **Step**: one thing an execution did, in order; for a call it holds one or more **attempts**.
 * - **Attempt**: one try of a call, with its request and response. Its Idempotency-Key identifies it to the target.
 * - **Recorded test**: an execution that is kept with its requests and responses, to be played back to a version.
 * - **Job**: a row that says that an execution (or a mail) has to be worked on; its **lease** says which runner works on it.
 */
import './schema/zod-settings';
import { z } from 'zod';
import { BodyReading } from './bodies/body-reading';
import { ApiCall } from './definition/api-call';
import { listStepProblems } from './chain/chain';
import { describeChoice } from './schema/choice';
import { ConditionalStep } from './definition/conditional-step';
import { Dedupe, OnlyRunIf } from './definition/delivery-rules';
import { Headers } from './definition/headers';
import { loopBounds, LoopStep } from './definition/loop-step';
import { limits } from './schema/limits';
import { JsonPath } from './definition/response-mapping';
import { VariableName } from './schema/variable-name';
import { ResponseHandlingStep } from './definition/response-step';
import { OwnRunSettings } from './definition/run-settings';
import { listDuplicateVariables } from './named-variables';
import { AllowFrom, DeliveryMethods, WebhookSecret } from './senders/admission';
import { Answer } from './senders/answer';
import { HandshakeChoice, Verify } from './senders/verify';
import { ManualTrigger } from './triggers/form';
import { CronTrigger, EventTrigger } from './triggers/trigger';

export const WebhookVariable = z.object({
  name: VariableName,
  jsonPath: JsonPath,
  description: z.string().trim().max(500).default(''),
  required: z.boolean().default(false),
});
export type WebhookVariable = z.infer<typeof WebhookVariable>;

const triggerTypes = ['manual', 'webhook', 'cron', 'event'] as const;

/** What starts executions: a trigger, or the public form of a manual trigger. */
export const executionTriggers = [...triggerTypes, 'public_form'] as const;

export const TriggerConfig = z.discriminatedUnion(
  'type',
  [
    ManualTrigger,
    z.object({
      type: z.literal('webhook'),
      webhook: z
        .object({
          secret: WebhookSecret.default(''),
          /** Headers that a delivery must carry with exactly these values. */
          headers: Headers.default({}),
          variables: z.array(WebhookVariable).max(limits.variables).default([]),
          /** How a delivery proves who sends it; `auto` by default. */
          verify: Verify.optional(),
          /**
           * The sender's check of the address before it sends; by default the check that the sender in `verify` is known for.
           */
          handshake: HandshakeChoice.optional(),
          /** The response to an accepted delivery, instead of 202 and the execution's id. */
          respond: Answer.optional(),
          /**
           * Which deliveries are the same; by default those with one `webhook-id`, `svix-id` or `Idempotency-Key` within a day.
           */
          dedupe: Dedupe.optional(),
          /** Whether a key runs again after its execution, and each replay of it, ended in error; false by default. */
          runFailedAgain: z.boolean().optional(),
          /** The conditions for a delivery to be run; every delivery is run by default. */
          onlyRunIf: OnlyRunIf.optional(),
          /** How bodies are read; `auto` by default. */
          readAs: BodyReading.optional(),
          /** The methods that deliveries may use; POST alone by default. */
          methods: DeliveryMethods.optional(),
          /** The addresses that deliveries may come from; any by default. */
          allowFrom: AllowFrom.optional(),
        })
        .prefault({}),
    }),
    CronTrigger,
    EventTrigger,
  ],
  { error: describeChoice('The trigger type', triggerTypes) },
);
export type TriggerConfig = z.infer<typeof TriggerConfig>;
export type WebhookTrigger = Extract<TriggerConfig, { type: 'webhook' }>;

export const Definition = z
  .object({
    triggerConfig: TriggerConfig.default({ type: 'manual' }),
    apiCalls: z
      .array(ApiCall)
      .max(limits.calls, `An integration may have at most ${limits.calls} API calls`)
      .default([]),
    /** The checks between calls. */
    conditionalExecutionSteps: z
      .array(ConditionalStep)
      .max(limits.calls + 1)
      .default([]),
    /** The rules for status codes. */
    responseHandlingSteps: z.array(ResponseHandlingStep).max(limits.calls).default([]),
    /** The parts of the chain that run for each item of a list; none by default. */
    loopSteps: z
      .array(LoopStep)
      .max(loopBounds.loops, `An integration may have at most ${loopBounds.loops} for each`)
      .optional(),
    /** The settings of each run as a whole; the defaults when it is absent. */
    runSettings: OwnRunSettings,
    /** Stored and returned as sent. Runs do not read it, since values travel by variables. */
    dataMapping: z.record(z.string(), z.unknown()).default({}),
  })
  .superRefine((definition, context) => {
    const seen = new Set<string>();
    for (const [index, call] of definition.apiCalls.entries()) {
      if (seen.has(call.id)) {
        context.addIssue({ code: 'custom', path: ['apiCalls', index, 'id'], message: 'This id is taken' });
      }
      seen.add(call.id);
    }
    const { triggerConfig } = definition;
    const after = triggerConfig.type === 'webhook' ? triggerConfig.webhook.respond?.afterCallId : undefined;
    if (after !== undefined && !seen.has(after)) {
      const path = ['triggerConfig', 'webhook', 'respond', 'afterCallId'];
      context.addIssue({ code: 'custom', path, message: 'This call no longer exists' });
    }
    for (const { path } of listDuplicateVariables(definition)) {
      context.addIssue({ code: 'custom', path, message: 'Duplicate variable name' });
    }
    for (const { path, message } of listStepProblems(definition)) {
      context.addIssue({ code: 'custom', path, message });
    }
  });
export type Definition = z.infer<typeof Definition>;
