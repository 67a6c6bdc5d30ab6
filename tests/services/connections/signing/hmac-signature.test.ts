// Requests signed with a secret: by published vectors, and at targets that check the signature by their own rule.
import { createHash, createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { listAttempts } from '~/db/executions/steps';
import { Hmac } from '~/engine/connections/hmac-config';
import { changeConnection, createConnection, readConnectionById } from '~/services/connections/connections';
import { signWithHmac } from '~/services/connections/signing/hmac-signature';
import { runExecution } from '~/services/runs/run-execution';
import { createRunSetup, never, type RunSetup } from '../../runs/run-setup';

function sign(config: object, request: object, now = 0) {
  const about = { method: 'GET', url: 'https://api.example.com/', headers: [], body: '' };
  return signWithHmac({ ...about, ...request }, Hmac.parse({ keyId: 'key-7', ...config }), now);
}

describe('as published', () => {
  // https://developers.binance.com/docs/binance-spot-api-docs/rest-api/endpoint-security-type
  test('Binance: the query is signed with its time, and the signature stands behind it', () => {
    const order = 'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000';
    const { url, headers } = sign(
      {
        keyId: 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A',
        secret: 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j',
        text: '{{query}}{{body}}',
        headers: 'X-MBX-APIKEY: {{key_id}}',
        query: 'timestamp={{timestamp_ms}}&signature={{signature}}',
      },
      { method: 'POST', url: `https://api.binance.com/api/v3/order?${order}` },
      1_499_827_319_559,
    );
    expect(url).toBe(
      `https://api.binance.com/api/v3/order?${order}&timestamp=1499827319559&signature=c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71`,
    );
    expect(headers).toEqual([
      ['X-MBX-APIKEY', 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A'],
    ]);
  });

  // https://cloud.tencent.com/document/api/213/30654
  test('Tencent Cloud: the key is derived from the day and the service, and the hash of a canonical request is signed', () => {
    const { headers } = sign(
      {
        keyId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE',
        secret: 'TC3Gu5t9xGARNpq86cd98joQYCN3EXAMPLE',
        keySteps: '{{date_iso}}\ncvm\ntc3_request',
        hashedText: String.raw`{{method}}\n{{path}}\n{{query_sorted}}\ncontent-type:{{header.content-type}}\nhost:{{host}}\n\ncontent-type;host\n{{body_sha256}}`,
        text: String.raw`TC3-HMAC-SHA256\n{{timestamp}}\n{{date_iso}}/cvm/tc3_request\n{{hashed_text}}`,
        headers: 'X-TC-Signature: {{signature}}\nX-TC-Timestamp: {{timestamp}}',
      },
      {
        method: 'POST',
        url: 'https://cvm.tencentcloudapi.com/',
        headers: [['Content-Type', 'application/json; charset=utf-8']],
        body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
      },
      1_551_113_065_000,
    );
    expect(headers.slice(1)).toEqual([
      ['X-TC-Signature', '72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168'],
      ['X-TC-Timestamp', '1551113065'],
    ]);
  });

  // https://github.com/akamai/AkamaiOPEN-edgegrid-python, test_data.json: "simple GET"
  test('Akamai: the key is the base64 of what the time derives', () => {
    const { headers } = sign(
      {
        keyId: 'akab-client-token-xxx-xxxxxxxxxxxxxxxx',
        passphrase: 'akab-access-token-xxx-xxxxxxxxxxxxxxxx',
        secret: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=',
        encoding: 'base64',
        keySteps: '{{time_offset}}',
        derivedForm: 'base64',
        text: String.raw`{{method}}\thttps\t{{host}}\t{{path_and_query}}\t\t\tEG1-HMAC-SHA256 client_token={{key_id}};access_token={{passphrase}};timestamp={{time_offset}};nonce=nonce-xx-xxxx-xxxx-xxxx-xxxxxxxxxxxx;`,
        headers: 'Authorization: EG1-HMAC-SHA256 signature={{signature}}',
      },
      { url: 'https://akaa-baseurl-xxxxxxxxxxx-xxxxxxxxxxxxx.luna.akamaiapis.net/' },
      Date.parse('2014-03-21T19:34:21Z'),
    );
    expect(headers).toEqual([
      ['Authorization', 'EG1-HMAC-SHA256 signature=tL+y4hxyHxgWVD30X3pWnGKHcPzmrIF+LThiAOhMxYU='],
    ]);
  });

  test('the times and the sorted query that canonical requests have', () => {
    const { headers } = sign(
      {
        secret: 'a-secret',
        text: 'x',
        headers:
          'X: {{time_iso}} {{time_basic}} {{time_offset}} {{date_iso}} {{date_basic}} {{query_sorted}} {{signature}}',
      },
      { url: 'https://api.example.com/?b=2&a=x%20y&a=%2a' },
      Date.parse('2026-01-05T12:00:00.789Z'),
    );
    expect(headers[0]?.[1]).toMatch(
      /^2026-01-05T12:00:00Z 20260105T120000Z 20260105T12:00:00\+0000 2026-01-05 20260105 a=%2A&a=x%20y&b=2 /,
    );
  });

  test.each([
    [{ keySteps: '{{signature}}' }, '{{signature}} has no place here'],
    [{ hashedText: '{{hashed_text}}' }, '{{hashed_text}} has no place here'],
    [{ keySteps: Array.from({ length: 11 }, () => 'x').join('\n') }, 'A key has at most 10 steps'],
  ])('a derivation or a text to hash that cannot be filled in is refused', (config, message) => {
    const { error } = Hmac.safeParse({ secret: 'a', text: 'x', headers: 'X: {{signature}}', ...config });
    expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  // https://docs.oracle.com/iaas/Content/API/Concepts/signingrequests.htm: draft-cavage-http-signatures with a method in lower case.
  test('Oracle Cloud: method, length and hash of the body as it has them', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { headers } = sign(
      {
        keyId: 'tenancy/user/fingerprint',
        secret: privateKey.export({ format: 'pem', type: 'pkcs8' }),
        hash: 'rsa-v1_5-sha256',
        encoding: 'base64',
        text: String.raw`(request-target): {{method_lower}} {{path_and_query}}\nx-content-sha256: {{body_sha256_base64}}\ncontent-length: {{body_length}}`,
        headers:
          'x-content-sha256: {{body_sha256_base64}}\nAuthorization: Signature signature="{{signature}}"',
      },
      { method: 'POST', url: 'https://iaas.example.com/20160918/vcns?limit=1', body: '{"ä":1}' },
    );
    const sent = Object.fromEntries(headers) as Record<string, string>;
    const digest = createHash('sha256').update('{"ä":1}').digest('base64');
    expect(sent['x-content-sha256']).toBe(digest);
    const text = `(request-target): post /20160918/vcns?limit=1\nx-content-sha256: ${digest}\ncontent-length: 8`;
    const signature = Buffer.from(/"(.+)"$/.exec(sent.Authorization ?? '')?.[1] ?? '', 'base64');
    expect(verify('sha256', Buffer.from(text), publicKey, signature)).toBe(true);
  });

  test('hashes of the body stand in base64, too, as Content-MD5 and Digest have them', () => {
    const config = {
      secret: 's',
      text: '{{body_md5_base64}} {{body_sha512_base64}}',
      headers: 'X-Sig: {{signature}}',
    };
    const [md5, sha512] = ['md5', 'sha512'].map((name) => createHash(name).update('{}').digest('base64'));
    const expected = createHmac('sha256', 's').update(`${md5} ${sha512}`).digest('hex');
    expect(sign(config, { method: 'POST', body: '{}' }).headers).toEqual([['X-Sig', expected]]);
  });

  // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
  test('GitHub: the body is signed, in hex behind the name of the hash', () => {
    const config = {
      secret: "It's a Secret to Everybody",
      text: '{{body}}',
      headers: 'X-Hub-Signature-256: sha256={{signature}}',
    };
    expect(sign(config, { method: 'POST', body: 'Hello, World!' }).headers).toEqual([
      ['X-Hub-Signature-256', 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'],
    ]);
  });

  // RFC 9421 appendices B.1.4, B.1.5, B.2.5 and B.2.6.
  test.each([
    {
      keyId: 'test-shared-secret',
      secret: 'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==',
      keyEncoding: 'base64',
      hash: 'sha256',
      covered: ['date', '@authority', 'content-type'],
      signature: 'pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=',
    },
    {
      keyId: 'test-key-ed25519',
      secret: `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
-----END PRIVATE KEY-----`,
      hash: 'ed25519',
      covered: ['date', '@method', '@path', '@authority', 'content-type', 'content-length'],
      signature: 'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==',
    },
  ])('HTTP Message Signatures: $keyId', ({ keyId, covered, signature, ...config }) => {
    const values: Record<string, string> = {
      '@method': '{{method}}',
      '@path': '{{path}}',
      '@authority': '{{host}}',
    };
    const lines = covered.map((name) => `"${name}": ${values[name] ?? `{{header.${name}}}`}`);
    const names = covered.map((name) => `"${name}"`).join(' ');
    const parameters = `(${names});created={{timestamp}};keyid="{{key_id}}"`;
    const { headers } = sign(
      {
        ...config,
        keyId,
        text: [...lines, `"@signature-params": ${parameters}`].join('\n'),
        encoding: 'base64',
        headers: `Signature-Input: sig=${parameters}\nSignature: sig=:{{signature}}:`,
      },
      {
        method: 'POST',
        url: 'https://example.com/foo?param=Value&Pet=dog',
        headers: [
          ['Date', 'Tue, 20 Apr 2021 02:07:55 GMT'],
          ['Content-Type', 'application/json'],
          ['Content-Length', '18'],
        ],
        body: '{"hello": "world"}',
      },
      1_618_884_473_000,
    );
    expect(headers.at(-2)).toEqual(['Signature-Input', `sig=(${names});created=1618884473;keyid="${keyId}"`]);
    expect(headers.at(-1)).toEqual(['Signature', `sig=:${signature}:`]);
  });

  // RFC 2202 §3 and RFC 4231 §4.3, case 2.
  test.each([
    ['md5', '750c783e6ab0b503eaa86e310a5db738'],
    ['sha1', 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79'],
    ['sha256', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
    [
      'sha384',
      'af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649',
    ],
    [
      'sha512',
      '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
    ],
  ])('%s', (hash, signature) => {
    const config = {
      secret: 'Jefe',
      hash,
      text: 'what do ya want for nothing?',
      headers: 'X-S: {{signature}}',
    };
    expect(sign(config, {}).headers).toEqual([['X-S', signature]]);
  });
});

test('what is sent by the rules of Standard Webhooks is taken by their library', () => {
  const secret = Buffer.from('a secret of bytes, 77').toString('base64');
  const { headers } = sign(
    {
      secret,
      keyEncoding: 'base64',
      encoding: 'base64',
      text: '{{header.idempotency-key}}.{{timestamp}}.{{body}}',
      headers:
        'webhook-id: {{header.Idempotency-Key}}\r\nwebhook-timestamp: {{timestamp}}\r\nwebhook-signature: v1,{{signature}}',
    },
    { method: 'POST', headers: [['Idempotency-Key', 'run.1']], body: '{"é":1}' },
    Date.now(),
  );
  expect(new Webhook(secret).verify('{"é":1}', Object.fromEntries(headers))).toEqual({ é: 1 });
});

test('each part of a request can be signed', () => {
  const parts =
    'method|url|host|path|query|path_and_query|body|body_md5|body_sha256|body_sha256_base64|body_sha512|timestamp|timestamp_ms|timestamp_iso|date|expires|key_id|passphrase|header.content-type|header.missing';
  const text = parts
    .split('|')
    .map((part) => `{{ ${part} }}`)
    .join('\\n');
  const body = '{"é":1}';
  const request = {
    method: 'PUT',
    url: 'https://api.example.com:8443/a%20b/?x=1&y=%2F#end',
    headers: [['Content-Type', 'application/json'] as [string, string]],
    body,
  };
  const config = {
    secret: 's',
    passphrase: 'open',
    text,
    encoding: 'base64_percent',
    headers: 'X-S: {{signature}}',
  };
  const now = Date.UTC(2026, 0, 5, 12, 0, 0, 250);
  const hash = (name: string, encoding: 'hex' | 'base64' = 'hex') =>
    createHash(name).update(body).digest(encoding);
  const expected = [
    'PUT',
    'https://api.example.com:8443/a%20b/?x=1&y=%2F',
    'api.example.com:8443',
    '/a%20b/',
    'x=1&y=%2F',
    '/a%20b/?x=1&y=%2F',
    body,
    hash('md5'),
    hash('sha256'),
    hash('sha256', 'base64'),
    hash('sha512'),
    '1767614400',
    '1767614400250',
    '2026-01-05T12:00:00.250Z',
    'Mon, 05 Jan 2026 12:00:00 GMT',
    '1767614700',
    'key-7',
    'open',
    'application/json',
    '',
  ].join('\n');
  const signature = createHmac('sha256', 's').update(expected).digest('base64');
  const signed = sign(config, request, now);
  expect(signed.headers.at(-1)).toEqual(['X-S', encodeURIComponent(signature)]);
  expect(signed.url).toBe(request.url);
});

test('a nonce is the same in all of a request, and another in the next', () => {
  const config = { secret: 's', text: '{{nonce}}', headers: 'X-N: {{nonce}}\nX-S: {{signature}}' };
  const [first, second] = [sign(config, {}), sign(config, {})];
  const [nonce = '', signature] = first.headers.map(([, value]) => value);
  expect(nonce).toMatch(/^[\da-f]{32}$/);
  expect(signature).toBe(createHmac('sha256', 's').update(nonce).digest('hex'));
  expect(second.headers[0]?.[1]).not.toBe(nonce);
});

test('what a header of the call holds is no template', () => {
  const config = { secret: 's', text: '{{header.x-a}}', headers: 'X-B: {{header.x-a}}{{signature}}' };
  const { headers } = sign(config, { headers: [['X-A', '{{passphrase}}']] });
  const signature = createHmac('sha256', 's').update('{{passphrase}}').digest('hex');
  expect(headers.at(-1)).toEqual(['X-B', `{{passphrase}}${signature}`]);
});

describe('in a run', () => {
  let setup: RunSetup;

  beforeEach(async () => {
    setup = await createRunSetup();
  });

  const secret = Buffer.from('an-exchange-secret-77').toString('base64');
  const config = {
    keyId: 'key-7',
    secret,
    keyEncoding: 'base64',
    passphrase: 'a-passphrase-77',
    encoding: 'base64',
    text: '{{timestamp}}{{method}}{{path_and_query}}{{body}}',
    headers:
      'CB-ACCESS-KEY: {{key_id}}\nCB-ACCESS-SIGN: {{signature}}\nCB-ACCESS-TIMESTAMP: {{timestamp}}\nCB-ACCESS-PASSPHRASE: {{passphrase}}',
  };

  function create(changes: object = {}) {
    const about = { name: 'Exchange', kind: 'hmac', baseUrl: setup.target.url };
    return createConnection(setup.context, setup.actor, { ...about, config: { ...config, ...changes } });
  }

  async function connect(changes: object = {}): Promise<string> {
    const made = await create(changes);
    if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
    return made.connection.id;
  }

  test('each attempt is signed as it is sent, and the log shows nothing secret', async () => {
    const authConfig = { type: 'connection', connectionId: await connect() };
    const redirect = { Location: '/elsewhere' };
    // The target answers what an exchange would: 200 when the signature is that of what came.
    setup.answers.handler = ({ method, url, headers, body }, response) => {
      const text = `${String(headers['cb-access-timestamp'])}${method}${url}${body}`;
      const expected = createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64');
      const isRight = headers['cb-access-sign'] === expected && headers['cb-access-key'] === 'key-7';
      const status = !isRight ? 401 : method === 'GET' ? 307 : 200;
      response.writeHead(status, redirect).end(JSON.stringify({ you: headers['cb-access-passphrase'] }));
    };
    const call = { method: 'POST', url: '/orders?size={{n}}&to=a%2Fb', authConfig, body: '{"é": {{n}}}' };
    const apiCalls = [
      { ...call, id: 'a', headers: { 'cb-access-key': 'of the call' } },
      { id: 'b', method: 'GET', url: '/orders', authConfig, followRedirects: true },
    ];
    const id = await setup.accept(await setup.seed({ apiCalls }));
    await runExecution(setup.context, await setup.claim(), never);
    const attempts = await listAttempts(setup.context.db, [id]);
    expect(attempts.map(({ status_code }) => status_code)).toEqual([200, 307]);
    // A signature is for one address.
    expect(setup.target.received.map(({ url }) => url)).toEqual(['/orders?size=1.10&to=a%2Fb', '/orders']);
    const rows = JSON.stringify(attempts);
    expect(rows).toContain('Exchange (HMAC signature)');
    for (const hidden of ['a-passphrase-77', secret]) expect(rows).not.toContain(hidden);
  });

  test('both secrets are sealed, shown masked, kept behind their masks, and typed again for another host', async () => {
    const { context, actor } = setup;
    const id = await connect();
    const { db } = context;
    const stored = await db.first(db.build.selectFrom('connections').selectAll().where('id', '=', id));
    for (const hidden of ['a-passphrase-77', secret]) expect(JSON.stringify(stored)).not.toContain(hidden);
    const masks = { secret: `••••${secret.slice(-4)}`, passphrase: '••••e-77' };
    const read = await readConnectionById(context, actor.organizationId, id);
    expect(read).toMatchObject({ connection: { config: { ...config, ...masks } } });
    const changed = await changeConnection(context, actor, id, { config: { ...masks, keyId: 'key-8' } });
    expect(changed).toMatchObject({
      kind: 'connection',
      connection: { config: { ...masks, keyId: 'key-8' } },
    });
    expect(await changeConnection(context, actor, id, { allowedHosts: ['evil.example.org'] })).toMatchObject({
      kind: 'invalid',
      fields: {
        'config.secret': ['Enter this again: it could now go to another server.'],
        'config.passphrase': ['Enter this again: it could now go to another server.'],
      },
    });
  });

  test.each([
    [{ secret: '' }, 'secret', 'Secret is required'],
    [{ secret: 'a b' }, 'secret', 'In base64, a key has letters, digits, +, / and = at its end'],
    [{ text: ' ' }, 'text', 'Text to sign is required'],
    [{ text: '{{signature}}' }, 'text', '{{signature}} has no place here'],
    [{ text: '{{path}' }, 'text', 'A placeholder begins with {{ and ends with }}'],
    [{ headers: '' }, 'headers', 'Write {{signature}} in a header or in the query'],
    [
      { headers: 'X-S {{signature}}' },
      'headers',
      'Write a line like X-Signature: {{signature}} for each header',
    ],
    [
      { headers: 'X S: {{signature}}' },
      'headers',
      "A header name may only contain letters, digits and !#$%&'*+.^_`|~-",
    ],
    [
      { headers: 'Host: {{signature}}' },
      'headers',
      'The header Host is set by the client itself and cannot be given.',
    ],
    [{ headers: 'X-S: {{signature}}{{body}}' }, 'headers', '{{body}} has no place here'],
    [{ headers: 'X-S: {{signature}}\nx-s: 1' }, 'headers', 'Header name already exists'],
    [{ headers: 'A: {{signature}}\n'.repeat(11) }, 'headers', 'At most 10 headers may be added'],
    [{ query: '=x' }, 'query', 'Write parameters like timestamp={{timestamp}}&signature={{signature}}'],
    [{ query: 'a={{body}}' }, 'query', '{{body}} has no place here'],
    [
      { hash: 'crc' },
      'hash',
      'The hash must be sha256, sha512, sha384, sha1, md5, rsa-v1_5-sha256, rsa-pss-sha512, ecdsa-p256-sha256, ecdsa-p384-sha384 or ed25519',
    ],
  ])('%o is refused', async (changes, field, message) => {
    expect(await create(changes)).toMatchObject({
      kind: 'invalid',
      fields: { [`config.${field}`]: [message] },
    });
  });

  test('a placeholder that is none is refused with those there are', async () => {
    const outcome = await create({ text: '{{pth}}' });
    if (outcome.kind !== 'invalid') throw new Error(outcome.kind);
    const [message] = outcome.fields?.['config.text'] ?? [];
    expect(message).toMatch(
      /^\{\{pth\}\} is none of these: method, method_lower, url, host, path, .*, header\.NAME, signature$/,
    );
  });
});
