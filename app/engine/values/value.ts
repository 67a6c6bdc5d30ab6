// Texts, JSON and secrets that an organization keeps once, for the placeholders of all its integrations.
import '../schema/zod-settings';
import { z } from 'zod';
import { AllowedHost, maxAllowedHosts } from '../definition/allowed-host';
import { parseJson } from '../json/json';
import { isNestedDeeperThan } from '../json/nesting';
import { describeChoice } from '../schema/choice';
import { limits } from '../schema/limits';
import { listValueTexts } from './secret-texts';

export const valueLimits = {
  ofOrganization: 500,
  name: 100,
  bytes: 16 * 1024,
  shortestSecret: 4,
  /** How many parts a secret in JSON may have: all that is logged is searched for each part. */
  secretParts: 200,
  secretDepth: 10,
};

export const valueFormats = ['text', 'json'] as const;
export type ValueFormat = (typeof valueFormats)[number];

/** A value as runs receive it. */
export interface OrganizationValue {
  name: string;
  /** The text, or the parsed JSON. */
  value: unknown;
  isSecret: boolean;
  /** The hosts that a secret may be sent to, as `AllowedHost` normalizes them. */
  allowedHosts: string[];
}

const ValueName = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, { error: 'Name is required', abort: true })
  .max(valueLimits.name, `Names must be ${valueLimits.name} characters or less`)
  .regex(/^[A-Za-z_]\w*$/, {
    error: 'A name begins with a letter or underscore and has only letters, digits and underscores',
  });

/** A value as a user enters it, in the clear. */
export const ValueInput = z
  .object({
    name: ValueName,
    format: z.enum(valueFormats, { error: describeChoice('The format', valueFormats) }).default('text'),
    value: z.string({ error: 'The value is a text' }).default(''),
    isSecret: z.boolean().default(false),
    allowedHosts: z
      .array(AllowedHost)
      .max(maxAllowedHosts, `A secret may list at most ${maxAllowedHosts} hosts`)
      .default([]),
  })
  .check((context) => {
    const { value, allowedHosts } = context.value;
    const problem = findValueProblem(context.value);
    if (problem) context.issues.push({ code: 'custom', path: ['value'], message: problem, input: value });
    if (!context.value.isSecret || allowedHosts.length > 0) return;
    const message = 'List the hosts that may get this secret';
    context.issues.push({ code: 'custom', path: ['allowedHosts'], message, input: allowedHosts });
  });
export type ValueInput = z.infer<typeof ValueInput>;

function findValueProblem({
  format,
  value,
  isSecret,
}: {
  format: ValueFormat;
  value: string;
  isSecret: boolean;
}): string | undefined {
  if (new TextEncoder().encode(value).length > valueLimits.bytes) return 'Values must be 16 KiB or less';
  if (format === 'json' && !isJson(value)) return 'This is not JSON';
  if (isSecret && format === 'json' && hasManyParts(value)) {
    return `A secret in JSON has at most ${valueLimits.secretParts} parts, ${valueLimits.secretDepth} deep: the log is searched for each`;
  }
  const isShort = value.trim().length < valueLimits.shortestSecret;
  return isSecret && isShort
    ? 'A secret has at least 4 characters: shorter ones cannot be masked'
    : undefined;
}

function hasManyParts(json: string): boolean {
  const { secretParts, secretDepth } = valueLimits;
  return isNestedDeeperThan(json, secretDepth) || listValueTexts(parseJson(json)).length > secretParts;
}

function isJson(text: string): boolean {
  if (isNestedDeeperThan(text, limits.payloadDepth)) return false;
  try {
    parseJson(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
