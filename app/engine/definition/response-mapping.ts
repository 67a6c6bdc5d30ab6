// Which variables are taken out of a call's response: their names and paths.
import '../schema/zod-settings';
import { z } from 'zod';
import { limits } from '../schema/limits';
import { longestPath, pathProblem } from '../paths/path-problem';
import { normalizePath } from '../paths/path-spelling';

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
