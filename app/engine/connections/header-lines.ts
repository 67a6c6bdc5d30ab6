// Headers as a text in a connection's config: a line of `Name: value` for each.
import '../schema/zod-settings';
import { z } from 'zod';
import { HeaderName } from '../definition/headers';
import { findHeaderProblem } from '../http/header-rules';
import { maxSecret, sent } from './config-parts';

const maxHeaders = 10;

/** Lists the headers' names and what stands behind the colon. A line without a colon has an empty value. */
export function listHeaders(text: string): [name: string, value: string][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', value = ''] = line.split(/:(.*)/s);
      return [name.trim(), value.trim()];
    });
}

/** Writes headers as `listHeaders` reads them. */
export function writeHeaderLines(headers: [name: string, value: string][]): string {
  return headers.map((header) => header.join(': ')).join('\n');
}

/** Explains why a text is no list of headers; undefined when it is. `findValueProblem` checks one value further. */
export function findHeaderLinesProblem(
  text: string,
  {
    example,
    findValueProblem,
  }: { example: string; findValueProblem?: (value: string) => string | undefined },
): string | undefined {
  const headers = listHeaders(text);
  if (headers.length > maxHeaders) return `At most ${maxHeaders} headers may be added`;
  for (const [name, value] of headers) {
    if (!value) return `Write a line like ${example} for each header`;
    const problem =
      HeaderName.safeParse(name).error?.issues[0]?.message ??
      findHeaderProblem(name) ??
      sent('Headers').safeParse(value).error?.issues[0]?.message ??
      findValueProblem?.(value);
    if (problem) return problem;
  }
  const names = headers.map(([name]) => name.toLowerCase());
  return new Set(names).size === names.length ? undefined : 'Header name already exists';
}

/** The schema of further headers, in which nothing is filled in. */
export const extraHeaders = z
  .string()
  .max(maxSecret, `Other headers must be ${maxSecret} characters or less`)
  .transform((text) => text.replace(/\r\n?/g, '\n').trim())
  .superRefine((text, context) => {
    const message = findHeaderLinesProblem(text, { example: 'X-Application-Key: abc' });
    if (message) context.addIssue({ code: 'custom', message });
  })
  .optional();
