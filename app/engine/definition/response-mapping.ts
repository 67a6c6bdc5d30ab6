// Which variables are taken out of a call's response: their names and paths; and what the runs after this one know of it.
import '../schema/zod-settings';
import { z } from 'zod';
import { limits } from '../schema/limits';
import { memoryLimits } from '../schema/memory';
import { ComputedVariables } from '../schema/computed-variable';
import { VariableName } from '../schema/variable-name';
import { longestPath, pathProblem } from '../paths/path-problem';
import { normalizePath } from '../paths/path-spelling';
import { findResponsePart, writeResponsePart } from '../paths/response-part';

const PathText = z
  .string({ error: 'JSON path is required' })
  .trim()
  .min(1, { error: 'JSON path is required', abort: true })
  .max(longestPath, { error: `JSON path must be ${longestPath} characters or less`, abort: true });

export const JsonPath = PathText.superRefine(refusePath).transform(normalizePath);

function refusePath(path: string, context: z.RefinementCtx): void {
  const problem = pathProblem(path);
  if (problem) context.addIssue({ code: 'custom', message: problem });
}

/** A path into the body; or a header, as `header:location`, or the status code, as `status:code`. */
const ResponsePath = PathText.superRefine((path, context) => {
  if (findResponsePart(path) === undefined) refusePath(path, context);
}).transform((path) => {
  const part = findResponsePart(path);
  return part === undefined ? normalizePath(path) : writeResponsePart(part);
});

export const ExtractField = z.object({ jsonPath: ResponsePath, saveAs: VariableName });
export type ExtractField = z.infer<typeof ExtractField>;

export const ResponseMapping = z.object({
  /** The variable that gets the whole response body; empty: none. */
  saveAs: z
    .union([z.literal(''), VariableName], { error: 'Variable name is required' })
    .transform((name) => name || undefined)
    .optional(),
  /** The variable that gets the response as a file, byte for byte; none unless it is there. */
  saveFileAs: z
    .union([z.literal(''), VariableName], { error: 'Variable name is required' })
    .transform((name) => name || undefined)
    .optional(),
  extractFields: z.array(ExtractField).max(limits.variables).default([]),
  /** Made of these, and of all that is known before, when the call has its answer. */
  computed: ComputedVariables,
});
export type ResponseMapping = z.infer<typeof ResponseMapping>;

/** The variables that a response becomes, and those that are made of them. */
export function listMappedNames({
  saveAs,
  saveFileAs,
  extractFields,
  computed = [],
}: ResponseMapping): string[] {
  const whole = [saveAs, saveFileAs].filter((name) => name !== undefined);
  return [...whole, ...[...extractFields, ...computed].map((field) => field.saveAs)];
}

/** One value that a call leaves when it has succeeded. */
export const RememberedValue = z.object({
  name: VariableName,
  /** A variable or a path into one, with filters or without; or a text with placeholders. */
  value: z
    .string({ error: 'Write what is remembered' })
    .trim()
    .min(1, 'Write what is remembered')
    .max(memoryLimits.source, `What is remembered must be ${memoryLimits.source} characters or less`),
});
export type RememberedValue = z.infer<typeof RememberedValue>;

/** As a call keeps them: none is the same as no list of them. */
export const RememberedValues = z
  .array(RememberedValue)
  .max(memoryLimits.perCall, `A call may remember at most ${memoryLimits.perCall} values`)
  .optional()
  .transform((values) => (values && values.length > 0 ? values : undefined));
