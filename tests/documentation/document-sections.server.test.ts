// The search of the documentation: what it finds is there, and people find it by their own words.
import { describe, expect, it } from 'vitest';
import { readSections, searchSections } from '~/documentation/document-sections.server';
import { findDocument, listSections } from '~/documentation/documents.server';

const sections = listSections();

function find(search: string, among = sections) {
  return searchSections(among, search);
}

it('leads to each section by the address that its page has', () => {
  const addresses = [...new Set(sections.map(({ address }) => address.replace(/#.*/, '')))];
  expect(addresses.length).toBeGreaterThan(20);
  const served = addresses.flatMap((address) => {
    const ids = (findDocument(address)?.headings ?? []).map(({ id }) => `${address}#${id}`);
    return [address].concat(ids);
  });
  expect(sections.map(({ address }) => address)).toEqual(served);
});

it('reads text without the signs of Markdown, and code as it is', () => {
  const markdown =
    '# Filters\n\nUse **two** [filters](a.md#b) for `{{a_b | upcase}}`, as _it_ is.\n\n<!-- checked: x -->\n\n' +
    '## Times\n\n| A | B |\n| --- | --- |\n| `a \\| b` | c |\n\n```sh\n## no heading\n```\n\n- end\n\n### Times\n';
  expect(readSections(markdown, '/docs/filters', 'Filters')).toEqual([
    {
      address: '/docs/filters',
      document: 'Filters',
      title: 'Filters',
      text: 'Use two filters for {{a_b | upcase}}, as it is.',
    },
    {
      address: '/docs/filters#times',
      document: 'Filters',
      title: 'Times',
      text: 'A B a | b c ## no heading end',
    },
    { address: '/docs/filters#times-1', document: 'Filters', title: 'Times', text: '' },
  ]);
});

it('finds the sections with most of the words where none has all', () => {
  const { found, hasAll } = find('xyzzy weekdays');
  expect(hasAll).toBe(false);
  expect(found.map(({ address }) => address)).toContain('/docs/filters#times');
});

describe('what people seek stands among the first:', () => {
  it.each([
    ['merge two lists', '/docs/filters#two-lists-by-a-key'],
    ['digest hour', '/docs/recipes#a-digest-of-every-hour'],
    ['approval slack', '/docs/waits#for-an-answer'],
    ['round robin turn', '/docs/recipes#leads-to-people-in-turn'],
    ['sync token calendar', '/docs/recipes#a-calendar-to-a-crm-only-what-changed'],
    ['cursor', '/docs/lists#by-a-cursor'],
    ['Slash Command', '/docs/recipes#a-slack-slash-command'],
    ['windows-1252', '/docs/variables#placeholders'],
    ['dedupe delivery', '/docs/webhooks#the-same-delivery-twice'],
    ['index_by', '/docs/filters#lists'],
  ])('%s', (search, address) => {
    const { found, hasAll } = find(search);
    expect(found.slice(0, 5).map((each) => each.address)).toContain(address);
    expect(hasAll).toBe(true);
  });
});

it('shows the text around a word, cut at spaces', () => {
  const [first] = find('ADDRESS_NOT_ALLOWED').found;
  expect(first?.excerpt).toMatch(/^… \S.*ADDRESS_NOT_ALLOWED.*\S …$/);
  expect(first?.excerpt.length).toBeLessThan(230);
  const [begin] = find('searchable', [
    { address: '/docs/a', document: 'A', title: 'A', text: 'A searchable text.' },
  ]).found;
  expect(begin?.excerpt).toBe('A searchable text.');
});

it('finds nothing for words that nobody wrote, and no more than twenty sections', () => {
  expect(find('xyzzy')).toEqual({ found: [], hasAll: false });
  expect(find('the').found).toHaveLength(20);
});
