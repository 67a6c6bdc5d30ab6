// Which variables are taken out of a call's response: their names and paths.
import '../schema/zod-settings';
import { z } from 'zod';
import { limits } from '../schema/limits';
import { ComputedVariables } from '../schema/computed-variable';
import { VariableName } from '../schema/variable-name';
import { longestPath, pathProblem } from '../paths/path-problem';
import { normalizePath } from '../paths/path-spelling';

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

export const ExtractField = z.object({ jsonPath: JsonPath, saveAs: VariableName });
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
