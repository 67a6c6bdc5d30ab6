// The table of settings is the one place where people read of them, so it may neither lack one nor tell a wrong default.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '~/config';
import { listRows } from './documents';

const needed = {
  APP_URL: 'https://hooks.example.com',
  SESSION_SECRET: 'x'.repeat(32),
  APP_KEY: Buffer.alloc(32).toString('base64'),
};

/** The names that the schema of the settings has. */
const known = [...readFileSync('app/config.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
  ([, name = '']) => name,
);

const rows = listRows('docs/self-hosting.md', 'settings');

test('every setting is in the table, and nothing else is', () => {
  expect(rows.map(([name]) => name).toSorted()).toEqual(known.toSorted());
});

test.each(rows.filter(([, value]) => value !== 'none' && value !== 'empty'))(
  '%s is %s unless it is set',
  (name = '', value) => {
    expect(readConfig({ ...needed, [name]: value })).toEqual(readConfig(needed));
  },
);

test.each(rows.filter(([, value]) => value === 'empty'))('%s may be left empty', (name = '') => {
  expect(readConfig({ ...needed, [name]: '' }).kind).toBe('config');
});

test.each(Object.keys(needed))('%s has no default', (name) => {
  expect(rows.find(([each]) => each === name)?.[1]).toBe('none');
  expect(readConfig({ ...needed, [name]: undefined })).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining(name) as string,
  });
});

test('.env.example names no setting that there is not', () => {
  const names = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !known.includes(name ?? ''))).toEqual([]);
});
