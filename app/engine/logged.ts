// What the log keeps of a run: the request and response of each call and the variables taken out of it, with secrets masked;
// and when a schedule started it.
import { z } from 'zod';
import { Milliseconds, Time } from './schema/response-fields';

const Headers = z.array(z.tuple([z.string(), z.string()]));

/** A variable of the trigger that the payload lacks. */
export const Lacked = z.object({ variableName: z.string(), jsonPath: z.string() });
export type Lacked = z.infer<typeof Lacked>;

export const LoggedRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: Headers,
  /** Such as `Shop API (Bearer token)`. */
  connection: z
    .string()
    .optional()
    .describe('The connection whose credentials were sent. Absent when the call used none.'),
  waited: z.string().optional().describe('How long the call waited because of the pace of its connection.'),
  body: z.string(),
  /** The log holds only the first part of the body. */
  truncated: z.boolean(),
  files: z
    .array(
      z.object({
        field: z.string().optional().describe('Of a form.'),
        name: z.string(),
        type: z.string(),
        size: z.number().int().describe('In bytes.'),
        sha256: z.string().describe('Of its bytes, in hex.'),
      }),
    )
    .optional()
    .describe('The files that were sent unchanged. The body describes them in words.'),
  lacked: z
    .array(Lacked)
    .optional()
    .describe('The webhook variables that were sent without a value, because the payload lacks them.'),
});
export type LoggedRequest = z.infer<typeof LoggedRequest>;

export const LoggedResponse = z.object({
  status: z.number().int(),
  statusText: z.string(),
  headers: Headers,
  body: z.string().describe('Text; base64 when `binary`.'),
  bodyBytes: z.number().int(),
  binary: z.boolean(),
  truncated: z.boolean(),
});
export type LoggedResponse = z.infer<typeof LoggedResponse>;

/** One variable taken (or not) out of a payload. */
export const Extraction = z.object({
  variableName: z.string(),
  jsonPath: z.string(),
  type: z.string().describe('The JSON type of the value; `missing` when there is none.'),
  success: z.boolean(),
  value: z.unknown().optional(),
  message: z.string().optional(),
  emptyList: z
    .literal(true)
    .optional()
    .describe('Set when nothing was found because the path asks for items of a list that is empty.'),
});
export type Extraction = z.infer<typeof Extraction>;

/** The log's record of an execution that a schedule started. */
export const ScheduledExecution = z.object({
  scheduledAt: Time,
  actualExecutionTime: Time,
  cronExpression: z.string(),
  timezone: z.string(),
  /** From `scheduledAt` to `actualExecutionTime`. */
  executionDelay: Milliseconds,
  nextScheduledRun: Time.nullable(),
});
export type ScheduledExecution = z.infer<typeof ScheduledExecution>;
