// The variables that are extracted from a call's response, with their paths; and the values that later runs remember.
import '../schema/zod-settings';
import { z } from 'zod';
import { limits } from '../schema/limits';
import { memoryLimits } from '../schema/memory';
import { ComputedVariables } from '../schema/computed-variable';
import { VariableName } from '../schema/variable-name';
import { maxPathLength } from '../paths/path';
import { longPathText, pathProblem } from '../paths/path-problem';
import { normalizePath } from '../paths/path-spelling';
import { findResponsePart, writeResponsePart } from '../paths/response-part';

const PathText = z
  .string({ error: 'JSON path is required' })
  .trim()
  .min(1, { error: 'JSON path is required', abort: true })
  .max(maxPathLength, { error: longPathText, abort: true });

export const JsonPath = PathText.superRefine(refusePath).transform(normalizePath);

function refusePath(path: string, context: z.RefinementCtx): void {
  const problem = pathProblem(path);
  if (problem) context.addIssue({ code: 'custom', message: problem });
}

/** A path into the body, a header like `header:location`, or the status code as `status:code`. */
const ResponsePath = PathText.superRefine((path, context) => {
  if (findResponsePart(path) === undefined) refusePath(path, context);
}).transform((path) => {
  const part = findResponsePart(path);
  return part === undefined ? normalizePath(path) : writeResponsePart(part);
});

export const ExtractField = z.object({ jsonPath: ResponsePath, saveAs: VariableName });
export type ExtractField = z.infer<typeof ExtractField>;

export const ResponseMapping = z.object({
  /** The variable for the whole response body; none when empty. */
  saveAs: z
    .union([z.literal(''), VariableName], { error: 'Variable name is required' })
    .transform((name) => name || undefined)
    .optional(),
  /** The variable for the response as a file, byte for byte; none by default. */
  saveFileAs: z
    .union([z.literal(''), VariableName], { error: 'Variable name is required' })
    .transform((name) => name || undefined)
    .optional(),
  extractFields: z.array(ExtractField).max(limits.variables).default([]),
  /** The variables computed from these and all earlier ones, once the call has its response. */
  computed: ComputedVariables,
});
export type ResponseMapping = z.infer<typeof ResponseMapping>;

/** Lists the variables that a response sets, including the computed ones. */
export function listMappedNames({
  saveAs,
  saveFileAs,
  extractFields,
  computed = [],
}: ResponseMapping): string[] {
  const whole = [saveAs, saveFileAs].filter((name) => name !== undefined);
  return [...whole, ...[...extractFields, ...computed].map((field) => field.saveAs)];
}

/** A value that a successful call remembers. */
export const RememberedValue = z.object({
  name: VariableName,
  /** A variable or a path into one, with or without filters; or a text with placeholders. */
  value: z
    .string({ error: 'Write what is remembered' })
    .trim()
    .min(1, 'Write what is remembered')
    .max(memoryLimits.source, `What is remembered must be ${memoryLimits.source} characters or less`),
});
export type RememberedValue = z.infer<typeof RememberedValue>;

/** The remembered values of a call; an empty list becomes undefined. */
export const RememberedValues = z
  .array(RememberedValue)
  .max(memoryLimits.perCall, `A call may remember at most ${memoryLimits.perCall} values`)
  .optional()
  .transform((values) => (values && values.length > 0 ? values : undefined));
