import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HttpMethod } from '~/engine/definition/api-call';
import { limits } from '~/engine/schema/limits';
import { finish } from '~/engine/json/json-parts';
import { buildRequest } from '~/engine/run/request';
import { isHttpUrl, isHttpUrlTemplate } from '~/engine/placeholders/url-template';
import { makeCall } from '../definition/call';

type CallInput = Parameters<typeof makeCall>[0];

function build(input: CallInput, values: Record<string, unknown> = {}) {
  return finish(buildRequest(makeCall(input), new Map(Object.entries(values)), 'run.c1.1'));
}

function send(input: CallInput, values: Record<string, unknown> = {}) {
  const built = build(input, values);
  if (built.kind === 'refused') throw new Error(built.message);
  return built.request;
}

function refusal(input: CallInput, values: Record<string, unknown> = {}): string {
  const built = build(input, values);
  if (built.kind === 'request') throw new Error(`not refused: ${built.request.url}`);
  return built.message;
}

describe('a request', () => {
  test('is the call with its placeholders filled in', () => {
    const request = send(
      {
        method: 'POST',
        url: 'https://api.example/{{id}}',
        headers: { 'X-Id': 'id {{id}}' },
        body: '{"id":{{id}},"text":"{{id}}"}',
        timeoutMs: 5_000,
      },
      { id: 7 },
    );
    expect(request).toEqual({
      method: 'POST',
      url: 'https://api.example/7',
      headers: [
        ['X-Id', 'id 7'],
        ['Content-Type', 'application/json'],
        ['Idempotency-Key', 'run.c1.1'],
      ],
      body: '{"id":7,"text":"7"}',
      timeoutMs: 5_000,
      followRedirects: false,
      secrets: [],
      secretHeaders: [],
    });
  });

  test('does not have the note on the call, whose placeholders mean nothing', () => {
    const call = { method: 'POST', url: 'https://api.example/', body: 'x' } as const;
    expect(send({ ...call, note: 'About {{unknown}} and {{org.token}}' })).toEqual(send(call));
  });

  test('without a body names no type for it', () => {
    expect(send({ method: 'POST' })).toMatchObject({
      body: '',
      headers: [['Idempotency-Key', 'run.c1.1']],
    });
  });

  test.each(HttpMethod.options)('of %s has the body that is written', (method) => {
    expect(send({ method, body: '{"a":{{a}}}' }, { a: 1 }).body).toBe('{"a":1}');
  });

  test('of a form in parts has lines that end with CR and LF', () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const body = '--b\nContent-Disposition: form-data; name="a"\r\n\n{{v}}\n--b--\n';
    expect(send({ method: 'POST', headers, body }, { v: '1\n2' }).body).toBe(
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n2\r\n--b--\r\n',
    );
  });

  test('keeps an idempotency key that the call brings', () => {
    expect(send({ headers: { 'idempotency-key': '{{k}}' } }, { k: 'mine' }).headers).toEqual([
      ['idempotency-key', 'mine'],
    ]);
  });

  test.each([
    [undefined, '{"v":"a\\"&b"}'],
    ['application/json; charset=utf-8', '{"v":"a\\"&b"}'],
    ['application/vnd.api+json', '{"v":"a\\"&b"}'],
    ['application/x-amz-json-1.0', '{"v":"a\\"&b"}'],
    ['application/x-ndjson; charset=utf-8', '{"v":"a\\"&b"}'],
    ['application/jsonl', '{"v":"a\\"&b"}'],
    ['application/x-www-form-urlencoded', '{"v":"a%22%26b"}'],
    ['Application/X-WWW-Form-Urlencoded;charset=utf-8', '{"v":"a%22%26b"}'],
    ['text/plain', '{"v":"a"&b"}'],
    ['application/jsonp', '{"v":"a"&b"}'],
  ])('whose content type is %s has the body %s', (type, body) => {
    const headers: Record<string, string> = type ? { 'content-TYPE': type } : {};
    const request = send({ method: 'POST', headers, body: '{"v":"{{v}}"}' }, { v: 'a"&b' });
    expect(request.body).toBe(body);
    expect(request.headers.filter(([name]) => name.toLowerCase() === 'content-type')).toHaveLength(1);
  });
});

describe('authentication', () => {
  test('puts Bearer before the token, which may come from a variable, and counts it among the secrets', () => {
    const request = send({ authConfig: { type: 'bearer', token: ' {{t}} ' } }, { t: 'tok-1' });
    expect(request.headers[0]).toEqual(['Authorization', 'Bearer  tok-1']);
    expect(request.secrets).toEqual(['tok-1']);
  });

  test.each([
    ['abc12345', {}],
    ['Bearer abc12345', {}],
    [' bearer  abc12345 ', {}],
    ['BEARER {{t}}', { t: 'abc12345' }],
    ['{{t}}', { t: 'Bearer abc12345' }],
  ])('puts one Bearer before the token %j', (token, variables) => {
    const request = send({ authConfig: { type: 'bearer', token } }, variables);
    expect(request.headers[0]).toEqual(['Authorization', 'Bearer abc12345']);
    expect(request.secrets).toEqual(['abc12345']);
  });

  test('leaves a token alone that is the word itself', () => {
    const request = send({ authConfig: { type: 'bearer', token: 'bearer' } });
    expect(request.headers[0]).toEqual(['Authorization', 'Bearer bearer']);
  });

  test('takes the place of a header of that name in any case', () => {
    const request = send({
      headers: { AUTHORIZATION: 'Basic other', 'X-A': '1' },
      authConfig: { type: 'bearer', token: 'tok-1' },
    });
    expect(request.headers.slice(0, 2)).toEqual([
      ['X-A', '1'],
      ['Authorization', 'Bearer tok-1'],
    ]);
    expect(request.headers.filter(([name]) => name.toLowerCase() === 'authorization')).toHaveLength(1);
  });

  test('by headers makes secrets of the marked ones in any case, and of Authorization without its scheme', () => {
    const { secrets } = send(
      {
        headers: { 'X-Key': 'k-{{v}}', 'X-Open': 'open', authorization: 'basic dXNlcg==' },
        secretHeaders: ['x-KEY', 'constructor'],
      },
      { v: 'sealed' },
    );
    expect(secrets).toEqual(['k-sealed', 'dXNlcg==']);
  });
});

describe('a URL that begins with a placeholder', () => {
  test.each([
    ['{{base}}/v1', 'https://api.example:8443/root', 'https://api.example:8443/root/v1'],
    ['{{ base }}/v1', 'HTTP://API.example', 'HTTP://API.example/v1'],
    ['{{base}}/{{v}}?w={{v}}', 'https://api.example', 'https://api.example/a%2Fb%3F?w=a%2Fb%3F'],
    ['{{base}}?v={{v}}', 'https://api.example/x', 'https://api.example/x?v=a%2Fb%3F'],
    ['{{base}}/{{base}}', 'https://h', 'https://h/https%3A%2F%2Fh'],
    ['{{base}}://api.example/', 'https', 'https://api.example/'],
  ])('%s takes %s as its address', (url, base, sent) => {
    expect(send({ url }, { base, v: 'a/b?' }).url).toBe(sent);
  });

  test('goes where its first value says, and no other value moves the rest', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: false }), fc.string({ unit: 'binary' }), (base, value) => {
        fc.pre(!/^\.{0,2}$/.test(value));
        const url = new URL(send({ url: '{{base}}/{{v}}/end?q={{v}}' }, { base, v: value }).url);
        expect(url.origin).toBe(new URL(base).origin);
        expect(decodeURIComponent(url.pathname.split('/').at(-2) ?? '')).toBe(value.toWellFormed());
        expect(url.searchParams.get('q')).toBe(value.toWellFormed());
      }),
    );
  });

  test('sends secrets only to the hosts that the call lists', () => {
    const call = {
      url: '{{base}}/orders',
      authConfig: { type: 'bearer' as const, token: 'tok-1' },
      allowedHosts: ['api.example'],
    };
    expect(send(call, { base: 'https://api.example/v1' }).headers[0]).toEqual([
      'Authorization',
      'Bearer tok-1',
    ]);
    for (const base of [
      'https://evil.example',
      'https://api.example@evil.example',
      'https://evil.example#',
    ]) {
      expect(refusal(call, { base })).toContain('the host evil.example comes from a variable');
    }
    expect(refusal(call, { base: 'https://api.example:8443' })).toContain('the host api.example:8443');
  });
});

describe('a call is rejected', () => {
  test.each<[CallInput, string]>([
    [{ url: '' }, 'URL is required'],
    [{ url: '{{empty}}' }, 'URL is required'],
    [{ url: 'api.example' }, 'URL must be a valid HTTP/HTTPS URL: api.example'],
    [{ url: 'ftp://api.example' }, 'URL must be a valid HTTP/HTTPS URL: ftp://api.example'],
    [{ url: '{{script}}' }, 'URL must be a valid HTTP/HTTPS URL: javascript:alert(1)'],
    [{ url: '{{script}}/x' }, 'URL must be a valid HTTP/HTTPS URL: javascript:alert(1)/x'],
    [{ url: '{{empty}}/x' }, 'URL must be a valid HTTP/HTTPS URL: /x'],
    [
      { url: '{{base}}{{evil}}' },
      'A value right behind the address of a URL has to begin with a slash: https://api.exampleevil.example%2F',
    ],
    [
      { url: 'https://{{evil}}.api.example/' },
      'URL must be a valid HTTP/HTTPS URL: https://evil.example%2F.api.example/',
    ],
    [{ url: 'https://api.example/{{repo.nam}}' }, 'The variable {{repo.nam}} in the URL has no value.'],
    [
      { url: 'https://api.example/h/{{my-var}}' },
      "{{my-var}} in the URL is not a variable. To send {{ as text, write {{'{{'}}.",
    ],
    [
      { headers: { 'X-A': '{{#if\tx}}' } },
      "{{#if x}} in the header X-A is not a variable. To send {{ as text, write {{'{{'}}.",
    ],
    [
      { method: 'POST', body: '{"a": "{{\n  a b\n}}"}' },
      "{{a b}} in the body is not a variable. To send {{ as text, write {{'{{'}}.",
    ],
    [
      { authConfig: { type: 'bearer', token: 'ab{{c-d}}' } },
      "A placeholder in the header Authorization is not a variable. To send {{ as text, write {{'{{'}}.",
    ],
    [{ headers: { 'X-A': '{{nobody}}' } }, 'The variable {{nobody}} in the header X-A has no value.'],
    [
      { authConfig: { type: 'bearer', token: '{{nobody}}' } },
      'The variable {{nobody}} in the header Authorization has no value.',
    ],
    [{ method: 'POST', body: '{{nobody}}' }, 'The variable {{nobody}} in the body has no value.'],
    [{ headers: { 'X-A': '{{lines}}' } }, 'The value of the header X-A has a line break or is too long.'],
    [{ headers: { 'X-A': '{{long}}' } }, 'The value of the header X-A has a line break or is too long.'],
    [
      { url: 'https://api.example/{{long}}{{long}}{{long}}{{long}}{{long}}{{long}}{{long}}{{long}}' },
      'With its variables filled in, the URL is longer than 65536 characters.',
    ],
    [
      { method: 'PUT', body: '{{long}}'.repeat(1_100) },
      'With its variables filled in, the body is larger than 5 MB. Send less at a time.',
    ],
  ])('%j', (input, message) => {
    const values = {
      empty: null,
      script: 'javascript:alert(1)',
      base: 'https://api.example',
      evil: 'evil.example/',
      repo: { name: 'a' },
      lines: 'a\r\nX-Evil: 1',
      long: 'x'.repeat(limits.headerValueLength + 1),
    };
    expect(refusal(input, values)).toBe(message);
  });

  test('with a message that a long URL does not flood', () => {
    expect(refusal({ url: '{{u}}' }, { u: 'x'.repeat(60_000) }).length).toBeLessThan(300);
  });

  test.each(['.', '..'])('when the value %s would lead to another path', (value) => {
    const path = 'A value of . or .. would lead to another path: ';
    for (const url of [
      'https://h.example/a/{{v}}/b',
      'https://h.example/a/{{v}}',
      'https://h.example/a/{{v}}?q=1',
    ]) {
      expect(refusal({ url }, { v: value })).toBe(path + url.replace('{{v}}', value));
    }
    expect(send({ url: 'https://h.example/a?q={{v}}#{{v}}' }, { v: value }).url).toContain(`q=${value}`);
    expect(refusal({ url: 'https://h.example/{{d}}{{d}}/b' }, { d: '.' })).toBe(
      `${path}https://h.example/../b`,
    );
    expect(send({ url: 'https://h.example/a/../{{v}}b' }, { v: value }).url).toContain(`/../${value}b`);
    expect(send({ url: 'https://h.example/a/v{{v}}' }, { v: value }).url).toBe(
      `https://h.example/a/v${value}`,
    );
  });

  test.each(['.', '..'])('when the value %s would lead to another path behind an address', (value) => {
    const base = 'https://h.example/a/../b';
    const path = 'A value of . or .. would lead to another path: ';
    expect(refusal({ url: '{{base}}/{{v}}/c' }, { base, v: value })).toBe(`${path}${base}/${value}/c`);
    expect(send({ url: '{{base}}/../{{v}}c' }, { base, v: value }).url).toBe(`${base}/../${value}c`);
    expect(send({ url: '{{base}}?v={{v}}' }, { base, v: value }).url).toBe(`${base}?v=${value}`);
  });

  test('or sent with exactly the headers it was given, whatever the values are', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\r\nX: y', '\n', 'a\0b', '\u0085', ' a '),
    );
    fc.assert(
      fc.property(text, text, (value, token) => {
        const call = makeCall({
          headers: { 'X-A': '{{v}}' },
          authConfig: { type: 'bearer', token: '{{t}}' },
        });
        const built = finish(
          buildRequest(
            call,
            new Map([
              ['v', value],
              ['t', token],
            ]),
            'k',
          ),
        );
        if (built.kind === 'refused') return;
        const { headers } = built.request;
        expect(headers.map(([name]) => name)).toEqual(['X-A', 'Authorization', 'Idempotency-Key']);
        for (const [, sent] of headers) expect(sent).not.toMatch(/[\r\n\0]/);
      }),
      { numRuns: 1_000 },
    );
  });
});

test.each([
  ['https://a.example', true],
  ['HTTP://a.example:8080/x?y#z', true],
  ['http://[::1]/', true],
  ['ftp://a.example', false],
  ['javascript:alert(1)', false],
  ['//a.example', false],
  ['a.example', false],
  ['http://', false],
  ['', false],
])('%s is an http URL: %s', (text, isOne) => {
  expect(isHttpUrl(text)).toBe(isOne);
  expect(isHttpUrlTemplate(text)).toBe(isOne);
});

test.each([
  ['{{url}}', true],
  ['https://a.example/{{id}}?q={{q}}#{{f}}', true],
  ['https://{{host}}/x', true],
  ['https://api.{{domain}}:{{port}}/x', true],
  ['http://a.example:80{{port}}', true],
  ['https://{{user}}:{{password}}@a.example/', true],
  ['{{scheme}}://a.example', true],
  ['{{base}}/x', true],
  ['{{base}}/{{a}}?b={{c}}', true],
  ['{{ base.url }}?x=1', true],
  ['{{base}}#x', true],
  ['{{base}}x', false],
  ['{{a}}{{b}}', true],
  ['{{a}}{{b}}/x?c={{c}}', true],
  ['{{a}}x{{b}}', false],
  ['{{not a reference}}', true],
  ['ftp://{{host}}', false],
])('%s can become one: %s', (template, can) => expect(isHttpUrlTemplate(template)).toBe(can));

function soap(body: string, type = 'text/xml; charset=utf-8'): string {
  const values = { name: 'Söhne & <Co> "x" \'y\'', end: 'a]]>b', xml: '<a>1</a>' };
  const call = {
    method: 'POST',
    url: 'https://api.example/',
    headers: { 'Content-Type': type },
    body,
  } as const;
  return send(call, values).body;
}

describe('an XML body', () => {
  test.each(['text/xml; charset=utf-8', 'application/xml', 'application/soap+xml; action="x"'])(
    'of the type %s keeps values from becoming markup',
    (type) => {
      expect(soap('<n a="{{name}}">{{name}}</n>', type)).toBe(
        '<n a="Söhne &#38; &#60;Co&#62; &#34;x&#34; &#39;y&#39;">Söhne &#38; &#60;Co&#62; &#34;x&#34; &#39;y&#39;</n>',
      );
    },
  );

  test('has values as they are in a CDATA section, which they cannot end', () => {
    expect(soap('<n><![CDATA[{{name}}]]></n>{{xml}}')).toBe(
      '<n><![CDATA[Söhne & <Co> "x" \'y\']]></n>&#60;a&#62;1&#60;/a&#62;',
    );
    expect(soap('<![CDATA[1 {{end}} 2]]>')).toBe('<![CDATA[1 a]]]]><![CDATA[>b 2]]>');
  });

  test('may be one value as a whole', () => {
    expect(soap(' {{xml}}\n')).toBe(' <a>1</a>\n');
    expect(soap("{{xml | replace: '1', '{2}'}}")).toBe('<a>{2}</a>');
    expect(soap('<n>{{name}}</n>', 'text/plain; a="/xml"')).toContain('Söhne & <Co>');
  });
});
