// Every page that is read: what it links is there.
import { readdirSync } from 'node:fs';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { describePage } from '~/documentation/document-meta';
import { findDocument, listDocumentGroups } from '~/documentation/documents.server';
import { listAnchors } from '../docs/documents';

const listed = listDocumentGroups().flatMap(({ documents }) => documents);
/** Pages that are served beside them. */
const others = new Set(['/docs']);

/** A page is asked for by every link to it, and read once. */
const pages = new Map<string, ReturnType<typeof parse>>();

function parse(address: string) {
  const found = findDocument(address);
  if (!found) throw new Error(`${address} is not served.`);
  const { body } = new JSDOM(found.html).window.document;
  return { ...found, body, ids: [...body.querySelectorAll('[id]')].map(({ id }) => id) };
}

function read(address: string) {
  const page = pages.get(address) ?? parse(address);
  pages.set(address, page);
  return page;
}

function listIds(address: string): string[] {
  return others.has(address) ? [] : read(address).ids;
}

it('is every document of the folder, and the changelog', () => {
  const names = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'README.md');
  const addresses = [...names.map((name) => `/docs/${name.replace('.md', '')}`), '/changelog'];
  expect(listed.map(({ address }) => address).toSorted()).toEqual(addresses.toSorted());
});

it.each(['/docs', '/docs/README', '/docs/nothing', '/docs/../README', '/docs/security.md'])(
  'is none at %s',
  (address) => {
    expect(findDocument(address)).toBeUndefined();
  },
);

describe.each(listed)('$address', ({ address, title, text }) => {
  it('leads to what is served, and to sections that are there', () => {
    const broken = [...read(address).body.querySelectorAll('a')].flatMap((link) => {
      const target = link.getAttribute('href') ?? '';
      // Those that create an example have a test of their own.
      if (target.startsWith('https://') || target.startsWith('/integration/import?')) return [];
      const [path = '', anchor] = target.split('#');
      const page = path === '' ? address : path;
      if (!others.has(page) && !findDocument(page)) return [target];
      return anchor === undefined || listIds(page).includes(anchor) ? [] : [target];
    });
    expect(broken).toEqual([]);
  });

  it('names its sections as GitHub does, each once', () => {
    const { body, headings } = read(address);
    const ids = headings.map(({ id }) => id);
    expect(listIds(address)).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    const file = address === '/changelog' ? 'CHANGELOG.md' : `${address.slice(1)}.md`;
    expect(ids).toEqual(expect.arrayContaining(listAnchors(file).slice(1)));
    const drawn = [...body.querySelectorAll('h2, h3, h4, h5, h6')].map(({ textContent }) => textContent);
    expect(drawn).toEqual(headings.map((heading) => heading.text));
  });

  it('has a title above it, and no heading that skips a level', () => {
    const { title: heading, headings, body } = read(address);
    expect(heading).not.toBe('');
    expect(body.querySelector('h1')).toBeNull();
    const depths = [1, ...headings.map(({ depth }) => depth)];
    expect(depths.filter((depth, at) => depth > (depths[at - 1] ?? 1) + 1)).toEqual([]);
  });

  it('shows nothing of what is for tests, and sets no style that the policy refuses', () => {
    const { html, body } = read(address);
    expect(html).not.toContain('<!--');
    expect(body.querySelector('[style], [align], script, style, img')).toBeNull();
  });

  it('is described in a line that search engines show whole', () => {
    const description = describePage(title, text).find(
      (each) => 'name' in each && each.name === 'description',
    );
    const content = description && 'content' in description ? String(description.content) : '';
    expect(content.length).toBeGreaterThan(50);
    expect(content.length).toBeLessThan(160);
  });
});

it('draws a link to what is not served as its text', () => {
  const { body } = read('/docs/operations');
  expect(body.textContent).toContain('ops/prometheus-rules.yml');
  expect([...body.querySelectorAll('a')].filter((link) => link.href.includes('prometheus-rules'))).toEqual(
    [],
  );
});
