import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { documents, listAnchors, listLinks, readDocument } from './documents';

test.each(documents)('every link of %s leads somewhere', (name) => {
  const broken = listLinks(name).filter((target) => {
    if (target.startsWith('https://')) return false;
    const [path = '', anchor] = target.split('#');
    const file = path ? normalize(join(dirname(name), decodeURI(path))) : name;
    if (!existsSync(file)) return true;
    return anchor !== undefined && !listAnchors(file).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test('the index leads to every page of the documentation', () => {
  const linked = new Set(listLinks('docs/README.md').map((target) => join('docs', target)));
  const pages = documents.filter((name) => /^docs\/[^/]+\.md$/.test(name) && name !== 'docs/README.md');
  expect(pages.filter((name) => !linked.has(name))).toEqual([]);
});

test('every page has one title', () => {
  for (const name of documents) {
    const prose = readDocument(name).replace(/^```.*?^```$/gms, '');
    expect(prose.match(/^# /gm), name).toHaveLength(1);
  }
});
