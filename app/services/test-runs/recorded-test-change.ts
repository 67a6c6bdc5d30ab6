// The input that creates or changes a recorded test.
import { z } from 'zod';
import { Condition, listConditionProblems } from '~/engine/definition/conditional-step';
import { maxPathLength } from '~/engine/paths/path';
import { pathProblem } from '~/engine/paths/path-problem';
import { findIgnoreProblem } from '~/engine/recordings/ignored-places';
import { RecordedTestName } from '~/fields';

const IgnoredPath = z
  .string()
  .trim()
  .max(maxPathLength, `A path must be ${maxPathLength} characters or less`)
  .superRefine((path, context) => {
    const message = pathProblem(path) ?? findIgnoreProblem(path);
    if (message) context.addIssue({ code: 'custom', message: `${path}: ${message}` });
  });

const EndCondition = Condition.superRefine((condition, context) => {
  for (const { field, message } of listConditionProblems(condition)) {
    context.addIssue({ code: 'custom', path: [field], message });
  }
});

/** Fields that are left out stay as they are. */
export const RecordedTestChange = z.object({
  name: RecordedTestName.optional(),
  ignored: z.array(IgnoredPath).max(20, 'A test may ignore at most 20 paths').optional(),
  conditions: z.array(EndCondition).max(20, 'A test may have at most 20 conditions').optional(),
});

export const RecordedTestDetails = z.object({ executionId: z.string().max(100), name: RecordedTestName });
