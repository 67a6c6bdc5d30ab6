import { expect, it } from 'vitest';
import { readImport } from '~/engine/import/read-import';
import { createSearch } from '~/engine/import/search';

const paths = {
  '/pets/{petId}': {
    get: { summary: 'Find one', tags: ['Animals'] },
    delete: { summary: 'Remove one', tags: ['Animals'] },
  },
  '/blog/posts': {
    get: { summary: 'List posts', tags: ['Texts'] },
    post: { summary: 'Write', tags: ['Texts'] },
  },
};
const { calls } = readImport(
  JSON.stringify({ openapi: '3.0.0', servers: [{ url: 'https://a.test' }], paths }),
);

it.each([
  ['', ['Find one', 'Remove one', 'List posts', 'Write']],
  ['  ', ['Find one', 'Remove one', 'List posts', 'Write']],
  ['animals', ['Find one', 'Remove one']],
  ['/pets/', ['Find one', 'Remove one']],
  ['REMOVE', ['Remove one']],
  ['one pets delete', ['Remove one']],
  ['POST', ['Write']],
  ['post', ['List posts', 'Write']],
  ['GET texts', ['List posts']],
  ['(', []],
])('a search for “%s”', (text, found) => {
  expect(calls.filter(createSearch(text)).map(({ label }) => label)).toEqual(found);
});
