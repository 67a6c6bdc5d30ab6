import type { z } from 'zod';

/** How many fields are named: nobody corrects more at once, and an answer must not outgrow its request. */
const maxFields = 1_000;

/**
 * Lists a schema's messages by field, as `apiCalls.0.url`, each once; '' stands for the value as a whole. Of more than a
 * thousand wrong fields the first are listed.
 */
export function listFields(issues: z.core.$ZodIssue[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  let count = 0;
  for (const issue of issues) {
    // For a record's bad key, only the inner issue says what is wrong with it.
    const { message } = (issue.code === 'invalid_key' ? issue.issues[0] : undefined) ?? issue;
    // A header without a name has no path of its own among the others.
    const path = issue.path.filter((part) => part !== '').join('.');
    if (fields[path] === undefined && (count += 1) > maxFields) break;
    const messages = (fields[path] ??= []);
    if (!messages.includes(message)) messages.push(message);
  }
  return fields;
}
