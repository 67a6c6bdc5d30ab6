import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCurl } from '~/engine/import/curl/curl';
import { ApiCall } from '~/engine/definition/api-call';
import { finish } from '~/engine/json/json-parts';
import { buildRequest } from '~/engine/run/request';

function readOne(text: string) {
  const { calls, notes } = parseCurl(text);
  expect(notes).toEqual([]);
  expect(calls).toHaveLength(1);
  const [choice] = calls;
  if (!choice) throw new Error('no call');
  return { ...choice.call, notes: choice.notes };
}

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const json = { 'Content-Type': 'application/json' };

const cases: [name: string, text: string, expected: object][] = [
  [
    'a bare address',
    'curl https://a.test/x',
    { method: 'GET', url: 'https://a.test/x', headers: {}, body: '' },
  ],
  ['a prompt', '$ curl https://a.test/x', { url: 'https://a.test/x' }],
  ['sudo and assignments', 'A=1 time /usr/bin/curl https://a.test', { url: 'https://a.test' }],
  ['single quotes', "curl 'https://a.test/?q=a b&c=$d'", { url: 'https://a.test/?q=a b&c=$d' }],
  [
    'double quotes with escapes',
    'curl "https://a.test" -d "{\\"a\\": \\"b\\\\\\\\c\\"}"',
    { body: '{"a": "b\\\\c"}' },
  ],
  ['words put together', `curl 'https://a.test/'"b"c`, { url: 'https://a.test/bc' }],
  ['ANSI-C quotes', "curl https://a.test --data-raw $'it\\'s\\n\\u00e9 \\x41\\101'", { body: "it's\né AA" }],
  [
    'ANSI-C quotes with bytes',
    "curl https://a.test --data-raw $'\\xc3\\xa9\\342\\202\\254\\U0001F600'",
    { body: 'é€😀' },
  ],
  ['continued lines', 'curl -X PUT \\\n  https://a.test \\\r\n  -d x', { method: 'PUT', body: 'x' }],
  [
    'attached values',
    'curl -XDELETE -Haccept:text/plain https://a.test',
    { method: 'DELETE', headers: { accept: 'text/plain' } },
  ],
  ['--option=value', 'curl --request=PATCH --url=https://a.test', { method: 'PATCH', url: 'https://a.test' }],
  ['combined letters', 'curl -sSfX POST https://a.test', { method: 'POST', notes: [] }],
  ['end of options', 'curl -s -- https://a.test', { url: 'https://a.test' }],
  [
    'data makes a POST',
    'curl https://a.test -d a=1 --data b=2',
    { method: 'POST', body: 'a=1&b=2', headers: form },
  ],
  [
    'its own type stays',
    "curl https://a.test -d '{}' -H 'content-type: application/json'",
    { headers: { 'content-type': 'application/json' } },
  ],
  ['data-raw with an at sign', 'curl https://a.test --data-raw @me', { body: '@me', notes: [] }],
  ['urlencoded pairs', "curl https://a.test --data-urlencode 'q=a b&c!'", { body: 'q=a+b%26c%21' }],
  ['urlencoded content', "curl https://a.test --data-urlencode '=a=b'", { body: 'a%3Db' }],
  [
    '-G',
    "curl -G https://a.test/s?x=1 --data-urlencode 'q=a b' -d n=2",
    { method: 'GET', url: 'https://a.test/s?x=1&q=a+b&n=2', body: '', headers: {} },
  ],
  [
    '--json',
    `curl --json '{"a":1}' https://a.test`,
    { method: 'POST', body: '{"a":1}', headers: { ...json, Accept: 'application/json' } },
  ],
  [
    '-u',
    'curl -u user:pass https://a.test',
    { headers: {}, authConfig: { type: 'basic', username: 'user', password: 'pass' } },
  ],
  ['-u with colons', 'curl -u ü:p:q https://a.test', { authConfig: { username: 'ü', password: 'p:q' } }],
  [
    '-u with a key alone',
    'curl -u sk_key: https://a.test',
    { authConfig: { username: 'sk_key', password: '' } },
  ],
  [
    '-u and a header',
    "curl -u a:b -H 'Authorization: Own x' https://a.test",
    { authConfig: { type: 'none' } },
  ],
  [
    '-u and a token',
    'curl -u a:b --oauth2-bearer t https://a.test',
    { authConfig: { type: 'bearer', token: 't' } },
  ],
  [
    '-u and no header',
    "curl -u a:b -H 'Authorization:' https://a.test",
    { authConfig: { type: 'none' }, headers: {} },
  ],
  [
    'users in two addresses',
    'curl https://a:b%40@a.test',
    { url: 'https://a.test', authConfig: { username: 'a', password: 'b@' } },
  ],
  ['-I', 'curl -I https://a.test', { method: 'HEAD', notes: [] }],
  ['-X HEAD', 'curl -X HEAD https://a.test', { method: 'HEAD', notes: [] }],
  ['-X OPTIONS', 'curl --request OPTIONS https://a.test', { method: 'OPTIONS', notes: [] }],
  ['a pin of a key', 'curl --pinnedpubkey sha256//x https://a.test', { url: 'https://a.test' }],
  [
    'a body of GET',
    "curl -X GET https://a.test -d '{}'",
    { method: 'GET', body: '{}', headers: form, notes: [] },
  ],
  [
    'a bearer token',
    "curl -H 'Authorization: Bearer abc.def' https://a.test",
    { authConfig: { type: 'bearer', token: 'abc.def' }, headers: {}, secretHeaders: [] },
  ],
  [
    'a key',
    "curl -H 'X-Api-Key: k' -H 'Accept: */*' https://a.test",
    { headers: { 'X-Api-Key': 'k', Accept: '*/*' }, secretHeaders: ['X-Api-Key'] },
  ],
  [
    'cookies, agent, referer',
    'curl -b a=b -A me -e https://r.test https://a.test',
    { headers: { Cookie: 'a=b', 'User-Agent': 'me', Referer: 'https://r.test' }, secretHeaders: ['Cookie'] },
  ],
  [
    'what changes nothing',
    'curl --compressed -o out.json -w %{http_code} --http1.1 https://a.test',
    { url: 'https://a.test', notes: [] },
  ],
  ['a pipe', 'curl -s https://a.test 2>/dev/null', { url: 'https://a.test', notes: [] }],
  ['a removed header', "curl -d x -H 'Content-Type:' https://a.test", { headers: {} }],
  ['--max-time', 'curl -m 12.5 https://a.test', { timeoutMs: 12_500 }],
  [
    'cmd with carets',
    'curl ^"https://a.test/?a=1^&b=2^" ^\r\n  -H ^"accept: */*^" ^\r\n  --data-raw ^"^{^\\^"a^\\^":1^}^"',
    { url: 'https://a.test/?a=1&b=2', body: '{"a":1}', method: 'POST' },
  ],
  [
    'cmd with quotes',
    'curl.exe "https://a.test/" ^\n -H "x: a^b" --data "{\\"a\\":\\"b\\"}"',
    { headers: { x: 'a^b', ...form }, body: '{"a":"b"}' },
  ],
];

describe('a cURL command', () => {
  it.each(cases)('%s', (_name, text, expected) => {
    expect(readOne(text)).toMatchObject(expected);
  });

  it('turns variables of the shell into placeholders and says so', () => {
    const call = readOne('curl -H "Authorization: Bearer $TOKEN" https://a.test/${ID:-1}?x=\'$y\'');
    expect(call).toMatchObject({
      authConfig: { type: 'bearer', token: '{{TOKEN}}' },
      url: 'https://a.test/{{ID}}?x=$y',
    });
    expect(call.notes).toEqual([expect.stringContaining('{{TOKEN}}'), expect.stringContaining('{{ID}}')]);
  });

  it.each([
    ['curl https://a.test -d @-', 'standard input'],
    ['curl https://a.test -d @body.json', 'body.json'],
    ['curl https://a.test -F file=@a.png', '(-F)'],
    ['curl -k https://a.test', '-k'],
    ['curl -X TRACE https://a.test', 'TRACE requests cannot be sent'],
    ["curl https://a.test -d $'\\xe9'", 'not UTF-8 text'],
    ['curl -X post https://a.test', '“post” was changed to capitals'],
    ["curl https://a.test -d x -H 'Content-Type:'", 'sent as application/json'],
    ['curl -u me https://a.test', 'The password (-u) is missing'],
    ['curl -u "$LOGIN" https://a.test', 'give the password of {{LOGIN}} a variable of its own'],
    ['curl -u : https://a.test', 'Username and password are missing'],
    ['curl --proxy p.test https://a.test', '--proxy'],
    ['curl a.test', 'http://'],
    ['curl https://a.test -d "$(cat x)"', '$(…)'],
    ["curl 'https://a.test", 'is not closed'],
    ['curl https://a.test -H nonsense', 'nonsense'],
  ])('says what of %s it did not take', (text, part) => {
    expect(readOne(text).notes.join('\n')).toContain(part);
  });

  it.each([
    ['--digest', 'Digest authentication'],
    ['--ntlm', 'NTLM authentication'],
    ['--negotiate', 'Negotiate (SPNEGO) authentication'],
    ['--anyauth', 'a scheme that the server chooses'],
    ['--aws-sigv4 aws:amz:us-east-1:execute-api', 'AWS Signature Version 4'],
  ])('never sends a password in the clear that %s would not', (options, named) => {
    const { headers, authConfig, notes } = readOne(`curl ${options} -u AKID:SECRET https://a.test`);
    expect({ headers, authConfig }).toEqual({ headers: {}, authConfig: { type: 'none' } });
    expect(notes.join()).toContain(named);
    expect(notes.join()).not.toContain('SECRET');
    const addressed = readOne(`curl https://AKID:SECRET@a.test ${options}`);
    expect({ headers: addressed.headers, url: addressed.url }).toEqual({
      headers: {},
      url: 'https://a.test',
    });
  });

  it.each([
    ['$SID:$TOKEN', '{{SID}}', '{{TOKEN}}'],
    ['"$KEY:"', '{{KEY}}', ''],
    ['"a/$B:c"', 'a/{{B}}', 'c'],
    ['{email}/token:{token}', '{{email}}/token', '{{token}}'],
    ['"<user name>:<API key>"', '{{user_name}}', '{{api_key}}'],
    ["'me:pa{ss}<w>ord'", 'me', 'pa{ss}<w>ord'],
  ])('takes -u %s for a user name and a password to fill in', (written, username, password) => {
    const expected = { type: 'basic', username, password };
    expect(readOne(`curl -u ${written} https://a.test`).authConfig).toEqual(expected);
    if (/[ "']/.test(written)) return;
    const { url, authConfig } = readOne(`curl "https://${written}@a.test/x"`);
    const isPath = written.includes('/');
    if (!isPath) expect({ url, authConfig }).toEqual({ url: 'https://a.test/x', authConfig: expected });
  });

  it('leaves out a query that comes from a file', () => {
    const { url, notes } = readOne(
      'curl https://a.test --url-query a@b.txt --url-query @c.txt --url-query d=@e',
    );
    expect(url).toBe('https://a.test?d=%40e');
    expect(notes).toEqual([
      'The query from the file “b.txt” was left out.',
      'The query from the file “c.txt” was left out.',
    ]);
  });

  it('keeps the type of a form, with the boundary of the body', () => {
    const own = "curl https://a.test -F a=1 -H 'Content-Type: multipart/related; boundary=abc; type=x'";
    const { headers, body, notes } = readOne(own);
    expect(headers).toEqual({ 'Content-Type': 'multipart/related; type=x; boundary=form-boundary' });
    expect(body).toContain('--form-boundary\r\nContent-Disposition: attachment; name="a"\r\n');
    expect(notes).toEqual(['The boundary in the header Content-Type was replaced by the one of the form.']);
  });

  it.each([
    [
      'in an address without quotes',
      'curl https://a.test/<tenant-id>/token',
      'https://a.test/{{tenant_id}}/token',
    ],
    [
      'in a quoted address',
      'curl "https://a.test/<id>?q=<Search Term>"',
      'https://a.test/{{id}}?q={{search_term}}',
    ],
  ])('takes a name in angle brackets %s for a placeholder', (_where, text, url) => {
    const call = readOne(text);
    expect(call.url).toBe(url);
    expect(call.notes[0]).toContain('became the placeholder');
  });

  it('takes a shell for a shell, though its quotes hold carets', () => {
    const body = '{"a":"^"}';
    expect(readOne(`curl 'https://a.test' --data-raw '${body}' -H 'x: ^'`)).toMatchObject({
      url: 'https://a.test',
      body,
    });
    expect(readOne("curl $'https://a.test' -d '^\n^\"'").url).toBe('https://a.test');
  });

  it('follows redirects where curl would', () => {
    expect(readOne('curl -sSL https://a.test').followRedirects).toBe(true);
    expect(readOne('curl https://a.test').followRedirects).toBe(false);
  });

  it('reads several commands and several addresses', () => {
    const { calls, notes } = parseCurl(
      '# two\ncurl https://a.test/1 https://a.test/2; echo done\ncurl -d x https://a.test/3 --next https://a.test/4',
    );
    expect(calls.map(({ label }) => label)).toEqual(['GET /1', 'GET /2', 'POST /3', 'GET /4']);
    expect(notes).toEqual([{ message: '“echo done” is not a cURL command and was left out.' }]);
  });

  it.each([
    ['a quoted one as it is', `<<'END'\n{"a": "$x \\"b\\""}\nEND`, '{"a": "$x \\"b\\""}'],
    [
      'an open one with its variables',
      '<<END\n{"a": "$x", "b": "\\$y \\"z\\""}\nEND',
      '{"a": "{{x}}", "b": "$y \\"z\\""}',
    ],
    ['one of several lines, for -d in one', '<<-END\n\t{"a":\n\t1}\n\tEND', '{"a":1}'],
    ['what there is when it is never closed', '<<END\n1', '1'],
    ['a string', '<<< "a $b"', 'a {{b}}'],
  ])('reads from a here-document %s', (_name, document, body) => {
    expect(readOne(`curl https://a.test -d @- ${document}\n`).body).toBe(body);
  });

  it('keeps the line breaks of a here-document for --data-binary', () => {
    expect(readOne("curl https://a.test --data-binary @- <<'E'\na\nb\nE\n").body).toBe('a\nb\n');
  });

  it('writes a form with files, for which variables stand', () => {
    const call = readOne(
      `curl https://a.test -F 'purpose=fine "tune" {{x}}' -F 'file=@in/my data.jsonl' -F 'pages[]=@a.png;type=image/png' -F 'pages[]=@b;filename="c.png"'`,
    );
    expect(call).toMatchObject({ method: 'POST', bodyType: 'multipart', headers: {} });
    expect(JSON.parse(call.body)).toEqual({
      purpose: 'fine "tune" {{x}}',
      file: '{{file}}',
      'pages[]': ["{{pages | file: 'a.png', 'image/png'}}", "{{pages_2 | file: 'c.png'}}"],
    });
    expect(call.notes).toHaveLength(4);
    expect(call.notes.join()).toContain(
      '“file” (-F) is the file “in/my data.jsonl”, for which {{file}} stands',
    );
  });

  it.each([
    ['-T scan.pdf', 'PUT', {}],
    [
      "--data-binary @scan.pdf -H 'Content-Type: application/pdf'",
      'POST',
      { 'Content-Type': 'application/pdf' },
    ],
  ])('sends the file of %s byte for byte', (options, method, headers) => {
    const call = readOne(`curl https://a.test/x ${options}`);
    expect(call).toMatchObject({ method, headers, body: '{{file}}', bodyType: 'file' });
    expect(call.notes).toEqual([
      expect.stringContaining('The body is the file “scan.pdf”, for which {{file}} stands'),
    ]);
  });

  it.each([
    '--data-binary @body.json',
    '--json @body.json',
    "--data-binary @body.json -H 'Content-Type: application/json'",
    "-T body.json -H 'Content-Type: text/plain'",
    "-d a=1 --data-binary @body.json -H 'Content-Type: application/pdf'",
  ])('leaves out the text of a file that %s reads', (options) => {
    const call = readOne(`curl https://a.test/x ${options}`);
    expect(call.bodyType).toBeUndefined();
    expect(call.notes.join()).toContain('The body comes from the file “body.json”');
  });

  it('writes a form of texts, and says which files it left out', () => {
    const call = readOne(
      `curl https://a.test -F a=1 -F 'b="x;y";type=text/csv' --form-string c=@d -F 'e=<f.png' -F g=form-boundary`,
    );
    const lines = call.body.split('\r\n');
    expect(call.headers).toEqual({ 'Content-Type': 'multipart/form-data; boundary=form-boundary-x' });
    expect(lines.filter((line) => line === '--form-boundary-x')).toHaveLength(4);
    expect(lines.slice(-2)).toEqual(['--form-boundary-x--', '']);
    expect(call.body).toContain('name="b"\r\nContent-Type: text/csv\r\n\r\nx;y\r\n');
    expect(call.body).toContain('name="c"\r\n\r\n@d\r\n');
    expect(call.notes).toEqual(['The form field “e” (-F) holds the file “f.png” and was left out.']);
  });

  it('takes a name in braces for a placeholder, and lists of addresses for what is not understood', () => {
    expect(readOne('curl https://a.test/{id}/x').url).toBe('https://a.test/{{id}}/x');
    expect(readOne('curl -g https://a.test/{id}').url).toBe('https://a.test/{id}');
    expect(readOne('curl https://a.test/[1-3]').notes.join()).toContain('several requests');
  });

  it.each([
    'X-Api-Key',
    'Cookie',
    'Api-Key',
    'X-Auth-Token',
    'PRIVATE-TOKEN',
    'apikey',
    'DD-APPLICATION-KEY',
    'X-Auth-Key',
    'Ocp-Apim-Subscription-Key',
    'X-Vault-Token',
    'X-Signature',
    'X-Auth',
  ])('hides the value of %s', (name) => {
    expect(readOne(`curl https://a.test -H '${name}: v'`).secretHeaders).toEqual([name]);
  });

  it.each([
    'Accept',
    'Idempotency-Key',
    'X-Request-Id',
    'X-Auth-Email',
    'X-Monkey',
    'Surrogate-Key',
    'anthropic-version',
  ])('shows the value of %s', (name) => {
    expect(readOne(`curl https://a.test -H '${name}: v'`).secretHeaders).toEqual([]);
  });

  it('skips a here-document that it cannot use and goes on behind it', () => {
    const { calls } = parseCurl(
      "curl https://a.test/1 -d x <<'END'\ncurl https://no.test\nEND\ncurl https://a.test/2",
    );
    expect(calls.map(({ call }) => call.url)).toEqual(['https://a.test/1', 'https://a.test/2']);
  });

  it('leaves out what can be no call, and says why', () => {
    expect(parseCurl('curl ftp://a.test/x').notes).toEqual([
      { call: 'GET /x', message: 'This call was left out: URL must be a valid HTTP/HTTPS URL.' },
    ]);
    expect(parseCurl('curl').notes[0]?.message).toContain('no URL');
  });
});

describe('double braces', () => {
  it('around a name with a path are a placeholder, which is said once', () => {
    const call = readOne(
      `curl "https://a.test/{{order.id}}?x=$N" -H 'X-A: {{ n }}' -d '{"n": {{n}}, "m": "{{ n }}"}'`,
    );
    expect(call).toMatchObject({
      url: 'https://a.test/{{order.id}}?x={{N}}',
      headers: { 'X-A': '{{ n }}' },
      body: '{"n": {{n}}, "m": "{{ n }}"}',
    });
    expect(call.notes).toEqual([
      '“$N” became the placeholder {{N}}. Give it a value in the trigger or an earlier call.',
      '“{{n}}” became the placeholder {{n}}. Give it a value in the trigger or an earlier call.',
      '“{{order.id}}” became the placeholder {{order.id}}. Give it a value in the trigger or an earlier call.',
    ]);
  });

  it('around anything else are text, which is said', () => {
    const call = readOne(`curl https://a.test -H 'X-A: {{a b}}' -d '{{#if x}}hi{{/if}} {{'`);
    expect(call.headers['X-A']).toBe("{{'{{'}}a b}}");
    expect(call.body).toBe("{{'{{'}}#if x}}hi{{'{{'}}/if}} {{");
    expect(call.notes).toEqual([
      '“{{#if x}}” names no variable, so it is sent as it is written.',
      '“{{/if}}” names no variable, so it is sent as it is written.',
      '“{{a b}}” names no variable, so it is sent as it is written.',
    ]);
  });

  it('in a value to be encoded are encoded, unless they are around a name', () => {
    const call = readOne(`curl https://a.test --data-urlencode 'q={{a b}} {{n}}'`);
    expect([call.body, call.notes.length]).toEqual(['q=%7B%7Ba+b%7D%7D+{{n}}', 1]);
  });

  it('and all other text arrive as curl would send them', () => {
    const pieces = fc.constantFrom('{', '}', '{{', '}}', "'{{'", '#if x', ' ', '"', '$', '\\');
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const body = `x${parts.join('')}`;
        const quoted = `'${body.replaceAll("'", String.raw`'\''`)}'`;
        const { notes: _notes, ...draft } = readOne(
          `curl https://a.test -H 'Content-Type: text/plain' -d ${quoted}`,
        );
        const built = finish(buildRequest(ApiCall.parse({ ...draft, id: 'a', order: 1 }), new Map(), 'key'));
        expect(built).toMatchObject({ kind: 'request', request: { body } });
      }),
      { numRuns: 500 },
    );
  });
});
