// The editor's form. Its fields are named like those of the definition, except that headers are rows and the timeout is
// in seconds. The schema only reads what was typed; the services decide what is valid.
import { z } from 'zod';
import { ConditionalForm, HandlingForm, LoopForm, RepeatForm } from './step-schema';
import { WaitForm } from './waits/wait-form';
import { renameDoor } from './former-names';

const text = z.string().default('');

const HeaderRow = z.object({ name: text, value: text, secret: z.boolean().default(false) });
export type HeaderRow = z.infer<typeof HeaderRow>;

const VariableRow = z.object({
  name: text,
  jsonPath: text,
  description: text,
  required: z.boolean().default(false),
});
export type VariableRow = z.infer<typeof VariableRow>;

/** A field of a manual trigger's form; its choices are lines. */
const FormFieldRow = z.object({
  name: text,
  label: text,
  description: text,
  type: text,
  required: z.boolean().default(false),
  default: text,
  choices: text,
  accept: text,
});
export type FormFieldRow = z.infer<typeof FormFieldRow>;

const ExtractRow = z.object({ jsonPath: text, saveAs: text });
type ExtractRow = z.infer<typeof ExtractRow>;

const CallForm = z.object({
  /** For a call that was not saved yet, an id that only the form knows (see `nameNewCall`), or empty. */
  id: text,
  name: text,
  note: text,
  method: text,
  url: text,
  /** Host names, with commas or spaces between them. */
  allowedHosts: text,
  headers: z.array(HeaderRow).default([]),
  authConfig: z.object({ type: text, token: text, username: text, password: text, connectionId: text }),
  /** The check box of methods that seldom have a body; other methods ignore it. */
  sendsBody: z.boolean().default(false),
  body: text,
  /** The definition's `bodyType`; empty for text. */
  bodyType: text,
  responseMapping: z.object({
    saveAs: text,
    saveFileAs: text,
    extractFields: z.array(ExtractRow).default([]),
    computed: text,
    /** The values that the call remembers for later runs, as `remember-lines.ts` writes them. */
    remember: text,
  }),
  repeat: RepeatForm.prefault({}),
  wait: WaitForm.prefault({}),
  timeoutSeconds: text,
  followRedirects: z.boolean().default(false),
  /** The loop that begins with this call; none or one. */
  loop: z.array(LoopForm).default([]),
  /** The handling of the call's responses; none or one. */
  handling: z.array(HandlingForm).default([]),
  /** The conditional step after the call; none or one. */
  conditional: z.array(ConditionalForm).default([]),
});
export type CallForm = z.infer<typeof CallForm>;

/** The settings of a webhook. Only those fields of `verify` count that the chosen scheme has. */
const EndpointForm = z.object({
  scheme: text,
  header: text,
  algorithm: text,
  encoding: text,
  prefix: text,
  signed: text,
  /** The header with the time of an `hmac`. */
  timestamp: text,
  /** The field with the time in the head of a detached signature: the `timestamp` of a `jws`. */
  signedTime: text,
  toleranceSeconds: text,
  key: text,
  path: text,
  name: text,
  username: text,
  jwksUrl: text,
  issuer: text,
  bodyClaim: text,
  claim: text,
  claimValue: text,
  handshake: text,
  /** The place and name of a delivery's key, and how many hours it is remembered; empty for the defaults. */
  deliveryKey: text,
  keyName: text,
  keyHours: text,
  /** The effect of a repeated key whose execution failed: empty for none, `again` to run it again. */
  failedKey: text,
  /** Conditions, as `condition-lines.ts` writes them. */
  onlyRunIf: text,
  readAs: text,
  respond: text,
  status: text,
  contentType: text,
  /** Headers as `Name: value`, one per line. */
  answerHeaders: text,
  body: text,
  /** The id of a call in this form; empty for the end of the run. */
  afterCallId: text,
  waitSeconds: text,
  /** The response when the result is late; 202 without a text for the usual one. */
  lateStatus: text,
  lateBody: text,
  /** Methods with commas or spaces between them; empty for the default. */
  methods: text,
  /** Addresses and ranges, with spaces, commas or line breaks between them. */
  allowFrom: text,
});
export type EndpointForm = z.infer<typeof EndpointForm>;

export const EditorForm = z.object({
  /** The version that the form was opened with. */
  version: text,
  triggerConfig: z.object({
    type: text,
    webhook: z.preprocess(
      renameDoor,
      z.object({
        secret: text,
        headers: z.array(HeaderRow).default([]),
        variables: z.array(VariableRow).default([]),
        endpoint: EndpointForm.prefault({}),
      }),
    ),
    manual: z.object({ fields: z.array(FormFieldRow).default([]) }).prefault({}),
    cron: z.object({ cronExpression: text, timezone: text, missedRuns: text }),
    event: z.object({ integrationId: text, on: text }),
    /** A setting of the whole run; the form shows it with the trigger. */
    maxMinutes: text,
    /** Computed variables, as `computed-lines.ts` writes them; also used for a call's mapping. */
    computed: text,
  }),
  /** The conditional step before the first call; none or one. */
  firstConditional: z.array(ConditionalForm).default([]),
  apiCalls: z.array(CallForm).default([]),
});
export type EditorForm = z.infer<typeof EditorForm>;
