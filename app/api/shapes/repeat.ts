// How a call is repeated, as callers get it.
import { z } from 'zod';
import { registerResponse } from './registry';

const numberPlace = { in: z.enum(['query', 'body']).optional(), bodyPath: z.string().optional() };

const cursorPlace = {
  in: z.enum(['query', 'body']),
  param: z.string().optional(),
  bodyPath: z.string().optional(),
};

const NextPage = z.discriminatedUnion('by', [
  z.object({ by: z.literal('link') }),
  z.object({ by: z.literal('url'), path: z.string() }),
  z.object({ by: z.literal('cursor'), path: z.string(), ...cursorPlace }),
  z.object({ by: z.literal('header'), header: z.string(), ...cursorPlace }),
  z.object({
    by: z.literal('page'),
    param: z.string(),
    ...numberPlace,
    start: z.number().int(),
    pageSize: z.number().int().optional(),
  }),
  z.object({ by: z.literal('offset'), param: z.string(), ...numberPlace, pageSize: z.number().int() }),
]);

const Condition = z.object({
  field: z.string(),
  operator: z.string(),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
});

export const Repeat = registerResponse(
  'Repeat',
  z.discriminatedUnion('kind', [
    z
      .object({
        kind: z.literal('pages'),
        next: NextPage.describe('How the next page is found.'),
        items: z.string().describe('The path to the list in each page.'),
        moreAt: z.string().optional().describe('The path to a value that is `false` on the last page.'),
        saveAs: z.string().describe('The variable that holds the items of all pages.'),
        maxPages: z.number().int(),
        maxItems: z.number().int(),
        everyMs: z.number().int().describe('Milliseconds from one page to the next.'),
      })
      .describe('The call is sent for each page of a list.'),
    z
      .object({
        kind: z.literal('until'),
        conditions: z.array(Condition).describe('All of them must hold of `response.…`.'),
        everySeconds: z.number().int(),
        maxTries: z.number().int(),
        onGiveUp: z.enum(['error', 'continue']),
      })
      .describe('The call is sent until the conditions hold.'),
  ]),
);
