// What the tests without a browser read does not stay in memory.
import { setImmediate as laterTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readDocument } from './document';

function readOften(): WeakRef<Document>[] {
  const html = '<main id="a"><form name="b"><input name="c"></form></main>';
  return Array.from({ length: 10 }, (_, index) => {
    const page = readDocument(html, `http://127.0.0.1/${index}`);
    expect(page.querySelectorAll('main:not(.d) > form').length).toBe(1);
    return new WeakRef(page);
  });
}

test('a page that nobody looks at any more is no longer kept', async () => {
  const pages = readOften();
  await laterTurn();
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  // The last one may still be at hand.
  expect(pages.filter((page) => page.deref()).length).toBeLessThan(2);
});
