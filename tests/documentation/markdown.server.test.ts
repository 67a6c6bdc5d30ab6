import { expect, it } from 'vitest';
import { renderMarkdown } from '~/documentation/markdown.server';

const readWith = (markdown: string) =>
  renderMarkdown(
    markdown,
    (target) => (target === 'nowhere.md' ? undefined : target),
    (digest) => `/create?of=${digest.replaceAll(/[^]/g, '#')}&more`,
  );
const render = (markdown: string) => readWith(markdown).html.trim();

it('takes the title out of the text, and names the headings below it', () => {
  expect(readWith('# Lists & more\n\n## For `each`\n\nText.\n\n### Not _met_?\n')).toEqual({
    title: 'Lists & more',
    html: '<h2 id="for-each">For <code>each</code></h2>\n<p>Text.</p>\n<h3 id="not-met">Not <em>met</em>?</h3>\n',
    headings: [
      { depth: 2, id: 'for-each', text: 'For each' },
      { depth: 3, id: 'not-met', text: 'Not met?' },
    ],
    examples: [],
  });
});

it('gives a heading that is there twice a number', () => {
  const markdown = '## 1.0\n\n### Added\n\n## 0.1\n\n### Added\n\n### Added\n';
  const ids = readWith(markdown).headings.map(({ id }) => id);
  expect(ids).toEqual(['10', 'added', '01', 'added-1', 'added-2']);
});

it('keeps what was changed in a name as it is written', () => {
  const [heading] = readWith('## Changing APP_KEY').headings;
  expect(heading).toEqual({ depth: 2, id: 'changing-app_key', text: 'Changing APP_KEY' });
});

it.each([
  ['[a link](a.md#b)', '<p><a href="a.md#b">a link</a></p>'],
  ['[a `file`](nowhere.md)', '<p>a <code>file</code></p>'],
  [
    '[one](https://example.com/?a=1&b="2")',
    '<p><a href="https://example.com/?a=1&amp;b=&quot;2&quot;">one</a></p>',
  ],
  ['![A picture](images/home.png)', '<p>A picture</p>'],
])('a link in %s', (markdown, html) => {
  expect(render(markdown)).toBe(html);
});

it.each([
  ['<!-- checked: codes -->\n\nText', '<p>Text</p>'],
  ['Text <b onclick="x()">b</b>', '<p>Text &lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt;</p>'],
  ['<script>x()</script>', '&lt;script&gt;x()&lt;/script&gt;'],
  ['`<id>` & "b"', '<p><code>&lt;id&gt;</code> &amp; &quot;b&quot;</p>'],
])('%s is no HTML', (markdown, html) => {
  expect(render(markdown)).toBe(html);
});

it('makes what may be wider than the page a place that scrolls and is reached by keys', () => {
  expect(render('```json\n{"a": "<b>"}\n```')).toBe(
    '<pre tabindex="0" role="group" aria-label="Example"><code>{&quot;a&quot;: &quot;&lt;b&gt;&quot;}</code></pre>',
  );
  expect(render('| A | B |\n| - | -: |\n| `a \\| b` | [c](c.md) |\n')).toBe(
    '<div tabindex="0" role="group" aria-label="Table"><table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr>\n' +
      '</thead><tbody><tr><td><code>a | b</code></td><td><a href="c.md">c</a></td></tr>\n</tbody></table></div>',
  );
});

it('marks the long cells of a table, which are not to become narrow', () => {
  const html = render(`| A | B |\n| - | - |\n| ${'a'.repeat(60)} | ${'b'.repeat(61)} |\n`);
  expect(html).toContain(`<td>${'a'.repeat(60)}</td><td data-long>${'b'.repeat(61)}</td>`);
});

it('offers to create what is a whole integration, below it', () => {
  const { html, examples } = readWith(
    '## Orders\n\n```json integration\n{"name": "A <b>"}\n```\n\n```json\n{"name": "B"}\n```\n',
  );
  expect(html).toContain(
    '{&quot;name&quot;: &quot;A &lt;b&gt;&quot;}</code></pre>\n' +
      '<p data-create><a href="/create?of=################&amp;more" aria-label="Create this integration: A &lt;b&gt;">Create this integration</a></p>',
  );
  const heading = { depth: 2, id: 'orders', text: 'Orders' };
  expect(examples).toEqual([
    { digest: expect.stringMatching(/^[0-9a-f]{16}$/), text: '{"name": "A <b>"}', heading },
  ]);
});
