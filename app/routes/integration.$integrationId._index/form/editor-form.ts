// The editor's form. Its fields are named like the definition's, except that headers are rows and the time-out is in
// seconds. Here they are only read as what was typed; what may be typed, the services decide.
import { z } from 'zod';
import { ConditionalForm, HandlingForm, LoopForm, RepeatForm } from './step-schema';
import { WaitForm } from './waits/wait-form';

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

const ExtractRow = z.object({ jsonPath: text, saveAs: text });
export type ExtractRow = z.infer<typeof ExtractRow>;

const CallForm = z.object({
  /** Of a call that was not saved yet one that only the form knows, as `nameNewCall` makes it, or empty. */
  id: text,
  name: text,
  method: text,
  url: text,
  /** As they are typed: with commas or spaces between them. */
  allowedHosts: text,
  headers: z.array(HeaderRow).default([]),
  authConfig: z.object({ type: text, token: text, username: text, password: text, connectionId: text }),
  /** Asked where the method seldom has one; elsewhere it says nothing. */
  sendsBody: z.boolean().default(false),
  body: text,
  /** As the definition has it; empty for text. */
  bodyType: text,
  responseMapping: z.object({
    saveAs: text,
    saveFileAs: text,
    extractFields: z.array(ExtractRow).default([]),
    computed: text,
    /** What the runs to come know of it, as `call-fields.ts` writes it. */
    remember: text,
  }),
  repeat: RepeatForm.prefault({}),
  wait: WaitForm.prefault({}),
  timeoutSeconds: text,
  followRedirects: z.boolean().default(false),
  /** The loop that begins with it; none or one. */
  loop: z.array(LoopForm).default([]),
  /** What its responses lead to; none or one. */
  handling: z.array(HandlingForm).default([]),
  /** The check behind it; none or one. */
  conditional: z.array(ConditionalForm).default([]),
});
export type CallForm = z.infer<typeof CallForm>;

/** Who sends to a webhook; of the fields of `verify` those count that its scheme has. */
const DoorForm = z.object({
  scheme: text,
  header: text,
  algorithm: text,
  encoding: text,
  prefix: text,
  signed: text,
  timestamp: text,
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
  /** Where a delivery's key stands, how it is called there, and for how many hours it counts; empty for the usual ones. */
  deliveryKey: text,
  keyName: text,
  keyHours: text,
  /** What a key does whose execution failed: empty for nothing, `again` to run it again. */
  failedKey: text,
  /** Conditions, as `condition-lines.ts` writes them. */
  onlyRunIf: text,
  readAs: text,
  respond: text,
  status: text,
  contentType: text,
  /** `Name: value`, one a line. */
  answerHeaders: text,
  body: text,
  /** As calls are called in this form; empty for the end of the run. */
  afterCallId: text,
  waitSeconds: text,
  /** Methods with commas or spaces between them; empty for the usual one. */
  methods: text,
  /** Addresses and ranges with spaces, commas or lines between them. */
  allowFrom: text,
});
export type DoorForm = z.infer<typeof DoorForm>;

export const EditorForm = z.object({
  /** The version that this form began from. */
  version: text,
  triggerConfig: z.object({
    type: text,
    webhook: z.object({
      secret: text,
      headers: z.array(HeaderRow).default([]),
      variables: z.array(VariableRow).default([]),
      door: DoorForm.prefault({}),
    }),
    cron: z.object({ cronExpression: text, timezone: text, missedRuns: text }),
    event: z.object({ integrationId: text, on: text }),
    /** Of the run as a whole: it stands where one says what starts it. */
    maxMinutes: text,
    /** As `computed-lines.ts` writes them; of a call's mapping, too. */
    computed: text,
  }),
  /** The check before the first call; none or one. */
  firstConditional: z.array(ConditionalForm).default([]),
  apiCalls: z.array(CallForm).default([]),
});
export type EditorForm = z.infer<typeof EditorForm>;
