import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { escapeHtml } from '~/escape-html';

const hostile = `</p><script>alert("1")</script> & 'it'\n`;

test('text that looks like HTML is read back as the same text, between tags and in attributes', () => {
  const html = `<p title="${escapeHtml(hostile)}" lang='${escapeHtml(hostile)}'>${escapeHtml(hostile)}</p>`;
  const paragraph = new JSDOM(html).window.document.querySelector('p');
  expect(paragraph?.textContent).toBe(hostile);
  expect(paragraph?.title).toBe(hostile);
  expect(paragraph?.lang).toBe(hostile);
});
