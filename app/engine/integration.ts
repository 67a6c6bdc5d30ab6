/**
 * The glossary, and the shapes behind it.
 *
 * - **Integration**: a trigger and a chain of calls that belong to an organization. A draft until deployed.
 * - **Definition**: what of an integration a run executes. Each save makes a new, immutable **version** of it.
 * - **Trigger**: what starts a run: a person (`manual`), a delivery to the webhook URL (`webhook`), a schedule (`cron`) or
 *   the end of another integration's execution (`event`).
 * - **Delivery**: one request that a webhook sender made to us.
 * - **Call**: one outbound HTTP request of the chain, as written, with placeholders.
 * - **Connection**: credentials that the organization keeps, and the hosts they may go to. A call names one, or holds its own.
 * - **Variable**: a named value of a run, written `{{name}}`: from the trigger, from a call's response mapping, or **computed**
 *   from others.
 * - **File**: a variable's value that is bytes with a name and a type, passed on as they came.
 * - **Extraction**: taking one variable out of a payload or response body by a JSON path.
 * - **Execution**: one run of an integration, with its status and log.
 * - **Conditional step**: a check between two calls: the run goes on, jumps forward, skips the next call or ends.
 * - **Wait**: what a run does before a call that has one, for a while or until a time; it holds nothing meanwhile.
 * - **Memory**: what calls **remember** for the runs to come, and which items of a list a for each is done with.
 * - **Response handling**: what a call's responses lead to. Its **rules** take status codes, the first that matches counts;
 *   its **notice** is what a rule posts to a webhook.
 * - **Step**: one thing an execution did, in order; for a call it holds one or more **attempts**.
 * - **Attempt**: one try of a call, with its request and response, known to the target by its Idempotency-Key.
 * - **Recorded test**: an execution that is kept with what it sent and was answered, to be played back to a version.
 * - **Job**: a row that says an execution (or a mail) is to be worked on; a **lease** says by which runner.
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
import { AllowFrom, DeliveryMethods } from './senders/admission';
import { Answer } from './senders/answer';
import { HandshakeChoice, Verify } from './senders/verify';
import { CronTrigger, EventTrigger } from './triggers/trigger';

export const WebhookVariable = z.object({
  name: VariableName,
  jsonPath: JsonPath,
  description: z.string().trim().max(500).default(''),
  required: z.boolean().default(false),
});
export type WebhookVariable = z.infer<typeof WebhookVariable>;

export const triggerTypes = ['manual', 'webhook', 'cron', 'event'] as const;

export const TriggerConfig = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('manual') }),
    z.object({
      type: z.literal('webhook'),
      webhook: z.object({
        /** What a delivery must prove to know, or the public key it must be signed for; empty: anybody may send. */
        secret: z.string().max(2_000, 'Secrets must be 2,000 characters or less').default(''),
        /** Headers that a delivery must carry with exactly these values. */
        headers: Headers.default({}),
        variables: z.array(WebhookVariable).max(limits.variables).default([]),
        /** How a delivery proves who sends it; `auto` unless said otherwise. */
        verify: Verify.optional(),
        /** What the sender asks before it sends; what the one in `verify` is known to ask, unless said otherwise. */
        handshake: HandshakeChoice.optional(),
        /** What is answered to an accepted delivery in place of 202 and the execution's id. */
        respond: Answer.optional(),
        /** Which deliveries are the same one; by `webhook-id` and `Idempotency-Key` for a day unless said otherwise. */
        dedupe: Dedupe.optional(),
        /** A key whose execution ended in error, and was not replayed, runs again; it does not unless said otherwise. */
        runFailedAgain: z.boolean().optional(),
        /** What must hold for a delivery to be run; all of them are unless said otherwise. */
        onlyRunIf: OnlyRunIf.optional(),
        /** How bodies are read; `auto` unless said otherwise. */
        readAs: BodyReading.optional(),
        /** By which methods deliveries come; POST alone unless said otherwise. */
        methods: DeliveryMethods.optional(),
        /** Where deliveries come from; from anywhere unless said otherwise. */
        allowFrom: AllowFrom.optional(),
      }),
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
    /** The stretches that are run for each item of a list; none unless it is there. */
    loopSteps: z
      .array(LoopStep)
      .max(loopBounds.loops, `An integration may have at most ${loopBounds.loops} for each`)
      .optional(),
    /** What holds for each run as a whole; the defaults, unless it is there. */
    runSettings: OwnRunSettings,
    /** Kept and answered as sent; runs do not read it, since values travel by variables. */
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
