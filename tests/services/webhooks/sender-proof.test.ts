import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkDefinition } from '~/engine/checks/definition-check';
import { senders } from '~/engine/senders/senders';
import { toProof, Verify } from '~/engine/senders/verify';
import { emptyDefinition } from '~/services/integrations/validate-definition';
import { isProven, needsBody } from '~/services/webhooks/sender-proof';

const now = Date.UTC(2026, 0, 5, 12);
const seconds = String(now / 1000);
const secret = 'a long random text';
const address = 'https://hooks.example.com/webhook/1?x=1';

interface Sent {
  headers?: Record<string, string>;
  body?: string;
  address?: string;
  secret?: string;
}

function prove(verify: unknown, { headers = {}, body = '{"a":1}', ...sent }: Sent): boolean {
  const request = {
    method: 'POST',
    address: sent.address ?? address,
    header: (name: string) => headers[name],
    body: Buffer.from(body),
  };
  return isProven(request, toProof(Verify.parse(verify)), sent.secret ?? secret, now);
}

function hmac(
  text: string,
  key: string | Buffer = secret,
  encoding: 'hex' | 'base64' = 'hex',
  hash = 'sha256',
) {
  return createHmac(hash, key).update(text).digest(encoding);
}

test.each(senders)(
  'nobody passes for $label without a proof, with an empty one or an empty secret',
  ({ name }) => {
    const proof = toProof({ scheme: name as never });
    const names =
      'header' in proof ? [proof.header] : ['authorization', 'webhook-signature', 'svix-signature'];
    expect(prove({ scheme: name }, {})).toBe(false);
    for (const value of ['', 'x', 'v1=', 'sha256=', 't=1,v1=', 'Basic ', '..', 'e30.e30.']) {
      const headers = Object.fromEntries([...names, 'x-time'].map((header) => [header, value]));
      expect(prove({ scheme: name }, { headers })).toBe(false);
    }
  },
);

describe('an HMAC of one’s own', () => {
  const own = {
    scheme: 'hmac',
    header: 'X-Sig',
    algorithm: 'sha512',
    encoding: 'base64',
    prefix: 'v2:',
    signed: '{method} {url} {header:X-Id} {timestamp}\n{body}',
    timestamp: 'X-Time',
    toleranceSeconds: 60,
  };
  const send = (time: string, over = {}) =>
    prove(own, {
      headers: {
        'x-sig': `v2:${hmac(`POST ${address} 7 ${time}\n{"a":1}`, secret, 'base64', 'sha512')}`,
        'x-id': '7',
        'x-time': time,
        ...over,
      },
    });

  test('signs what is said, in the form that is said', () => {
    expect(send(seconds)).toBe(true);
    expect(send(seconds, { 'x-id': '8' })).toBe(false);
    expect(send(seconds, { 'x-time': String(now / 1000 + 1) })).toBe(false);
    expect(send(seconds, { 'x-id': undefined })).toBe(false);
  });

  test.each([
    [String(now / 1000 - 61), false],
    [String(now / 1000 + 61), false],
    [String(now - 59_000), true],
    [new Date(now + 59_000).toISOString(), true],
    ['2026-01-05T14:00:30+02:00', true],
    [new Date(now + 59_000).toUTCString(), true],
    [new Date(now - 61_000).toUTCString(), false],
    ['Mon, 5 Jan 2026', false],
    ['yesterday', false],
    ['', false],
  ])('of the time %s: %s', (time, expected) => {
    expect(send(time)).toBe(expected);
  });

  test('is one field of the body’s hash unless more is said', () => {
    const verify = { scheme: 'hmac', header: 'X-Sig' };
    expect(prove(verify, { headers: { 'x-sig': hmac('{"a":1}') } })).toBe(true);
    expect(prove(verify, { headers: { 'x-sig': `0000, ${hmac('{"a":1}')}` } })).toBe(true);
  });

  test('may have a prefix with a space, which stands once before all of them', () => {
    // Greenhouse, Microsoft Teams and others name the algorithm so.
    const verify = { scheme: 'hmac', header: 'Signature', prefix: 'sha256 ' };
    const signature = hmac('{"a":1}');
    const given = [
      `sha256 ${signature}`,
      `sha256 0000, ${signature}`,
      signature,
      `sha1 ${signature}`,
      'sha256 ',
    ];
    expect(given.map((value) => prove(verify, { headers: { signature: value } }))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test.each([
    ['behind a name', (time: string, text: string) => `t=${time},v1=${text}`, 'v1='],
    ['behind another one, after it', (time: string, text: string) => `sig1=${text}; time=${time}`, 'sig1='],
    ['as a number alone', (time: string, text: string) => `${time},${text}`, ''],
  ])('finds the time beside it %s', (_where, write, prefix) => {
    const verify = {
      scheme: 'hmac',
      header: 'X-Sig',
      timestamp: 'X-Sig',
      prefix,
      signed: '{timestamp}.{body}',
    };
    const at = (time: string, signed = time) =>
      prove(verify, { headers: { 'x-sig': write(time, hmac(`${signed}.{"a":1}`)) } });
    expect(at(seconds)).toBe(true);
    expect(at(seconds, String(now / 1000 - 1))).toBe(false);
    expect(at(String(now / 1000 - 301))).toBe(false);
    expect(prove(verify, { headers: { 'x-sig': `${prefix}${hmac('undefined.{"a":1}')}` } })).toBe(false);
  });

  test('may sign the fields of a form in place of the body', () => {
    const verify = { scheme: 'hmac', header: 'X-Sig', signed: '{url}{form}' };
    const sendForm = (text: string) =>
      prove(verify, {
        headers: { 'x-sig': hmac(`${address}${text}`), 'content-type': 'application/x-www-form-urlencoded' },
        body: 'b=2&a=1&a=1&a=0',
      });
    // https://github.com/twilio/twilio-node: what is sent twice with the same value is signed once.
    expect([sendForm('a0a1b2'), sendForm('a0a1a1b2'), sendForm('')]).toEqual([true, false, false]);
    expect(prove(verify, { headers: { 'x-sig': hmac(address) }, body: '{"a":1}' })).toBe(false);
  });

  test.each([
    [{ signed: 'nothing' }, 'What is signed must hold {body} or {form}'],
    [{ signed: '{body}{secret}' }, 'What is signed may hold {body}, {timestamp}'],
    [{ header: 'X Sig' }, 'A header name may only contain'],
    [{ toleranceSeconds: 0 }, 'Too small'],
    [{ scheme: 'made-up' }, 'Who sends'],
  ])('%o is refused', (over, message) => {
    expect(Verify.safeParse({ ...own, ...over }).error?.issues[0]?.message).toContain(message);
  });
});

function sendStripe(header: string): boolean {
  return prove({ scheme: 'stripe' }, { headers: { 'stripe-signature': header } });
}

test('several pairs, of which one is right, are enough; the time in them counts', () => {
  const signature = hmac(`${seconds}.{"a":1}`);
  expect(sendStripe(`t=${seconds},v1=${'0'.repeat(64)},v1=${signature},v0=x`)).toBe(true);
  expect(sendStripe(`t=${seconds},v0=${signature}`)).toBe(false);
  expect(sendStripe(`v1=${signature}`)).toBe(false);
  const late = String(now / 1000 - 301);
  expect(sendStripe(`t=${late},v1=${hmac(`${late}.{"a":1}`)}`)).toBe(false);
});

function sendAs(scheme: string, headers: Record<string, string>, over = {}): boolean {
  return prove({ scheme }, { headers, ...over });
}

test('Paddle, PagerDuty, HubSpot, Trello and Airtable are each other shapes of the same', () => {
  expect(sendAs('paddle', { 'paddle-signature': `ts=${seconds};h1=${hmac(`${seconds}:{"a":1}`)}` })).toBe(
    true,
  );
  expect(sendAs('pagerduty', { 'x-pagerduty-signature': `v1=${'0'.repeat(64)},v1=${hmac('{"a":1}')}` })).toBe(
    true,
  );
  const hubSpot = hmac(`POST${address}{"a":1}${now}`, secret, 'base64');
  expect(
    sendAs('hubspot', { 'x-hubspot-signature-v3': hubSpot, 'x-hubspot-request-timestamp': String(now) }),
  ).toBe(true);
  const trello = hmac(`{"a":1}${address}`, secret, 'base64', 'sha1');
  expect(sendAs('trello', { 'x-trello-webhook': trello })).toBe(true);
  const key = Buffer.from('0123456789abcdef');
  const mac = { 'x-airtable-content-mac': `hmac-sha256=${hmac('{"a":1}', key)}` };
  expect(sendAs('airtable', mac, { secret: key.toString('base64') })).toBe(true);
  const guessed = { 'x-airtable-content-mac': `hmac-sha256=${hmac('{"a":1}', '')}` };
  expect(sendAs('airtable', guessed, { secret: '!!!!' })).toBe(false);
});

test('Twilio’s JSON is covered by a hash in the signed address, and without one by nothing', () => {
  const body = '{"a":1}';
  const send = (at: string, sent = body) =>
    prove(
      { scheme: 'twilio' },
      {
        address: at,
        body: sent,
        headers: {
          'content-type': 'application/json',
          'x-twilio-signature': hmac(at, secret, 'base64', 'sha1'),
        },
      },
    );
  const hash = createHash('sha256').update(body).digest('hex');
  expect(send(`${address}&bodySHA256=${hash}`)).toBe(true);
  expect(send(`${address}&bodySHA256=${hash}`, '{"a":2}')).toBe(false);
  expect(send(address)).toBe(false);
});

test('the secret of Discord and Telnyx is a public key', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const discord = (body: string, key: string) =>
    prove(
      { scheme: 'discord' },
      {
        secret: key,
        body,
        headers: {
          'x-signature-ed25519': sign(null, Buffer.from(`${seconds}{"a":1}`), privateKey).toString('hex'),
          'x-signature-timestamp': seconds,
        },
      },
    );
  expect(discord('{"a":1}', raw.toString('hex'))).toBe(true);
  expect(discord('{"a":2}', raw.toString('hex'))).toBe(false);
  expect(['', 'x', '0'.repeat(64), `${raw.toString('hex')}00`].map((key) => discord('{"a":1}', key))).toEqual(
    Array.from({ length: 4 }, () => false),
  );
  const telnyx = {
    'telnyx-signature-ed25519': sign(null, Buffer.from(`${seconds}|{"a":1}`), privateKey).toString('base64'),
    'telnyx-timestamp': seconds,
  };
  expect(prove({ scheme: 'telnyx' }, { headers: telnyx, secret: raw.toString('base64') })).toBe(true);
});

test.each([
  ['P-256', true],
  ['P-384', true],
  ['P-521', true],
  ['secp256k1', false],
  ['sect409r1', false],
  ['brainpoolP512r1', false],
])('a public key of the curve %s proves: %s', (namedCurve, proves) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
  const verify = { scheme: 'hmac', header: 'X-Sig', algorithm: 'ecdsa-sha256', encoding: 'base64' };
  const signature = sign('sha256', Buffer.from('{"a":1}'), privateKey).toString('base64');
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  expect(prove(verify, { headers: { 'x-sig': signature }, secret: key })).toBe(proves);
});

test('a token stands in its header or in the query, and nowhere else', () => {
  const gitLab = (token: string) => prove({ scheme: 'gitlab' }, { headers: { 'x-gitlab-token': token } });
  expect([secret, `${secret} `, secret.slice(1)].map(gitLab)).toEqual([true, false, false]);
  const own = { scheme: 'token', header: 'Authorization', prefix: 'Bearer ' };
  expect(prove(own, { headers: { authorization: `Bearer ${secret}` } })).toBe(true);
  expect(prove(own, { headers: { authorization: secret } })).toBe(false);
  const query = { scheme: 'query', name: 'key' };
  const at = (text: string) => prove(query, { address: `https://hooks.example.com/webhook/1?key=${text}` });
  expect([encodeURIComponent(secret), secret.replaceAll(' ', '+'), '', 'x'].map(at)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

function sendInQuery(text: string): boolean {
  return prove({ scheme: 'mailchimp' }, { address: `${address}&secret=${text}`, secret: 'whsec_ab+cd/ef=' });
}

test('a secret with a plus is taken in the query whether it is escaped or not', () => {
  expect(['whsec_ab+cd/ef=', 'whsec_ab%2Bcd%2Fef%3D', 'whsec_abcd/ef='].map(sendInQuery)).toEqual([
    true,
    true,
    false,
  ]);
});

function sendBasic(scheme: string, credentials: string): boolean {
  const authorization = `${scheme} ${Buffer.from(credentials).toString('base64')}`;
  return prove({ scheme: 'basic', username: 'me' }, { headers: { authorization } });
}

test('a user name and the secret as the password', () => {
  expect(sendBasic('Basic', `me:${secret}`)).toBe(true);
  expect(sendBasic('basic', `me:${secret}`)).toBe(true);
  expect(sendBasic('Basic', `you:${secret}`)).toBe(false);
  expect(sendBasic('Basic', 'me:')).toBe(false);
});

test('a secret in the body must be in each of its places', () => {
  const graph = (...states: unknown[]) =>
    prove(
      { scheme: 'microsoft-graph' },
      { body: JSON.stringify({ value: states.map((clientState) => ({ clientState })) }) },
    );
  expect(graph(secret)).toBe(true);
  expect(graph(secret, secret)).toBe(true);
  expect([graph(), graph(secret, 'x'), graph(null), graph([secret]), graph({})]).toEqual(
    Array.from({ length: 5 }, () => false),
  );
  expect(prove({ scheme: 'figma' }, { body: JSON.stringify({ passcode: secret }) })).toBe(true);
  expect(prove({ scheme: 'figma' }, { body: '{"passcode":' })).toBe(false);
  const long = JSON.stringify({ passcode: secret, x: 'x'.repeat(256 * 1024) });
  expect(prove({ scheme: 'figma' }, { body: long })).toBe(false);
});

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function issue(claims: object, head: object = { alg: 'HS256' }): string {
  const text = `${encode(head)}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

function monday(token: string): boolean {
  return prove({ scheme: 'monday' }, { headers: { authorization: token } });
}

test('a token is signed with the secret by HS256, is valid now, and may cover the body', () => {
  const at = now / 1000;
  expect(monday(issue({ exp: at + 60 }))).toBe(true);
  expect(monday(`Bearer ${issue({})}`)).toBe(true);
  expect(monday(issue({ exp: at - 61 }))).toBe(false);
  expect(monday(issue({ nbf: at + 61 }))).toBe(false);
  expect(monday(issue({ exp: 'never' }))).toBe(false);
  expect(monday(issue({}, { alg: 'none' }))).toBe(false);
  expect(monday(`${encode({ alg: 'none' })}.${encode({})}.`)).toBe(false);
  expect(monday(`${issue({})}.x`)).toBe(false);
  const netlify = (claims: object) =>
    prove({ scheme: 'netlify' }, { headers: { 'x-webhook-signature': issue(claims) } });
  const hash = createHash('sha256').update('{"a":1}').digest('hex');
  expect(netlify({ iss: 'netlify', sha256: hash })).toBe(true);
  expect(netlify({ iss: 'netlify', sha256: hash.replace(/./, 'x') })).toBe(false);
  expect(netlify({ iss: 'netlify' })).toBe(false);
});

function ask(verify: unknown, headers: Record<string, string>): boolean {
  return needsBody(toProof(Verify.parse(verify)), (name) => headers[name]);
}

test('whether the body has to be read is known by the headers', () => {
  expect(ask({ scheme: 'slack' }, { 'x-slack-signature': 'x' })).toBe(true);
  expect(ask({ scheme: 'slack' }, {})).toBe(false);
  expect(ask({ scheme: 'standard-webhooks' }, { 'svix-signature': 'x' })).toBe(true);
  expect(ask({ scheme: 'gitlab' }, { 'x-gitlab-token': 'x' })).toBe(false);
  expect(ask({ scheme: 'netlify' }, { 'x-webhook-signature': 'x' })).toBe(true);
  expect(ask({ scheme: 'monday' }, { authorization: 'x' })).toBe(false);
  expect(ask({ scheme: 'figma' }, {})).toBe(true);
  expect(ask({ scheme: 'auto' }, { 'x-hub-signature-256': 'x' })).toBe(true);
});

/** Headers with a right signature behind so many wrong ones. */
function signAfter(wrong: number) {
  return { headers: { 'x-signature': [...Array<string>(wrong).fill('00'), hmac('{"a":1}')].join(',') } };
}

test('of many signatures only the first eight are looked at', () => {
  const verify = {
    scheme: 'hmac',
    header: 'x-signature',
    algorithm: 'sha256',
    encoding: 'hex',
    signed: '{body}',
  };
  expect(prove(verify, signAfter(7))).toBe(true);
  expect(prove(verify, signAfter(8))).toBe(false);
});

/** A body as X signs it. */
function sendAsX(body: string): boolean {
  const signature = `sha256=${hmac(body, secret, 'base64')}`;
  return prove({ scheme: 'x' }, { body, headers: { 'x-twitter-webhooks-signature': signature } });
}

test('what X has a token signed for is no delivery of X: its bodies are objects of JSON', () => {
  expect(sendAsX('{"for_user_id":"7"}')).toBe(true);
  for (const body of ['aToken', '7', 'true', 'null', '"a"', '[]', '', '{']) expect(sendAsX(body)).toBe(false);
});

/** What Mailgun sends, with something else in its signature. */
function makeMailgun(over: object = {}, key = secret): Sent {
  const signed = {
    timestamp: seconds,
    token: 'a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0',
    ...over,
  };
  const signature = { ...signed, signature: hmac(`${signed.timestamp}${signed.token}`, key) };
  return { body: JSON.stringify({ signature, 'event-data': { event: 'opened' } }) };
}

test('the signature of Mailgun stands in the body, and counts for a day', () => {
  expect(prove({ scheme: 'mailgun' }, makeMailgun())).toBe(true);
  expect(prove({ scheme: 'mailgun' }, makeMailgun({}, 'another'))).toBe(false);
  expect(prove({ scheme: 'mailgun' }, makeMailgun({ timestamp: String(Number(seconds) - 90_000) }))).toBe(
    false,
  );
  expect(prove({ scheme: 'mailgun' }, makeMailgun({ token: ['a', 'b'] }))).toBe(false);
  expect(prove({ scheme: 'mailgun' }, { body: '{"signature":"' })).toBe(false);
  expect(prove({ scheme: 'mailgun' }, { body: '{"signature":{"timestamp":1,"token":"a"}}' })).toBe(false);
});

const adyenKey = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';

function sendAsAdyen(items: object[], key = adyenKey): boolean {
  const notificationItems = items.map((each) => ({ NotificationRequestItem: each }));
  return prove(
    { scheme: 'adyen' },
    { secret: key, body: JSON.stringify({ live: 'false', notificationItems }) },
  );
}

test('Adyen signs fields of each item, and each has to be', () => {
  const item = {
    pspReference: '8515131751004933',
    originalReference: '7914073381342284',
    merchantAccountCode: 'Shop',
    merchantReference: 'INV:42',
    amount: { value: 1130, currency: 'EUR' },
    eventCode: 'CAPTURE',
    success: 'true',
  };
  const text = '8515131751004933:7914073381342284:Shop:INV:42:1130:EUR:CAPTURE:true';
  const hmacSignature = hmac(text, Buffer.from(adyenKey, 'hex'), 'base64');
  const proven = { ...item, additionalData: { hmacSignature } };
  expect(sendAsAdyen([proven])).toBe(true);
  expect(sendAsAdyen([proven, proven])).toBe(true);
  expect(sendAsAdyen([proven, item])).toBe(false);
  expect(sendAsAdyen([])).toBe(false);
  expect(sendAsAdyen([{ ...proven, success: 'false' }])).toBe(false);
  expect(sendAsAdyen([{ ...proven, amount: { value: 1131, currency: 'EUR' } }])).toBe(false);
  expect(sendAsAdyen([proven], 'no hex')).toBe(false);
  expect(sendAsAdyen(Array.from({ length: 101 }, () => proven))).toBe(false);
});

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

describe('a public key', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const largest = generateKeyPairSync('ec', { namedCurve: 'P-521' });
  const toPem = (key: typeof rsa.publicKey) => key.export({ type: 'spki', format: 'pem' }).toString();
  const pem = toPem(rsa.publicKey);

  test.each([
    ['as base64', rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')],
    ['in PEM', pem],
    ['in PEM with the line ends of Windows', pem.replaceAll('\n', '\r\n')],
    ['in PEM whose lines a field has joined', pem.replaceAll('\n', '')],
    ['in PEM as it stands in JSON', JSON.stringify(pem).slice(1, -1)],
  ])('is read %s', (_how, key) => {
    const send = (algorithm: string, text: string) => {
      const signature = sign('sha256', Buffer.from(text), rsa.privateKey).toString('base64');
      const verify = { scheme: 'hmac', header: 'X-Sig', algorithm, encoding: 'base64' };
      return prove(verify, { headers: { 'x-sig': signature }, secret: key });
    };
    expect(send('rsa-sha256', '{"a":1}')).toBe(true);
    expect(send('rsa-sha256', '{"a":2}')).toBe(false);
    // By the key's bytes as a secret nobody passes, nor where another kind of key is asked for.
    expect(send('ecdsa-sha256', '{"a":1}')).toBe(false);
    const forged = { 'x-sig': hmac('{"a":1}', key, 'base64') };
    const verify = { scheme: 'hmac', header: 'X-Sig', algorithm: 'rsa-sha256', encoding: 'base64' };
    expect(prove(verify, { headers: forged, secret: key })).toBe(false);
  });

  test.each([
    ['of P-521', largest.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')],
    [
      'of RSA with 4096 bits, in PEM',
      toPem(generateKeyPairSync('rsa', { modulusLength: 4096 }).publicKey as typeof rsa.publicKey),
    ],
  ])('%s fits into the secret', (_which, key) => {
    const webhook = { secret: key, verify: { scheme: 'hmac', header: 'X-Sig', algorithm: 'rsa-sha256' } };
    const saved = checkDefinition({ triggerConfig: { type: 'webhook', webhook } }, emptyDefinition, String);
    expect(saved.kind).toBe('definition');
  });

  test('of fewer than 2048 bits proves nothing', () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const signature = sign('sha256', Buffer.from('{"a":1}'), short.privateKey).toString('base64');
    const headers = { 'x-signature-sha256': signature };
    expect(sendAs('wise', headers, { secret: toPem(short.publicKey as typeof rsa.publicKey) })).toBe(false);
  });

  test('is what Kick’s and Travis’ signatures are checked with', () => {
    const [time, body] = [new Date(now).toISOString(), '{"message_id":"m"}'];
    const kick = (id: string, at = time) => {
      const signature = sign('sha256', Buffer.from(`m1.${at}.${body}`), rsa.privateKey).toString('base64');
      const headers = {
        'kick-event-message-id': id,
        'kick-event-message-timestamp': at,
        'kick-event-signature': signature,
      };
      return sendAs('kick', headers, { body, secret: pem });
    };
    expect([kick('m1'), kick('m2'), kick('m1', '2026-01-05T11:00:00.000Z')]).toEqual([true, false, false]);
    // https://docs.travis-ci.com/user/notifications/#verifying-webhook-requests
    const payload = '{"id":1,"state":"passed","message":"ä & b+c"}';
    const signature = sign('sha1', Buffer.from(payload), rsa.privateKey).toString('base64');
    const travis = (text: string, type = 'application/x-www-form-urlencoded') =>
      sendAs(
        'travis',
        { signature, 'content-type': type },
        { body: new URLSearchParams({ payload: text }).toString(), secret: pem },
      );
    expect([travis(payload), travis('{}'), travis(payload, 'text/plain')]).toEqual([true, false, false]);
    expect(Verify.safeParse({ scheme: 'hmac', header: 'X-Sig', algorithm: 'rsa-sha1' }).success).toBe(false);
  });
});

describe('senders that differ from the rest', () => {
  const body = '{"a":1}';

  test('Microsoft Teams signs with the decoded key, behind HMAC and a space', () => {
    // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-outgoing-webhook
    const key = 'vqF0En+Z0ucuRTM/01o2GuhMH3hKKk/N2bOmlM31zaA=';
    const signature = hmac(body, Buffer.from(key, 'base64'), 'base64');
    const send = (authorization: string, given = key) =>
      sendAs('microsoft-teams', { authorization }, { body, secret: given });
    expect(send(`HMAC ${signature}`)).toBe(true);
    expect(send(signature)).toBe(false);
    expect(send(`HMAC ${hmac(body, key, 'base64')}`)).toBe(false);
    expect(send(`HMAC ${hmac(body, '', 'base64')}`, '!')).toBe(false);
  });

  test('Patreon signs with MD5, and a trigger cannot ask for that by hand', () => {
    // https://docs.patreon.com/#webhooks
    expect(sendAs('patreon', { 'x-patreon-signature': hmac(body, secret, 'hex', 'md5') }, { body })).toBe(
      true,
    );
    expect(sendAs('patreon', { 'x-patreon-signature': hmac(body, 'x', 'hex', 'md5') }, { body })).toBe(false);
    expect(Verify.safeParse({ scheme: 'hmac', header: 'X-Sig', algorithm: 'md5' }).success).toBe(false);
  });

  test('Ghost puts the time behind the body', () => {
    const milliseconds = String(now);
    const send = (text: string) =>
      sendAs('ghost', { 'x-ghost-signature': `sha256=${hmac(text)}, t=${milliseconds}` }, { body });
    expect([send(`${body}${milliseconds}`), send(`${milliseconds}${body}`), send(body)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('Persona sends two pairs with a space between them while its secret changes', () => {
    // https://docs.withpersona.com/webhooks-best-practices, "Checking signatures"
    const pair = (key: string) => `t=${seconds},v1=${hmac(`${seconds}.${body}`, key)}`;
    const send = (value: string) => sendAs('persona', { 'persona-signature': value }, { body });
    expect(send(`${pair(secret)} ${pair('the next one')}`)).toBe(true);
    expect(send(`${pair('the former one')} ${pair(secret)}`)).toBe(true);
    expect(send(`${pair('the former one')} ${pair('the next one')}`)).toBe(false);
  });

  test('DocuSign sends a header for each key of the account, of which any may be ours', () => {
    // https://developers.docusign.com/platform/webhooks/connect/hmac/
    const sign = (key: string) => hmac(body, key, 'base64');
    const send = (headers: Record<string, string>) => sendAs('docusign', headers, { body });
    const first = { 'x-docusign-signature-1': sign('that of another program') };
    expect(send({ ...first, 'x-docusign-signature-2': sign(secret) })).toBe(true);
    expect(send({ ...first, 'x-docusign-signature-3': sign(secret) })).toBe(true);
    expect(send({ ...first, 'x-docusign-signature-2': sign('another') })).toBe(false);
    expect(send(first)).toBe(false);
  });

  const time = String(now);
  test.each<[scheme: string, proofs: (text: string) => Record<string, string>]>([
    // https://developer.helpscout.com/webhooks/
    ['help-scout', (text) => ({ 'x-helpscout-signature': hmac(text, secret, 'base64', 'sha1') })],
    // https://docs.crisp.chat/references/web-hooks/v1
    [
      'crisp',
      (text) => ({ 'x-crisp-request-timestamp': time, 'x-crisp-signature': hmac(`[${time};${text}]`) }),
    ],
    // https://developers.kit.com/webhooks/verifying-signatures
    ['kit', (text) => ({ 'x-kit-signature': `t=${seconds},v1=${hmac(`${seconds}.${text}`)}` })],
    // https://www.twilio.com/docs/segment/connections/destinations/catalog/actions-webhook
    ['segment', (text) => ({ 'x-signature': hmac(text, secret, 'hex', 'sha1') })],
    // https://documentation.bamboohr.com/docs/webhooks
    [
      'bamboohr',
      (text) => ({ 'x-bamboohr-timestamp': seconds, 'x-bamboohr-signature': hmac(`${text}${seconds}`) }),
    ],
    // https://workable.readme.io/reference/webhooks
    ['workable', (text) => ({ 'x-workable-signature': hmac(text) })],
    // https://developers.ashbyhq.com/docs/authenticating-webhooks
    ['ashby', (text) => ({ 'ashby-signature': `sha256=${hmac(text)}` })],
    // https://devdocs.veriff.com/docs/hmac-authentication-and-endpoint-security
    ['veriff', (text) => ({ 'x-hmac-signature': hmac(text) })],
    // https://docs.sumsub.com/docs/webhook-manager
    ['sumsub', (text) => ({ 'x-payload-digest-alg': 'HMAC_SHA256_HEX', 'x-payload-digest': hmac(text) })],
    // https://docs.recurly.com/recurly-subscriptions/docs/signature-verification
    ['recurly', (text) => ({ 'recurly-signature': `${time},${hmac('x')},${hmac(`${time}.${text}`)}` })],
    // https://developer.revolut.com/docs/guides/manage-accounts/webhooks/verify-the-payload-signature
    [
      'revolut',
      (text) => ({
        'revolut-request-timestamp': time,
        'revolut-signature': `v1=${hmac('x')},v1=${hmac(`v1.${time}.${text}`)}`,
      }),
    ],
    // https://developer.flutterwave.com/docs/webhooks
    ['flutterwave-v4', (text) => ({ 'flutterwave-signature': hmac(text, secret, 'base64') })],
    // https://www.storyblok.com/docs/concepts/webhooks
    ['storyblok', (text) => ({ 'webhook-signature': hmac(text, secret, 'hex', 'sha1') })],
    // https://planetscale.com/docs/api/webhooks
    ['planetscale', (text) => ({ 'x-planetscale-signature': hmac(text) })],
    // https://www.checklyhq.com/docs/integrations/alerts/webhooks/
    ['checkly', (text) => ({ 'x-checkly-signature': hmac(text) })],
    // https://docs.snyk.io/snyk-api/snyk-webhooks/validation-and-versioning-of-payloads
    ['snyk', (text) => ({ 'x-hub-signature': `sha256=${hmac(text)}` })],
    // https://help.sonatype.com/en/working-with-hmac-payloads.html
    ['nexus', (text) => ({ 'x-nexus-webhook-signature': hmac(text, secret, 'hex', 'sha1') })],
    // https://docs.jfrog.com/administration/docs/webhooks, "use secret for payload signing"
    ['jfrog', (text) => ({ 'x-jfrog-event-auth': hmac(text) })],
    // https://developers.klaviyo.com/en/docs/working_with_system_webhooks
    [
      'klaviyo',
      (text) => {
        const at = new Date(now).toUTCString();
        return { 'klaviyo-timestamp': at, 'klaviyo-signature': hmac(`${text}${at}`) };
      },
    ],
  ])('%s signs the bytes of the body', (scheme, proofs) => {
    expect(sendAs(scheme, proofs(body), { body })).toBe(true);
    expect(sendAs(scheme, proofs('{}'), { body })).toBe(false);
    expect(sendAs(scheme, proofs(body), { body, secret: 'another' })).toBe(false);
  });

  test.each([
    ['honeycomb', 'x-honeycomb-webhook-token'],
    ['cloudflare', 'cf-webhook-auth'],
  ])('%s shows the secret in a header, Prismic in the body', (scheme, header) => {
    expect(sendAs(scheme, { [header]: secret })).toBe(true);
    expect(sendAs(scheme, { [header]: 'x' })).toBe(false);
    // https://prismic.io/docs/webhooks
    expect(prove({ scheme: 'prismic' }, { body: JSON.stringify({ type: 'api-update', secret }) })).toBe(true);
    expect(prove({ scheme: 'prismic' }, { body: '{"type":"api-update","secret":"x"}' })).toBe(false);
  });

  test('Lever signs the token and the time of an event, which stand at the top of the body', () => {
    // https://hire.lever.co/developer/documentation#webhooks
    const send = (over: object = {}, signed = `tok${now}`) => {
      const event = { id: '1', event: 'candidateHired', triggeredAt: now, token: 'tok', data: {}, ...over };
      return prove(
        { scheme: 'lever' },
        { body: JSON.stringify({ ...event, signature: hmac(signed), ...over }) },
      );
    };
    expect(send()).toBe(true);
    expect(send({ token: 'tok2' })).toBe(false);
    expect(send({ signature: undefined })).toBe(false);
    const old = now - 86_401_000;
    expect(send({ triggeredAt: old }, `tok${old}`)).toBe(false);
    expect(prove({ scheme: 'lever' }, { body: '[]' })).toBe(false);
    expect(prove({ scheme: 'lever' }, { body: 'null' })).toBe(false);
  });

  test('Mercado Pago signs the id in the URL as it stands there, and that of its request', () => {
    // https://github.com/mercadopago/sdk-nodejs, src/utils/webhook: it keeps the case of the id, whatever the pages say.
    const send = (id: string, more: { request?: string; at?: string; query?: string } = {}) => {
      const { request = 'bb56a2f1', at = seconds, query = `data.id=${id}&type=order` } = more;
      const signed = `id:${id};request-id:bb56a2f1;ts:${at};`;
      const headers = { 'x-signature': `ts=${at},v1=${hmac(signed)}`, 'x-request-id': request };
      return sendAs('mercado-pago', headers, {
        body,
        address: `https://hooks.example.com/webhook/1?${query}`,
      });
    };
    expect([send('123456'), send('ORD01JQ4S4KY8HWQ6NA5PXB65B3D3')]).toEqual([true, true]);
    expect(send('123456', { at: String(now) })).toBe(true);
    expect(send('123456', { query: 'data.id=123457' })).toBe(false);
    expect(send('123456', { query: 'type=order' })).toBe(false);
    expect(send('123456', { request: 'another' })).toBe(false);
    expect(send('123456', { at: String(now / 1000 - 129_601) })).toBe(false);
  });

  test('PandaDoc puts its signature into the URL', () => {
    // https://developers.pandadoc.com/docs/webhook-verification
    const send = (query: string) =>
      sendAs('pandadoc', {}, { body, address: `https://hooks.example.com/webhook/1?${query}` });
    expect(send(`signature=${hmac(body)}`)).toBe(true);
    expect(send(`a=1&signature=${hmac(body)}`)).toBe(true);
    expect([send(`signature=${hmac('{}')}`), send('signature='), send('')]).toEqual([false, false, false]);
    expect(sendAs('pandadoc', { signature: hmac(body) }, { body })).toBe(false);
    expect(needsBody(toProof({ scheme: 'pandadoc' }), () => undefined)).toBe(true);
  });

  test('Greenhouse names the algorithm before a space', () => {
    expect(sendAs('greenhouse', { signature: `sha256 ${hmac(body)}` }, { body })).toBe(true);
    expect(sendAs('greenhouse', { signature: `sha256 ${hmac('{}')}` }, { body })).toBe(false);
  });

  test.each([
    ['vonage', 'authorization', 'Bearer '],
    // https://github.com/messagebird/messagebird-nodejs, lib/webhook-signature-jwt.js
    ['messagebird', 'messagebird-signature-jwt', ''],
  ])('%s signs a token that holds the hash of the body', (scheme, header, prefix) => {
    const write = (claims: object) => {
      const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      );
      const signed = parts.join('.');
      return `${prefix}${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    };
    const send = (claims: object) => sendAs(scheme, { [header]: write(claims) }, { body });
    expect(send({ payload_hash: hashOf(body), iat: now / 1000 })).toBe(true);
    expect(send({ payload_hash: hashOf('{}'), iat: now / 1000 })).toBe(false);
    expect(send({ iat: now / 1000 })).toBe(false);
  });

  test('Mailgun’s routes sign a form as its events sign JSON', () => {
    // https://documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store/receive-http
    const fields = { recipient: 'ada@example.com', timestamp: seconds, token: 'abc', 'body-plain': 'hi' };
    const signature = hmac(`${seconds}abc`);
    const asForm = (more: object) => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...fields, ...more }).toString(),
    });
    const asParts = (more: object) => {
      const parts = Object.entries({ ...fields, ...more }).map(
        ([name, value]) =>
          `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
      );
      const file = `--b\r\nContent-Disposition: form-data; name="attachment-1"; filename="a"\r\n\r\n${'x'.repeat(400_000)}\r\n`;
      return {
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: `${file}${parts.join('')}--b--\r\n`,
      };
    };
    for (const write of [asForm, asParts]) {
      const send = (more: object) => prove({ scheme: 'mailgun' }, write(more));
      expect(send({ signature })).toBe(true);
      expect(send({ signature, token: 'abd' })).toBe(false);
      expect(send({})).toBe(false);
      const old = String(now / 1000 - 86_401);
      expect(send({ timestamp: old, signature: hmac(`${old}abc`) })).toBe(false);
    }
  });
});
