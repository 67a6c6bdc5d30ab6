import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { senders } from '~/engine/senders/senders';
import { toProof, Verify } from '~/engine/senders/verify';
import { emptyDefinition, readDefinition } from '~/services/integrations/validate-definition';
import { needsBody } from '~/services/webhooks/proof/sender-proof';
import { address, hmac, now, prove, seconds, secret, sendAs, type Sent } from './prove';

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
    ['as a number of any name', (time: string, text: string) => `v=${time},d=${text}`, 'd='],
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

  test('may sign the hash of the body, and the path', () => {
    const verify = { scheme: 'hmac', header: 'X-Sig', signed: '{method}\n{path}\n{body_sha256}' };
    const hash = createHash('sha256').update('{"a":1}').digest('hex');
    const sendText = (text: string) => prove(verify, { headers: { 'x-sig': hmac(text) } });
    expect(sendText(`POST\n/webhook/1?x=1\n${hash}`)).toBe(true);
    expect(sendText(`POST\n/webhook/1\n${hash}`)).toBe(false);
    expect(sendText('POST\n/webhook/1?x=1\n{"a":1}')).toBe(false);
  });

  test.each(['sha384', 'rsa-sha512'] as const)('may be made by %s', (algorithm) => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const isRsa = algorithm === 'rsa-sha512';
    const key = isRsa ? rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString() : secret;
    const sendText = (text: string) => {
      const signature = isRsa
        ? sign('sha512', Buffer.from(text), rsa.privateKey).toString('base64')
        : hmac(text, secret, 'base64', 'sha384');
      const verify = { scheme: 'hmac', header: 'X-Sig', algorithm, encoding: 'base64' };
      return prove(verify, { headers: { 'x-sig': signature }, secret: key });
    };
    expect([sendText('{"a":1}'), sendText('{"a":2}')]).toEqual([true, false]);
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
    [{ signed: 'nothing' }, 'What is signed must hold {body}, {body_sha256}, {form} or {field:name}'],
    [{ signed: '{body}{password}' }, 'What is signed may hold {body}, {body_sha256}, {timestamp}'],
    [{ key: 'octal' }, 'one of "text"'],
    [{ header: 'X Sig' }, 'A header name may only contain'],
    [{ toleranceSeconds: 0 }, '1 second or more'],
    [{ scheme: 'made-up' }, 'Who sends'],
  ])('%o is refused', (over, message) => {
    expect(Verify.safeParse({ ...own, ...over }).error?.issues[0]?.message).toContain(message);
  });
});

/** Returns what reading a trigger with these settings of its proof finds: the messages by field, or the kind of the result. */
function readTrigger(verify: object) {
  const webhook = { verify: { scheme: 'hmac', ...verify }, secret: 'a secret' };
  const read = readDefinition({ triggerConfig: { type: 'webhook', webhook } }, emptyDefinition);
  return 'fields' in read ? read.fields : read.kind;
}

// With an old delivery, anybody can write any time beside its signature.
describe('a time that is not signed', () => {
  test.each([{}, { signed: '{body}' }, { signed: '{header:x-other}{body}' }])('is refused: %o', (verify) => {
    expect(readTrigger({ timestamp: 'X-Time', ...verify })).toEqual({
      'triggerConfig.webhook.verify.signed': [expect.stringContaining('must hold {timestamp}')],
    });
  });

  test.each([{ signed: '{timestamp}.{body}' }, { signed: '{header:x-time}{body}' }])(
    '%o signs it',
    (verify) => {
      expect(readTrigger({ timestamp: 'X-Time', ...verify })).toBe('definition');
    },
  );

  test('is asked of no known sender', () => {
    for (const { name, proof } of senders) {
      if (proof.kind !== 'signature' || proof.toleranceSeconds === undefined) continue;
      const { time = '' } = proof;
      const forms = ['{timestamp}', `{header:${time}}`, `{query:${time}}`, '{headers:'];
      expect([name, forms.some((each) => proof.signed.includes(each))]).toEqual([name, true]);
    }
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

function sendAsGitLab(token: string): boolean {
  return sendAs('gitlab', { 'x-gitlab-token': token });
}

test('a token stands in its header or in the query, and nowhere else', () => {
  expect([secret, `${secret} `, secret.slice(1)].map(sendAsGitLab)).toEqual([true, false, false]);
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

test('a token in the query needs the name of its parameter', () => {
  expect(Verify.safeParse({ scheme: 'query', name: '' }).error?.issues[0]?.message).toBe(
    'The name of the parameter is required',
  );
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

function sendAsGraph(...states: unknown[]): boolean {
  const value = states.map((clientState) => ({ clientState }));
  return prove({ scheme: 'microsoft-graph' }, { body: JSON.stringify({ value }) });
}

test('a secret in the body must be in each of its places', () => {
  expect(sendAsGraph(secret)).toBe(true);
  expect(sendAsGraph(secret, secret)).toBe(true);
  expect([
    sendAsGraph(),
    sendAsGraph(secret, 'x'),
    sendAsGraph(null),
    sendAsGraph([secret]),
    sendAsGraph({}),
  ]).toEqual(Array.from({ length: 5 }, () => false));
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
    // More fields than a form is read with are none: a megabyte of them takes long to be cut.
    const form = asForm({ signature });
    const sendMore = (count: number) =>
      prove({ scheme: 'mailgun' }, { ...form, body: `${form.body}${'&a'.repeat(count)}` });
    expect(sendMore(9_000)).toBe(true);
    expect(sendMore(11_000)).toBe(false);
  });
});
