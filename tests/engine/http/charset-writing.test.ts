import { expect, test } from 'vitest';
import { decodeText } from '~/engine/http/charset';
import { encodeText } from '~/engine/http/charset-writing';

/** Latin-1 text of the bytes, where each byte is one sign. */
function write(text: string, contentType: string): string {
  const encoded = encodeText(text, contentType);
  if (encoded === undefined) return 'in UTF-8';
  return encoded.kind === 'bytes'
    ? Buffer.from(encoded.bytes).toString('latin1')
    : `${encoded.sign} is not in ${encoded.charset}`;
}

test.each([
  ['text/plain; charset=windows-1252', 'Grüße, 5 €', 'Gr\xfc\xdfe, 5 \x80'],
  ['text/plain; charset=iso-8859-1', 'Grüße', 'Gr\xfc\xdfe'],
  ['text/csv; charset="ISO-8859-15"', '5 €', '5 \xa4'],
  ['text/plain; charset=windows-1251', 'Да', '\xc4\xe0'],
  ['text/xml; charset=windows-1252', '<N>Ж Grüße €</N>', '<N>&#1046; Gr\xfc\xdfe \x80</N>'],
  ['application/soap+xml; charset=iso-8859-1', '<N>5 €</N>', '<N>5 &#8364;</N>'],
  ['text/xml; charset=us-ascii', '<N>ü😀\ud800</N>', '<N>&#252;&#128512;&#65533;</N>'],
  [
    'text/xml; charset=iso-8859-1',
    '<N><![CDATA[5 €]]> €</N>',
    '<N><![CDATA[5 ]]>&#8364;<![CDATA[]]> &#8364;</N>',
  ],
  ['text/xml; charset=shift_jis', '<N>日</N>', '<N>&#26085;</N>'],
  [
    'application/xml',
    '<?xml version="1.0" encoding="ISO-8859-1"?><N>ü</N>',
    '<?xml version="1.0" encoding="ISO-8859-1"?><N>\xfc</N>',
  ],
])('%s: %s', (contentType, text, written) => {
  expect(write(text, contentType)).toBe(written);
});

test.each([
  ['text/plain; charset=iso-8859-1', '5 €', '€ is not in iso-8859-1'],
  ['text/plain; charset=us-ascii', 'für', 'ü is not in us-ascii'],
  ['text/plain; charset=shift_jis', '日', '日 is not in shift_jis'],
  ['text/plain; charset=windows-1252', 'a😀', '😀 is not in windows-1252'],
  ['text/xml; charset=utf-16', '<N>a</N>', '< is not in utf-16'],
])('%s cannot hold %s', (contentType, text, problem) => {
  expect(write(text, contentType)).toBe(problem);
});

test.each([
  ['text/xml; charset=utf-8', '<?xml version="1.0" encoding="ISO-8859-1"?><N>ü</N>'],
  ['text/plain', 'ü'],
  ['text/xml', '<N>ü</N>'],
  ['application/json; charset=iso-8859-1', '{"n":"ü"}'],
  ['text/plain; charset=x-own', 'ü'],
  ['text/plain; charset=iso-8859-1', 'plain'],
])('%s is sent in UTF-8: %s', (contentType, text) => {
  expect(write(text, contentType)).toBe('in UTF-8');
});

test('every sign of a charset is read again as it was written', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (const charset of ['windows-1252', 'windows-1250', 'windows-1251', 'koi8-r']) {
    const contentType = `text/plain; charset=${charset}`;
    const text = decodeText(bytes, contentType) ?? '';
    const encoded = encodeText(text, contentType);
    expect(encoded?.kind === 'bytes' && [...encoded.bytes], charset).toEqual([...bytes]);
  }
});
