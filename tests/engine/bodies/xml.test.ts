import { expect, test } from 'vitest';
import { readXml } from '~/engine/bodies/xml';
import { measureProcessorMs } from '../../support/processor-time';

function read(source: string): unknown {
  const result = readXml(source, 64);
  return result.kind === 'value' ? JSON.parse(JSON.stringify(result.value)) : result.kind;
}

test.each<[source: string, value: unknown]>([
  ['<a/>', { a: '' }],
  ['<a></a>', { a: '' }],
  ['<a> x </a >', { a: 'x' }],
  ['<a b="1" c=\'2"\'/>', { a: { '@b': '1', '@c': '2"' } }],
  ['<a b="x > y"/>', { a: { '@b': 'x > y' } }],
  ['<a b="1">x<c/>y</a>', { a: { '@b': '1', c: '', '#text': 'xy' } }],
  ['<a><b>1</b><c/><b>2</b><b><d/></b></a>', { a: { b: ['1', '2', { d: '' }], c: '' } }],
  ['<?xml version="1.0"?>\n<!-- c --><a>1<!-- <b> -->2<?p i?></a>\n<!-- e -->', { a: '12' }],
  ['<a>&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;</a>', { a: '<&>"\'A😀' }],
  ['<a b="&lt;"/>', { a: { '@b': '<' } }],
  ['<a><![CDATA[<b>&amp;]]></a>', { a: '<b>&amp;' }],
  ['<s:E xmlns:s="u"><s:Größe>1</s:Größe></s:E>', { 's:E': { '@xmlns:s': 'u', 's:Größe': '1' } }],
  ['<a><constructor>1</constructor></a>', { a: { constructor: '1' } }],
])('%s', (source, value) => {
  expect(read(source)).toEqual(value);
});

test('names that objects have of their own are names like any other', () => {
  const result = readXml('<a><__proto__><x>1</x></__proto__></a>', 64);
  expect(JSON.stringify(result)).toBe('{"kind":"value","value":{"a":{"__proto__":{"x":"1"}}}}');
});

test.each([
  '',
  'hello',
  '<a>',
  '<a',
  '</a>',
  '<a></b>',
  '<a><b></a></b>',
  '<a/><b/>',
  '<a/>x',
  '<a b=1/>',
  '<a b="1" b="2"/>',
  '<a b="1"c="2"/ >',
  '<a b="<"/>',
  '<a><!-- </a>',
  '<a><![CDATA[x</a>',
  '<1a/>',
  '<a>&nbsp;</a>',
  '<a>&</a>',
  '<a>&#0;</a>',
  '<a>&#xD800;</a>',
  '<!DOCTYPE a><a/>',
  '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
])('%j is not read', (source) => {
  expect(read(source)).toBe('unparsable');
});

test('what is wrong is said, with the line', () => {
  expect(readXml('<a>\n<b>\n</a>', 64)).toEqual({
    kind: 'unparsable',
    message: 'The body is not well-formed XML (line 3).',
  });
  expect(readXml('<!DOCTYPE a><a/>', 64)).toMatchObject({
    message: 'The XML holds a document type, which is not read.',
  });
});

function nest(depth: number): string {
  return '<a>'.repeat(depth) + '</a>'.repeat(depth);
}

test('elements in each other are bounded', () => {
  expect(readXml(nest(64), 64).kind).toBe('value');
  expect(readXml(nest(65), 64).kind).toBe('too-deep');
  expect(readXml('<a>'.repeat(100_000), 64).kind).toBe('too-deep');
});

test('reading goes through a document once, whatever it is made of', () => {
  const sources = [
    '<a>' + '<b c="1" d="2">x &amp; y</b>'.repeat(30_000) + '</a>',
    '<a b="' + 'x'.repeat(1_000_000),
    '<a ' + 'b="1" '.repeat(150_000),
    '<a' + ' '.repeat(1_000_000),
    '<a>' + '&'.repeat(1_000_000) + '</a>',
    '<a>' + '<!---->'.repeat(140_000) + '</a>',
    '<'.repeat(1_000_000),
    '<' + 'a'.repeat(100_000),
    '<a></' + 'a'.repeat(1_000_000),
    '<a' + '/'.repeat(1_000_000),
    '<a ' + 'b'.repeat(1_000_000) + '/>',
    '<a>' + '<b/>'.repeat(250_000) + '</a>',
  ];
  for (const source of sources) {
    const before = process.cpuUsage();
    readXml(source, 64);
    const { user } = process.cpuUsage(before);
    // A hundred times what it takes; going back again and again would take minutes.
    expect(user / 1000).toBeLessThan(5_000);
  }
});

test('a text of broken entities is given up at the first', () => {
  const source = `<a>${'&'.repeat(8_000_000)}</a>`;
  // Some milliseconds; it took seconds while all of them were looked for before.
  expect(measureProcessorMs(() => readXml(source, 64))).toBeLessThan(500);
});
