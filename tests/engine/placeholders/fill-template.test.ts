import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '~/engine/schema/limits';
import { createWork } from '~/engine/filters/filtering';
import { parseJson } from '~/engine/json/json';
import { finish } from '~/engine/json/json-parts';
import { isPlaceholder, replacePlaceholders, showPlaceholder } from '~/engine/placeholders/placeholder';
import { parseReference } from '~/engine/placeholders/reference-pattern';
import { refuse } from '~/engine/placeholders/refused';
import { renderUrl } from '~/engine/placeholders/rendered-url';
import { listTemplateVariables, listUnknown } from '~/engine/placeholders/template-references';
import {
  literalBraces,
  renderInParts,
  renderTemplate,
  type TemplateKind,
} from '~/engine/placeholders/fill-template';

const variables = new Map(
  Object.entries({
    name: 'Ann "A" \\ b',
    n: 7,
    big: parseJson('12345678901234567890.10'),
    yes: true,
    none: null,
    list: [{ x: { 'y z': 'deep' } }, 'second', 'last'],
    obj: parseJson('{"a":[1,1.0]}'),
    url: 'https://x.example/a?b=c#d',
    tricky: '{{name}} $& $1',
    empty: '',
    größe: 'unreachable: names are ASCII',
  }),
);

function fill(
  template: string,
  kind: TemplateKind = 'text',
  values: Map<string, unknown> = variables,
): string {
  const rendered = renderTemplate(template, values, kind);
  if (rendered.kind !== 'text') throw new Error(JSON.stringify(rendered));
  return rendered.text;
}

/** Text as it stands between the quotes of a JSON string. */
function quote(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const kinds: TemplateKind[] = ['url', 'header', 'json', 'form', 'text'];
const anyString = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('"', '\\', '\u2028', '\ud800'),
);

function tell(inside: string): string {
  return refuse({ kind: 'unreadable', inside }, 'the body').message;
}

describe('references', () => {
  test.each([
    ['{{n}}', '7'],
    ['{{ n }}', '7'],
    ['{{\n n\t}}', '7'],
    ['a{{n}}b{{n}}', 'a7b7'],
    ['{{{n}}}', '{7}'],
    ["{{list[0].x['y z']}}", 'deep'],
    ['{{list.1}}{{list[-1]}}', 'secondlast'],
    ['{{big}}', '12345678901234567890.10'],
    ['{{yes}}|{{none}}|{{empty}}', 'true||'],
    ['{{obj}}', '{"a":[1,1.0]}'],
  ])('%s is filled in', (template, text) => expect(fill(template)).toBe(text));

  test.each(['{{n', 'n}}', '{{n}', '{n}', '{{ n } }', '}}{{'])('%s is text', (template) => {
    for (const kind of kinds) expect(fill(template, kind)).toBe(template);
    expect(listTemplateVariables(template)).toEqual([]);
  });

  test.each([
    ['{{}}', ''],
    ['{{ }}', ''],
    ['{{1a}}', '1a'],
    ['{{a b}}', 'a b'],
    ['{{#if x}}', '#if x'],
    ['{{/if}}', '/if'],
    ['{{my-var}}', 'my-var'],
    ['{{größe}}', 'größe'],
    ['{{n[}}', 'n['],
    ['{{n[*]}}', 'n[*]'],
    ['{{n..x}}', 'n..x'],
    ['{{n | }}', 'n |'],
    ['{{n.}}', 'n.'],
    ['{{n {{n}}', 'n {{n'],
    ['{{n} }}', 'n}'],
    ['{{\n  line one\n  line two\n}}', 'line one\n  line two'],
    ["{{n['{'] }}", "n['{']"],
    ["{{'}'}}", "'}'"],
    ["{{'{{' }}{{ '{' }}", "'{'"],
    ['{{list[0].x["y z"]}}', 'list[0].x["y z"]'],
  ])('%s names no variable', (template, inside) => {
    for (const kind of kinds) {
      expect(renderTemplate(`x ${template}`, variables, kind)).toEqual({ kind: 'unreadable', inside });
    }
    expect(listTemplateVariables(template)).toEqual([]);
  });

  test('that name none are reported with what was written, on one line and cut when it is long', () => {
    expect(tell('#if\n\tx')).toBe(
      "{{#if x}} in the body is not a variable. To send {{ as text, write {{'{{'}}.",
    );
    expect(tell('')).toContain('{{}} in the body');
    expect(showPlaceholder('😀'.repeat(101))).toBe(`{{${'😀'.repeat(100)}…}}`);
    expect(showPlaceholder('x'.repeat(100))).toBe(`{{${'x'.repeat(100)}}}`);
    const name = 'x'.repeat(100_000);
    const reference = { source: name, name, path: '' };
    const refused = refuse({ kind: 'unknown-variable', name, reference }, 'the URL');
    expect(refused.message.length).toBeLessThan(200);
  });

  test('end at the next closing braces, whatever stands between them', () => {
    const inside = fc.string().filter((text) => !/^\{|\}\}|\}$/.test(text));
    const around = fc.string().filter((text) => !/[{}]/.test(text));
    fc.assert(
      fc.property(inside, around, around, (written, before, after) => {
        const rendered = renderTemplate(`${before}{{${written}}}${after}`, new Map(), 'text');
        if (written.trim() === "'{{'")
          expect(rendered).toEqual({ kind: 'text', text: `${before}{{${after}` });
        else if (rendered.kind === 'unknown-variable') expect(rendered.name).toBe(written.trim());
        else expect(rendered).toMatchObject({ kind: 'unreadable', inside: written.trim() });
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['{{nobody}}', 'nobody'],
    ['{{ list[7].x }}', 'list[7].x'],
    ['{{n.x}}', 'n.x'],
    ['{{none.x}}', 'none.x'],
    ['{{obj.constructor}}', 'obj.constructor'],
    ['{{constructor}}', 'constructor'],
    ['{{__proto__}}', '__proto__'],
    [String.raw`{{obj['a\']['(1)']}}`, String.raw`obj['a\']['(1)']`],
  ])('%s leads nowhere, and is named', (template, name) => {
    for (const kind of kinds) {
      expect(renderTemplate(`x ${template}`, variables, kind)).toEqual({
        kind: 'unknown-variable',
        name,
        reference: parseReference(name),
      });
    }
  });

  test('are listed by name, each once', () => {
    expect(listTemplateVariables('{{b.x}} {{a}} {{ b }} {{c[0]}} {{d e}}')).toEqual(['b', 'a', 'c']);
  });

  test('alone are distinguished from those with something around them', () => {
    expect(['{{n}}', '{{ n }}', '{{a b}}'].map(isPlaceholder)).toEqual([true, true, true]);
    expect([' {{n}}', '{{n}}{{n}}', "{{'{{'}}", ''].map(isPlaceholder)).toEqual([false, false, false, false]);
    expect(replacePlaceholders("{{a}}:{{b}}{{c d}}{{'{{'}}", (before) => String(before.length))).toBe(
      '0:23{{',
    );
  });

  test('that have no value are listed as written, each once', () => {
    expect(listUnknown("{{a}} {{b.c}} {{my-var}} {{ x }}{{ x }}{{'{{'}}y}} {{#if a}}", ['a', 'b'])).toEqual([
      'my-var',
      ' x ',
      '#if a',
    ]);
  });
});

describe('two opening braces as text', () => {
  const textWithBraces = fc
    .array(fc.oneof(fc.constantFrom('{', '{{', '}}', '}', "'", "'{{'", '{{n}}', '"', '\\'), fc.string()))
    .map((parts) => parts.join(''));

  test.each(kinds)('of any text come out in a %s as they went in', (kind) => {
    fc.assert(
      fc.property(textWithBraces, (text) => {
        expect(fill(literalBraces(text), kind)).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  test('leave a placeholder beside them what it is', () => {
    fc.assert(
      fc.property(textWithBraces, textWithBraces, (before, after) => {
        // Of a row of opening braces the last two count.
        const template = `${literalBraces(before)}{{n}}${literalBraces(after)}`;
        expect(fill(template)).toBe(`${before}7${after}`);
      }),
      { numRuns: 1_000 },
    );
  });

  test('open no place in JSON', () => {
    expect(fill(`{"a":"${literalBraces('{{x}}')} {{name}}","b":{{n}}}`, 'json')).toBe(
      String.raw`{"a":"{{x}} Ann \"A\" \\ b","b":7}`,
    );
  });
});

describe('values', () => {
  test('are inserted once and never read as templates or replacement patterns', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), anyString, (kind, other) => {
        const values = new Map([
          ['a', `{{b}}${other}{{a}}`],
          ['b', 'INNER'],
        ]);
        expect(fill('<{{a}}>', kind, values)).not.toContain('INNER');
        expect(fill('<{{a}}>', 'text', values)).toBe(`<{{b}}${other}{{a}}>`);
      }),
    );
    expect(fill('{{tricky}}{{n}}')).toBe('{{name}} $& $17');
  });

  test('that would fill the memory end the rendering', () => {
    const values = new Map([['a', 'x'.repeat(1024 * 1024)]]);
    const template = '{{a}}'.repeat(200_000);
    for (const kind of kinds) {
      expect(renderTemplate(template, values, kind)).toEqual({
        kind: 'too-long',
        maxLength: limits.sentBodyBytes,
      });
    }
  });

  test('end early with a list that holds the same many times over', () => {
    let huge: unknown = 'x'.repeat(1_000);
    for (let level = 0; level < 60; level += 1) huge = [huge, huge];
    for (const kind of ['url', 'header', 'json', 'form', 'text'] as const) {
      const rendered = renderTemplate('a {{huge}}', new Map([['huge', huge]]), kind);
      expect(rendered).toEqual({ kind: 'too-long', maxLength: limits.sentBodyBytes });
    }
  });

  // Steps that grew with the square of the length would be 10^11 and more here, which no test's time limit allows.
  test('end for long templates that are nearly placeholders', () => {
    for (const part of ['{{', '{{a', '{{ ', '{{a.b', "{{a['", ' ', '{{a[0]', '}}', '{{a.', '"\\']) {
      for (const kind of kinds) {
        expect(renderTemplate(part.repeat(100_000), variables, kind)).toHaveProperty('kind');
      }
    }
    for (const long of [
      `{{${' '.repeat(500_000)}`,
      `{{a${'.b'.repeat(300_000)}`,
      `{{n${'.b'.repeat(300_000)}}}`,
    ]) {
      expect(renderTemplate(long, variables, 'json')).toHaveProperty('kind');
    }
  });
});

describe('in a JSON body', () => {
  test.each([
    ['{"a":"{{name}}"}', '{"a":"Ann \\"A\\" \\\\ b"}'],
    ['{"a":"Hi {{n}}, {{yes}}!"}', '{"a":"Hi 7, true!"}'],
    ['{"a":"{{n}}"}', '{"a":"7"}'],
    ['{"a":{{n}}}', '{"a":7}'],
    ['{"a":{{name}}}', '{"a":"Ann \\"A\\" \\\\ b"}'],
    ['{"a":{{big}},"b":"{{big}}"}', '{"a":12345678901234567890.10,"b":"12345678901234567890.10"}'],
    ['[{{yes}},{{none}},{{obj}},{{empty}}]', '[true,null,{"a":[1,1.0]},""]'],
    ['{"a":"{{obj}}"}', '{"a":"{\\"a\\":[1,1.0]}"}'],
    ['{"a":"{{none}}"}', '{"a":""}'],
    ['{"{{n}}":"\\"{{n}}\\"",{{n}}:1}', '{"7":"\\"7\\"",7:1}'],
    ['{{obj}}', '{"a":[1,1.0]}'],
  ])('%s becomes %s', (template, text) => expect(fill(template, 'json')).toBe(text));

  test('a string between quotes is the same string when it is read again', () => {
    fc.assert(
      fc.property(anyString, anyString, anyString, (value, before, after) => {
        // A text that begins with a bracket and a quotation mark is JSON in itself, where a value is escaped twice.
        fc.pre(!/[{}[]/.test(before + after));
        const template = `{"a":"${quote(before)}{{v}}${quote(after)}","b":{{v}},"c":"{{v}}{{v}}"}`;
        const read: unknown = JSON.parse(fill(template, 'json', new Map([['v', value]])));
        expect(read).toEqual({ a: before + value + after, b: value, c: value + value });
      }),
      { numRuns: 1_000 },
    );
  });

  test('a value without quotes is the same value when it is read again', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = fill('{"a":{{v}}}', 'json', new Map([['v', value]]));
        expect(text).toBe(`{"a":${JSON.stringify(value)}}`);
      }),
    );
  });

  test.each([
    ['an object', (v: string) => JSON.stringify({ text: JSON.stringify({ k: v, x: `a ${v} b` }) })],
    ['a list', (v: string) => JSON.stringify({ text: JSON.stringify([{ k: v, x: `a ${v} b` }]) })],
    ['with spaces', (v: string) => JSON.stringify({ text: ` {\n  "k": "${v}", "x": "a ${v} b" }` })],
    [
      'as .NET writes it',
      (v: string) =>
        String.raw`{"text":"{\u0022k\u0022:\u0022${v}\u0022,\u0022x\u0022:\u0022a ${v} b\u0022}"}`,
    ],
  ])('a value in JSON that is a text of the JSON stays in its quotes: %s', (_form, write) => {
    fc.assert(
      fc.property(fc.oneof(anyString, fc.constant('","admin":true,"x":"')), (value) => {
        const outer = JSON.parse(fill(write('{{v}}'), 'json', new Map([['v', value]]))) as { text: string };
        expect([JSON.parse(outer.text)].flat()).toEqual([{ k: value, x: `a ${value} b` }]);
      }),
    );
  });

  test('a value in JSON within JSON within JSON stays in its quotes', () => {
    const value = '","admin":true,"x":"\\';
    const [template, sent] = ['{{v}}', value].map((c) =>
      JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ c }) }) }),
    );
    expect(fill(template ?? '', 'json', new Map([['v', value]]))).toBe(sent);
  });

  test('a text with quotation marks is not taken for JSON, and outside the inner quotes a value is text', () => {
    const values = new Map<string, unknown>([
      ['v', 'say "hi"'],
      ['n', 5],
    ]);
    expect(
      JSON.parse(fill(String.raw`{"a":"[info] got \"{{v}}\"","b":"{{n}}{\"{{v}}\""}`, 'json', values)),
    ).toEqual({
      a: '[info] got "say "hi""',
      b: '5{"say "hi""',
    });
    expect(fill(String.raw`{"a":"{\"n\":{{n}},\"v\":{{v | json}}}"}`, 'json', values)).toBe(
      JSON.stringify({ a: JSON.stringify({ n: 5, v: 'say "hi"' }) }),
    );
  });

  test('a value that each string around it makes longer is too long before it is written out', () => {
    let template = '{{v}}';
    for (let depth = 0; depth < 12; depth += 1) template = JSON.stringify({ a: template });
    const values = new Map([['v', '"'.repeat(limits.sentBodyBytes / 2)]]);
    expect(renderTemplate(template, values, 'json')).toMatchObject({ kind: 'too-long' });
  });

  test('in JSON of another type a value between quotes stays there, and elsewhere it is text', () => {
    const values = new Map([['v', '","admin":true,"x":"']]);
    const text = fill('{"a":"{{v}}","b":{{v | json}}}\n{{v}}', 'other-json', values);
    expect(text).toBe(`${JSON.stringify({ a: values.get('v'), b: values.get('v') })}\n${values.get('v')}`);
  });

  test('a backslash before a placeholder lets no value out of its quotes', () => {
    const values = new Map([['v', '","admin":true,"x":"']]);
    expect(JSON.parse(fill(String.raw`{"dir":"C:\{{v}}"}`, 'json', values))).toEqual({
      dir: String.raw`C:\","admin":true,"x":"`,
    });
    expect(JSON.parse(fill(String.raw`{"dir":"C:\\{{v}}\n"}`, 'json', values))).toEqual({
      dir: 'C:\\","admin":true,"x":"\n',
    });
    expect(
      JSON.parse(fill(String.raw`{"dir":"\{{v}}{{v}}","n":{{v}}}`, 'json', new Map([['v', 'a']]))),
    ).toEqual({
      dir: String.raw`\aa`,
      n: 'a',
    });
  });
});

function fillPath(template: string, path: string): string {
  return fill(template, 'url', new Map([['path', path]]));
}

const build = (base: string, path: unknown, url = '{{base}}{{path}}') =>
  finish(renderUrl(url, new Map<string, unknown>(Object.entries({ base, path })), 'the URL'));

describe('in a URL', () => {
  test('a value is percent-encoded, unless it is the whole URL', () => {
    expect(fill('https://h.example/{{url}}?q={{name}}', 'url')).toBe(
      'https://h.example/https%3A%2F%2Fx.example%2Fa%3Fb%3Dc%23d?q=Ann%20%22A%22%20%5C%20b',
    );
    expect(fill('{{url}}', 'url')).toBe('https://x.example/a?b=c#d');
    expect(fill('{{ url }}', 'url')).toBe('https://x.example/a?b=c#d');
    expect(fill('{{url}}{{empty}}', 'url')).toBe('https://x.example/a?b=c#d');
  });

  describe('a path behind an address', () => {
    test.each([
      ['https://h.example', '/jobs/7?full=1', '{{base}}{{path}}', 'https://h.example/jobs/7?full=1'],
      ['https://h.example/v2', '/jobs/7', '{{base}}{{path}}', 'https://h.example/v2/jobs/7'],
      ['https://h.example:8443', '/jobs', '{{base}}{{path}}/log', 'https://h.example:8443/jobs/log'],
      ['https://h.example', '//x.example/', '{{base}}{{path}}', 'https://h.example//x.example/'],
      ['https://h.example/?q=', '/a&b', '{{base}}{{path}}', 'https://h.example/?q=%2Fa%26b'],
      ['https://h.example', '/a', '{{base}}{{path}}{{path}}', 'https://h.example/a%2Fa'],
      ['https://h.example', '', '{{base}}{{path}}', 'https://h.example'],
    ])('%s and %j in %s', (base, path, url, filled) => {
      expect(build(base, path, url)).toEqual({ kind: 'url', url: filled });
    });

    test.each([
      ['https://h.example', '.x.example', /has to begin with a slash: https:\/\/h\.example\.x\.example$/],
      ['https://h.example', 'jobs/7', /has to begin with a slash/],
      ['https://h.example', '@x.example', /has to begin with a slash/],
      ['https://h.example', ':81/', /has to begin with a slash/],
      ['https:', '//x.example', /must be a valid HTTP\/HTTPS URL/],
      ['https://', '/x.example', /must be a valid HTTP\/HTTPS URL/],
      ['http', 's://x.example', /must be a valid HTTP\/HTTPS URL/],
      ['https://h.example', '/a/../b', /A value of \. or \.\. would lead to another path/],
    ])('%s and %j are refused', (base, path, message) => {
      expect(build(base, path)).toEqual({ kind: 'refused', message: expect.stringMatching(message) });
    });

    test('leads to no other host, whatever it is', () => {
      const path = fc.oneof(
        anyString,
        anyString.map((text) => `/${text}`),
        fc.string({ unit: fc.constantFrom('/', '\\', '@', ':', '.', '?', '#', '%', '\t', 'x') }),
      );
      const base = fc.constantFrom('https://h.example', 'https://h.example/v2', 'https://h.example/');
      fc.assert(
        fc.property(base, path, (address, value) => {
          const built = build(address, value);
          if (built.kind === 'url') expect(new URL(built.url).origin).toBe('https://h.example');
        }),
      );
    });
  });

  test('a path behind the host is used as it is, and leads to no other host', () => {
    expect(fillPath('https://h.example{{path}}', '/jobs/7?full=1')).toBe('https://h.example/jobs/7?full=1');
    expect(fillPath('https://h.example:8443{{path}}/log', '/jobs/7')).toBe(
      'https://h.example:8443/jobs/7/log',
    );
    expect(fillPath('https://h.example/v1{{path}}', '/jobs/7')).toBe('https://h.example/v1%2Fjobs%2F7');
    expect(fillPath('https://h.example:{{path}}', '/jobs/7')).toBe('https://h.example:%2Fjobs%2F7');
    expect(fillPath('https://{{path}}', '/jobs/7')).toBe('https://%2Fjobs%2F7');
    const moved = finish(renderUrl('https://h.example{{path}}', new Map([['path', '/a/../b']]), 'the URL'));
    expect(moved).toMatchObject({ kind: 'refused' });
    fc.assert(
      fc.property(anyString, (value) => {
        expect(new URL(fillPath('https://h.example{{path}}', `/${value}`)).host).toBe('h.example');
      }),
      { numRuns: 1_000 },
    );
  });

  test('no value moves the borders between host, path, query and fragment', () => {
    fc.assert(
      fc.property(anyString, (value) => {
        fc.pre(value !== '.' && value !== '..'); // Encoding cannot help with these: requests refuse them.
        const text = fill('https://h.example/a/{{v}}/b?q={{v}}&r=1#{{v}}', 'url', new Map([['v', value]]));
        const url = new URL(text);
        const whole = value.replace(/\p{Surrogate}/gu, '\ufffd');
        expect(url.host).toBe('h.example');
        expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'a', whole, 'b']);
        expect([...url.searchParams]).toEqual([
          ['q', whole],
          ['r', '1'],
        ]);
        expect(decodeURIComponent(url.hash.slice(1))).toBe(whole);
      }),
      { numRuns: 1_000 },
    );
  });
});

test('in a form every value stays one field', () => {
  fc.assert(
    fc.property(anyString, (value) => {
      const fields = new URLSearchParams(fill('a={{v}}&b=2', 'form', new Map([['v', value]])));
      expect([...fields]).toEqual([
        ['a', value.replace(/\p{Surrogate}/gu, '\ufffd')],
        ['b', '2'],
      ]);
    }),
  );
  expect(fill('{{name}}', 'form')).toBe('Ann%20%22A%22%20%5C%20b');
});

test('in headers and other text a value stands as it is', () => {
  expect(fill('Token {{name}}', 'header')).toBe('Token Ann "A" \\ b');
  expect(fill('<a>{{name}}</a>', 'text')).toBe('<a>Ann "A" \\ b</a>');
});

test.each<[string, TemplateKind]>([
  ['{"all":{{all}},"text":"{{all}}"}', 'json'],
  ['<all>{{all}}</all>', 'xml'],
])('a value of very many parts is written into %s in many parts', (template, kind) => {
  const many = new Map([['all', parseJson(`[${'1.0,'.repeat(20_000)}"a"]`)]]);
  const work = renderInParts(template, many, kind, createWork());
  let parts = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) parts += 1;
  expect(parts).toBeGreaterThan(9);
  expect(step.value).toEqual(renderTemplate(template, many, kind));
});

test('a text that a value lists again and again is not written whole', () => {
  const many = new Map([['all', Array.from({ length: 10_000 }, () => 'x'.repeat(1024 * 1024))]]);
  for (const template of ['{{all}}', '"{{all}}"']) {
    expect(renderTemplate(template, many, 'json')).toEqual({ kind: 'too-long', maxLength: 5 * 1024 * 1024 });
  }
});
