/**
 * The glossary, and the shapes behind it.
 *
 * - **Integration**: a trigger and a chain of calls that belong to an organization. A draft until deployed.
 * - **Definition**: what of an integration a run executes. Each save makes a new, immutable **version** of it.
 * - **Trigger**: what starts a run: a person (`manual`), a delivery to the webhook URL (`webhook`), a schedule (`cron`) or
 *   the end of another integration's execution (`event`).
 * - **Delivery**: one request that a webhook sender made to us.
 * - **Call**: one outbound HTTP request of the chain, as written, with placeholders.
 * - **Variable**: a named value of a run, written `{{name}}`: from the trigger or from a call's response mapping.
 * - **Extraction**: taking one variable out of a payload or response body by a JSON path.
 * - **Execution**: one run of an integration, with its status and log.
 * - **Conditional step**: a check between two calls: the run goes on, jumps forward or skips the next call.
 * - **Response handling**: what a call's answers lead to. Its **rules** take status codes, the first that matches counts;
 *   its **notice** is what a rule posts to a webhook.
 * - **Step**: one thing an execution did, in order; for a call it holds one or more **attempts**.
 * - **Attempt**: one try of a call, with its request and response, told to the target by its Idempotency-Key.
 * - **Job**: a row that says an execution (or a mail) is to be worked on; a **lease** says by which runner.
 */
import { z } from 'zod';
import { AllowedHost, maxAllowedHosts } from './allowed-host';
import { listStepProblems } from './chain';
import { describeChoice } from './choice';
import { ConditionalStep } from './conditional-step';
import { ItemId } from './item-id';
import { stringifyJson } from './json';
import { longestPath, pathProblem } from './path-problem';
import { normalizePath } from './path-spelling';
import { ResponseHandlingStep } from './response-step';
import { CronTrigger, EventTrigger } from './trigger';

z.config({ jitless: true }); // A content security policy forbids eval, which zod would otherwise try.

export const limits = {
  calls: 50,
  callName: 30,
  headersPerCall: 50,
  variables: 50,
  urlLength: 8_192,
  headerValueLength: 8_192,
  bodyLength: 1024 * 1024,
  /** With its placeholders filled in. */
  sentUrlLength: 64 * 1024,
  sentBodyBytes: 5 * 1024 * 1024,
  callTimeoutMs: { min: 1_000, default: 30_000, max: 120_000 },
} as const;

export const HttpMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'], {
  error: 'HTTP method is required',
});
export type HttpMethod = z.infer<typeof HttpMethod>;

export const VariableName = z
  .string({ error: 'Variable name is required' })
  .trim()
  .min(1, { error: 'Variable name is required', abort: true })
  .max(100, 'Variable name must be 100 characters or less')
  .regex(/^[A-Za-z_]\w*$/, {
    error:
      'Variable name must start with a letter or underscore and contain only letters, numbers, and underscores',
  })
  .refine((name) => !['trigger', '__proto__', 'constructor', 'prototype'].includes(name.toLowerCase()), {
    error: 'This name is reserved',
  });

export const JsonPath = z
  .string({ error: 'JSON path is required' })
  .trim()
  .min(1, { error: 'JSON path is required', abort: true })
  .max(longestPath, { error: `JSON path must be ${longestPath} characters or less`, abort: true })
  .superRefine((path, context) => {
    const problem = pathProblem(path);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  })
  .transform(normalizePath);

/** Of a header that lacks its name or its value. */
export const incompleteHeader = 'All headers must have both key and value';

/** A field name by RFC 9110 §5.6.2. */
export const HeaderName = z
  .string()
  .refine((name) => name.trim() !== '', { error: incompleteHeader, abort: true })
  .max(200, 'Header names must be 200 characters or less')
  .regex(
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/,
    "A header name may only contain letters, digits and !#$%&'*+.^_`|~-",
  )
  .refine((name) => name !== '__proto__', { error: 'This name is reserved' });

/** A field value by RFC 9110 §5.5: no line break can smuggle in another header. */
export const HeaderValue = z
  .string()
  .max(limits.headerValueLength, `Header values must be ${limits.headerValueLength} characters or less`)
  .regex(/^(?:\t|\P{Cc})*$/u, 'A header value must be one line')
  .describe('One line, without control characters but the tab.');

const Headers = z
  .record(HeaderName, HeaderValue)
  .refine((headers) => Object.keys(headers).length <= limits.headersPerCall, {
    error: `A call may have at most ${limits.headersPerCall} headers`,
  })
  .refine(
    (headers) => {
      const names = Object.keys(headers).map((name) => name.toLowerCase());
      return new Set(names).size === names.length;
    },
    { error: 'Header name already exists' },
  );

export const ExtractField = z.object({ jsonPath: JsonPath, saveAs: VariableName });
export type ExtractField = z.infer<typeof ExtractField>;

export const ResponseMapping = z.object({
  /** The variable that gets the whole response body; empty: none. */
  saveAs: z
    .union([z.literal(''), VariableName], { error: 'Variable name is required' })
    .transform((name) => name || undefined)
    .optional(),
  extractFields: z.array(ExtractField).max(limits.variables).default([]),
});
export type ResponseMapping = z.infer<typeof ResponseMapping>;

export const AuthConfig = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('bearer'), token: HeaderValue.default('') }),
  /** RFC 7617; both parts may hold placeholders. */
  z.object({
    type: z.literal('basic'),
    username: HeaderValue.default(''),
    password: HeaderValue.default(''),
  }),
]);
export type AuthConfig = z.infer<typeof AuthConfig>;

export const ApiCall = z.object({
  id: ItemId,
  name: z
    .string()
    .trim()
    .max(limits.callName, `API call name must be ${limits.callName} characters or less`)
    .default(''),
  /** Place in the chain; may be fractional. */
  order: z.number(),
  method: HttpMethod.default('GET'),
  url: z
    .string()
    .trim()
    .max(limits.urlLength, `URLs must be ${limits.urlLength} characters or less`)
    .default(''),
  headers: Headers.default({}),
  /** The names of headers whose values are kept encrypted and shown masked; those of credentials always are. */
  secretHeaders: z.array(HeaderName).max(limits.headersPerCall).default([]),
  /** Where the token and secret headers may go when a variable decides the host. */
  allowedHosts: z
    .array(AllowedHost)
    .max(maxAllowedHosts, `A call may list at most ${maxAllowedHosts} hosts`)
    .default([]),
  /** Text with placeholders. JSON values are accepted and become text. */
  body: z
    .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .nullish()
    .transform((body) => (typeof body === 'string' ? body : body ? stringifyJson(body, 2) : ''))
    .pipe(z.string().max(limits.bodyLength, 'Request bodies must be 1 MiB or less')),
  authConfig: AuthConfig.default({ type: 'none' }),
  responseMapping: ResponseMapping.default({ extractFields: [] }),
  timeoutMs: z
    .number()
    .int()
    .min(limits.callTimeoutMs.min)
    .max(limits.callTimeoutMs.max)
    .default(limits.callTimeoutMs.default),
  /** Up to three times; credentials stay behind where a redirect leads to another origin. */
  followRedirects: z.boolean().default(false),
});
export type ApiCall = z.infer<typeof ApiCall>;

export const WebhookVariable = z.object({
  name: VariableName,
  jsonPath: JsonPath,
  description: z.string().trim().max(500).default(''),
  required: z.boolean().default(false),
});
export type WebhookVariable = z.infer<typeof WebhookVariable>;

const triggerTypes = ['manual', 'webhook', 'cron', 'event'];

export const TriggerConfig = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('manual') }),
    z.object({
      type: z.literal('webhook'),
      webhook: z.object({
        /** What a delivery must prove to know; empty: anybody may send. */
        secret: z.string().max(200, 'Secrets must be 200 characters or less').default(''),
        /** Headers that a delivery must carry with exactly these values. */
        headers: Headers.default({}),
        variables: z.array(WebhookVariable).max(limits.variables).default([]),
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
    /** The rules that answer to status codes. */
    responseHandlingSteps: z.array(ResponseHandlingStep).max(limits.calls).default([]),
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
    for (const { path } of listDuplicateVariables(definition)) {
      context.addIssue({ code: 'custom', path, message: 'Duplicate variable name' });
    }
    for (const { path, message } of listStepProblems(definition)) {
      context.addIssue({ code: 'custom', path, message });
    }
  });
export type Definition = z.infer<typeof Definition>;

/** The variables that a webhook trigger or any call's mapping names a second time, whatever their case. */
function listDuplicateVariables(definition: {
  triggerConfig: TriggerConfig;
  apiCalls: Pick<ApiCall, 'responseMapping'>[];
}): { name: string; path: (string | number)[] }[] {
  const named: { name: string; path: (string | number)[] }[] = [];
  if (definition.triggerConfig.type === 'webhook') {
    for (const [index, { name }] of definition.triggerConfig.webhook.variables.entries()) {
      named.push({ name, path: ['triggerConfig', 'webhook', 'variables', index, 'name'] });
    }
  }
  for (const [index, { responseMapping }] of definition.apiCalls.entries()) {
    const base = ['apiCalls', index, 'responseMapping'];
    if (responseMapping.saveAs) named.push({ name: responseMapping.saveAs, path: [...base, 'saveAs'] });
    for (const [field, { saveAs }] of responseMapping.extractFields.entries()) {
      named.push({ name: saveAs, path: [...base, 'extractFields', field, 'saveAs'] });
    }
  }
  const seen = new Set<string>();
  return named.filter(({ name }) => {
    const key = name.toLowerCase();
    const taken = seen.has(key);
    seen.add(key);
    return taken;
  });
}
