// The repetition of a call: for each page of a list, or until its response meets conditions.
import { formatCount } from '../texts/format-count';
import { z } from 'zod';
import { findPath } from '../paths/path';
import { describeChoice } from '../schema/choice';
import { Condition } from './conditional-step';
import { listResponseConditionProblems, normalizeResponseConditions } from './response-condition';
import { HeaderName } from './headers';
import { JsonPath } from './response-mapping';
import { VariableName } from '../schema/variable-name';

const kinds = ['pages', 'until'] as const;
const ways = ['link', 'url', 'cursor', 'header', 'page', 'offset'] as const;
const places = ['query', 'body'] as const;
const givingUps = ['error', 'continue'] as const;

const repeatBounds = {
  maxPages: { min: 1, max: 500, default: 50 },
  maxItems: { min: 1, max: 10_000, default: 10_000 },
  everyMs: { min: 0, max: 60_000, default: 0 },
  everySeconds: { min: 1, max: 3_600, default: 10 },
  maxTries: { min: 1, max: 500, default: 60 },
} as const;

function bounded({ min, max }: { min: number; max: number }) {
  const message = `Write a whole number from ${formatCount(min)} to ${formatCount(max)}`;
  return z.number({ error: message }).int(message).min(min, message).max(max, message);
}

const Parameter = z
  .string({ error: 'The name of the parameter is required' })
  .trim()
  .min(1, 'The name of the parameter is required')
  .max(200, 'The name of the parameter must be 200 characters or less');

/** The place of the number. The default, the query, is not stored, so that older definitions stay the same. */
const numberPlace = {
  in: z.enum(places, { error: describeChoice('The place of the number', places) }).optional(),
  bodyPath: JsonPath.optional(),
};

const PageSize = bounded({ min: 1, max: 10_000 });

/** The place where a cursor is sent. */
const cursorPlace = {
  in: z.enum(places, { error: describeChoice('The place of the cursor', places) }).default('query'),
  param: Parameter.optional(),
  bodyPath: JsonPath.optional(),
};

/** How the next page is found. */
export const NextPage = z.discriminatedUnion(
  'by',
  [
    /** By the URL with `rel=next` in the header Link (RFC 8288). */
    z.object({ by: z.literal('link') }),
    /** By a URL in the response. */
    z.object({ by: z.literal('url'), path: JsonPath }),
    /** By a value in the response, which the next request sends in its query, or in its JSON body. */
    z.object({
      by: z.literal('cursor'),
      path: JsonPath,
      ...cursorPlace,
    }),
    /** By a header of the response, whose value the next request sends likewise, as a cursor or a page number. */
    z.object({ by: z.literal('header'), header: HeaderName, ...cursorPlace }),
    /** By the page number, until a page is empty or shorter than `pageSize`; sent in the query or the JSON body. */
    z.object({
      by: z.literal('page'),
      param: Parameter.default('page'),
      ...numberPlace,
      start: bounded({ min: 0, max: 1_000_000 }).default(1),
      pageSize: PageSize.optional(),
    }),
    /** By the number of items before it. */
    z.object({
      by: z.literal('offset'),
      param: Parameter.default('offset'),
      ...numberPlace,
      pageSize: PageSize,
    }),
  ],
  { error: describeChoice('How the next page is found', ways) },
);
export type NextPage = z.infer<typeof NextPage>;

const PagesRepeat = z.object({
  kind: z.literal('pages'),
  next: NextPage,
  /** The path to the list in each page. */
  items: JsonPath,
  /** The path to the value that tells whether there are more pages: `false` ends the list. */
  moreAt: JsonPath.optional(),
  /** The variable that holds the items of all pages. */
  saveAs: VariableName,
  maxPages: bounded(repeatBounds.maxPages).default(repeatBounds.maxPages.default),
  maxItems: bounded(repeatBounds.maxItems).default(repeatBounds.maxItems.default),
  everyMs: bounded(repeatBounds.everyMs).default(repeatBounds.everyMs.default),
});
export type PagesRepeat = z.infer<typeof PagesRepeat>;

const UntilRepeat = z.object({
  kind: z.literal('until'),
  /** The conditions on `response.…`, which must all hold. */
  conditions: z
    .array(Condition)
    .min(1, 'Enter the conditions to wait for')
    .max(20, 'A call may wait for at most 20 conditions'),
  everySeconds: bounded(repeatBounds.everySeconds).default(repeatBounds.everySeconds.default),
  maxTries: bounded(repeatBounds.maxTries).default(repeatBounds.maxTries.default),
  onGiveUp: z
    .enum(givingUps, { error: describeChoice('What happens in the end', givingUps) })
    .default('error'),
});
export type UntilRepeat = z.infer<typeof UntilRepeat>;

export const Repeat = z
  .discriminatedUnion('kind', [PagesRepeat, UntilRepeat], {
    error: describeChoice('How the call is repeated', kinds),
  })
  .superRefine((repeat, context) => {
    const add = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    if (repeat.kind === 'until') {
      for (const { path, message } of listResponseConditionProblems(repeat.conditions)) {
        add(['conditions', ...path], message);
      }
      return;
    }
    const { next } = repeat;
    if (next.by === 'link' || next.by === 'url') return;
    if (next.in !== 'body' && !next.param) add(['next', 'param'], 'The name of the parameter is required');
    if (next.in === 'body' && !readBodyPath(next)) {
      add(['next', 'bodyPath'], 'Write the place in the JSON body as a path of names, like .page.cursor');
    }
  })
  .transform((repeat) =>
    repeat.kind === 'until'
      ? { ...repeat, conditions: normalizeResponseConditions(repeat.conditions) }
      : repeat,
  );
export type Repeat = z.infer<typeof Repeat>;

/** Returns the path to the cursor or number in a request's body as names; undefined when it has other parts. */
export function readBodyPath({
  bodyPath,
  param,
}: Pick<Extract<NextPage, { by: 'cursor' | 'header' | 'page' | 'offset' }>, 'bodyPath' | 'param'>):
  | string[]
  | undefined {
  if (bodyPath === undefined) return param === undefined ? undefined : [param];
  const path = findPath(bodyPath);
  if (path?.kind !== 'one' || path.segments.length === 0) return undefined;
  const names = path.segments.filter((segment) => typeof segment === 'string');
  return names.length === path.segments.length ? names : undefined;
}
