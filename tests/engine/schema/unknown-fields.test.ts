import { expect, it } from 'vitest';
import { z } from 'zod';
import { listUnknownFields } from '~/engine/schema/unknown-fields';

const Call = z.object({
  url: z.string().default(''),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  auth: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('none') }),
      z.object({ type: z.literal('bearer'), token: z.string() }),
    ])
    .optional(),
  mapping: z.object({ saveAs: z.string().optional() }).transform((mapping) => mapping.saveAs),
  remember: z.array(z.object({ name: z.string() })).optional(),
});

const Sent = z
  .object({ name: z.string(), calls: z.array(Call).max(2).default([]), any: z.looseObject({}) })
  .partial();

const Answered = z.object({
  id: z.string(),
  calls: z.array(z.object({ url: z.string(), madeAt: z.string() })),
});

function find(sent: unknown, answered: z.ZodType[] = []): Record<string, string> {
  const found = Array.from(listUnknownFields(sent, Sent, answered));
  return Object.fromEntries(found.map(({ path, message }) => [path.join('.'), message]));
}

it('names each field that there is not by its path, and what there is', () => {
  expect(find({ colour: 1, calls: [{}, { auth: { type: 'none', weight: 1 } }] })).toEqual({
    colour: 'There is no such field; the fields here are name, calls, any',
    'calls.1.auth.weight': 'There is no such field; the fields here are type',
  });
});

it.each([
  [{ calls: [{ remembr: [] }] }, 'calls.0.remembr', 'There is no such field; the nearest is remember'],
  [
    { calls: [{ mapping: { save_as: 'a' } }] },
    'calls.0.mapping.save_as',
    'There is no such field; the nearest is saveAs',
  ],
  [
    { calls: [{ mapping: { remember: [] } }] },
    'calls.0.mapping.remember',
    'There is no such field here, but at calls.0.remember; the fields here are saveAs',
  ],
  [
    { remember: [] },
    'remember',
    'There is no such field here, but at calls.0.remember; the fields here are name, calls, any',
  ],
])('tells what was meant by %j', (sent, path, message) => {
  expect(find(sent)).toEqual({ [path]: message });
});

it('goes by the option that a union has for what was sent', () => {
  const token = 'calls.0.auth.token';
  expect(Object.keys(find({ calls: [{ auth: { type: 'none', token: 'a' } }] }))).toEqual([token]);
  expect(find({ calls: [{ auth: { type: 'bearer', token: 'a' } }, { auth: { token: 'a' } }] })).toEqual({});
});

it('leaves to the schema what is none of its options, or no object at all', () => {
  expect(find({ calls: [{ auth: { type: 'magic', wand: 1 } }, 7, null], name: { first: 'a' } })).toEqual({});
  expect(find('text')).toEqual({});
});

it('takes any names where a schema does', () => {
  expect(find({ any: { a: { b: 1 } }, calls: [{ headers: { X: '1' }, body: { a: [{ b: 1 }] } }] })).toEqual(
    {},
  );
});

it('takes what was answered at the same place, and nowhere else', () => {
  const call = { url: '', madeAt: '' };
  expect(find({ id: '1', calls: [call] }, [Answered])).toEqual({});
  expect(Object.keys(find({ id: '1', madeAt: '', calls: [{ id: '1' }] }, [Answered]))).toEqual([
    'madeAt',
    'calls.0.id',
  ]);
  expect(Object.keys(find({ id: '1' }))).toEqual(['id']);
});

it.each([
  [20, 20],
  [21, 1],
])('of %i calls, where 2 may be, it names %i places', (length, places) => {
  const found = find({ calls: Array.from({ length }, () => ({ colour: 1 })) });
  expect(Object.keys(found)).toHaveLength(places);
  expect(found.calls).toBe(places === 1 ? 'Send 2 entries or less' : undefined);
});

it('reads no more fields than it names', () => {
  let read = 0;
  const sent = {};
  for (let at = 0; at < 1_000; at += 1) {
    Object.defineProperty(sent, `unknown${at}`, { enumerable: true, get: () => (read += 1) });
  }
  expect(listUnknownFields(sent, Sent).next().value).toMatchObject({ path: ['unknown0'] });
  expect(read).toBe(1);
});
