// The messages for values of the wrong kind where a schema has none of its own: they say what to send, in the words of JSON.
// Only the server needs them, for what programs send; forms have their own words for each field.
import { formatCount } from '../texts/format-count';
import { z } from 'zod';
import './zod-settings';

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/** Describes an issue; undefined where the library's own words stay. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const isMissing = issue.input === undefined;
  switch (issue.code) {
    case 'invalid_type':
      return say(isMissing, kinds[issue.expected] ?? issue.expected);
    case 'invalid_value':
      return say(isMissing, listChoices(issue.values));
    case 'invalid_union':
      return describeUnion(issue);
    case 'too_small':
      return describeBound(issue.origin, issue.minimum, 'more');
    case 'too_big':
      return describeBound(issue.origin, issue.maximum, 'less');
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.join(', ')} here`;
    default:
      return undefined;
  }
}

/** A union of objects is chosen by one of its fields, its discriminator. */
function describeUnion({ options, discriminator, input }: z.core.$ZodRawIssue): string | undefined {
  if (!Array.isArray(options) || options.length === 0) return undefined;
  const isMissing = (input as Record<string, unknown> | undefined)?.[String(discriminator)] === undefined;
  return say(isMissing, listChoices(options));
}

/** The units that values of a kind are counted in; a number has none. */
const units: Record<string, string> = {
  number: '',
  int: '',
  string: ' characters',
  array: ' entries',
  record: ' fields',
};

function describeBound(origin: string, bound: number | bigint, beyond: string): string | undefined {
  const unit = units[origin];
  return unit === undefined ? undefined : `Send ${formatCount(bound)}${unit} or ${beyond}`;
}

function say(isMissing: boolean, what: string): string {
  return isMissing ? `This is required: send ${what}` : `Send ${what}`;
}

function listChoices(values: readonly unknown[]): string {
  const texts = values.map((value) => JSON.stringify(value));
  return texts.length === 1 ? String(texts[0]) : `one of ${texts.join(', ')}`;
}

z.config({ customError: describeIssue });
