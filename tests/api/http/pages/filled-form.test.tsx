import { JSDOM } from 'jsdom';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { fillForm } from '~/api/http/pages/filled-form';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { secretNote } from '~/secret-form-fields';

function page(children: ReactNode, others?: ReactNode): string {
  return renderToString(
    <main>
      {others}
      <form method="post" {...keepsTyping}>
        {children}
      </form>
    </main>,
  );
}

/** What the last form of the page would send. */
function read(html: string | undefined): [string, unknown][] {
  const { document, FormData } = new JSDOM(html ?? '').window;
  return [...new FormData([...document.forms].at(-1))];
}

test('each kind of control holds again what was typed, character by character', () => {
  const drawn = page(
    <>
      <input type="hidden" name="intent" value="save" />
      <input name="name" defaultValue="before" aria-label="a > b" />
      <input name="host" />
      <input name="host" />
      <textarea name="text" defaultValue="before" />
      <select name="format" defaultValue="text">
        <option value="text">Text</option>
        <option value="json">JSON</option>
      </select>
      <input type="checkbox" name="backup" value="1" defaultChecked />
      <input type="checkbox" name="disk" />
      <input type="radio" name="kind" value="a" defaultChecked />
      <input type="radio" name="kind" value="b" />
    </>,
  );
  const fields: [string, string][] = [
    ['intent', 'save'],
    ['name', `"$& 'quoted' <b>&amp;</b>`],
    ['host', 'one'],
    ['host', ''],
    ['text', '\r\nsecond line</textarea>'],
    ['format', 'json'],
    ['disk', 'on'],
    ['kind', 'b'],
  ];
  expect(read(fillForm(drawn, { fields, secrets: [] }))).toEqual(
    fields.map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]),
  );
});

test('the form tells again what it showed when it was typed', () => {
  const drawn = page(
    <>
      <input type="hidden" name="version" value="2" />
      <input type="hidden" name="seen.name" value={'"Mills"'} />
      <input type="hidden" name="seenTags" value="new" />
      <input name="name" defaultValue="Mills" />
    </>,
  );
  const fields: [string, string][] = [
    ['version', '1'],
    ['seen.name', '"Looms"'],
    ['seenTags', ''],
    ['name', 'Looms and mills'],
  ];
  expect(read(fillForm(drawn, { fields, secrets: [] }))).toEqual(fields);
});

test('of the forms of a page the one of the same intent is filled', () => {
  const other = (
    <form {...keepsTyping}>
      <input type="hidden" name="intent" value="pause" />
      <input name="note" defaultValue="" />
    </form>
  );
  const drawn = page(
    <>
      <input name="note" />
      <button name="intent" value="save">
        Save
      </button>
    </>,
    other,
  );
  const fields: [string, string][] = [
    ['note', 'typed'],
    ['intent', 'save'],
  ];
  const filled = fillForm(drawn, { fields, secrets: [] });
  const { document } = new JSDOM(filled).window;
  expect(
    [...document.querySelectorAll('input[name=note]')].map((each) => each.getAttribute('value')),
  ).toEqual(['', 'typed']);
});

test('a secret is empty, and says so', () => {
  const drawn = page(
    <>
      <input name="name" />
      <input name="secret" defaultValue="••••4711" placeholder="whsec_…" />
      <textarea name="value" defaultValue="••••" />
    </>,
  );
  const filled = fillForm(drawn, { fields: [['name', 'a']], secrets: ['secret', 'value'] });
  const { document } = new JSDOM(filled).window;
  for (const name of ['secret', 'value']) {
    const control = document.querySelector<HTMLInputElement>(`[name=${name}]`);
    expect([control?.value, control?.placeholder]).toEqual(['', secretNote]);
  }
});

test('what was changed meanwhile is sent with the version that was typed over', () => {
  const drawn = page(
    <>
      <input type="hidden" name="version" value="3" />
      <input name="name" />
    </>,
  );
  const fields: [string, string][] = [
    ['version', '2'],
    ['name', 'a'],
  ];
  expect(read(fillForm(drawn, { fields, secrets: [] }))).toEqual(fields);
});

test.each<[string, ReactNode]>([
  ['a field of it', <input key="a" name="other" />],
  [
    'its choice',
    <select key="a" name="name" aria-label="Name">
      <option value="b">b</option>
    </select>,
  ],
  ['its hidden value', <input key="a" type="hidden" name="name" value="b" />],
])('a page that lacks %s cannot show it', (_what, control) => {
  expect(fillForm(page(control), { fields: [['name', 'a']], secrets: [] })).toBeUndefined();
});

test('a form that is not marked is left alone', () => {
  const drawn = renderToString(
    <form>
      <input name="name" />
    </form>,
  );
  expect(fillForm(drawn, { fields: [['name', 'a']], secrets: [] })).toBeUndefined();
});
