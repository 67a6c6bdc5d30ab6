// The account of OWASP ASVS 5.0 is complete, and every test that it names is there.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { can, type Permission, type Rights } from '~/auth/role-permissions';
import { listLinks, listRows, readDocument } from './documents';

/** How many requirements of levels 1 and 2 each section has; they are numbered from 1. */
const sections: Record<string, number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};

const requirements = Object.entries(sections).flatMap(([chapter, counts]) =>
  counts.flatMap((count, section) =>
    Array.from({ length: count }, (_, index) => `V${chapter}.${section + 1}.${index + 1}`),
  ),
);

/** What is said of one or more requirements. */
interface Account {
  ids: string[];
  status: string;
  text: string;
  tests: [file: string, title: string][];
}

const [, wrapped = ''] = readDocument('docs/security.md').split('\n## OWASP ASVS 5.0, level 2\n');

/** Each item of its lists on one line. */
const pass = wrapped.replaceAll('\n  ', ' ');

const accounts = [...pass.matchAll(/^- \*\*(V[^*]+\*?)\*\* \([^)]+\) ([a-z ]+)([:.].*)$/gm)].map(
  ([, ids = '', status = '', text = '']): Account => ({
    ids: ids.split(', ').flatMap((id) => {
      if (!id.endsWith('*')) return [id];
      return requirements.filter((requirement) => requirement.startsWith(id.slice(0, -1)));
    }),
    status,
    text,
    tests: [...text.matchAll(/`([\w/.$-]+\.(?:test\.tsx?|spec\.ts))` "([^"]+)"/g)].map(
      ([, file = '', title = '']) => [`tests/${file}`, title],
    ),
  }),
);

test('every requirement of levels 1 and 2 is accounted for, once', () => {
  expect(requirements).toHaveLength(253);
  expect(accounts.flatMap(({ ids }) => ids).toSorted()).toEqual(requirements.toSorted());
  expect(pass.match(/^- /gm)).toHaveLength(accounts.length);
});

test('each is met, documented, not applicable, left to the operator or not met', () => {
  const known = new Set(['met', 'documented', 'not applicable', 'left to the operator', 'not met']);
  expect(accounts.filter(({ status }) => !known.has(status))).toEqual([]);
});

test.each(accounts.filter(({ status }) => status === 'met'))('what shows $ids is there', ({ tests }) => {
  expect(tests).not.toEqual([]);
  for (const [file, title] of tests) {
    expect(existsSync(file), file).toBe(true);
    const quoted = new RegExp(`['"\`]${title.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}['"\`]`);
    // In the file, a quote of its own kind is escaped.
    expect(readFileSync(file, 'utf8').replaceAll(String.raw`\'`, "'"), title).toMatch(quoted);
  }
});

test('what is not met says why, and what is documented says where', () => {
  for (const { ids, status, text } of accounts) {
    if (status === 'not met') expect(text.length, ids.join()).toBeGreaterThan(60);
    if (status === 'documented') expect(text, ids.join()).toMatch(/\]\([^)]+\)/);
  }
  expect(listLinks('docs/security.md').length).toBeGreaterThan(15);
});

test.each(listRows('docs/security.md', 'roles'))(
  '%s: owner %s, admin %s, who edits %s, who runs %s, who only looks %s',
  (permission, ...allowed) => {
    const people: Rights[] = [
      { role: 'OWNER', access: 'edit' },
      { role: 'ADMIN', access: 'edit' },
      ...(['edit', 'run', 'read'] as const).map((access) => ({ role: 'MEMBER' as const, access })),
    ];
    expect(people.map((rights) => (can(rights, permission as Permission) ? 'yes' : 'no'))).toEqual(allowed);
  },
);
