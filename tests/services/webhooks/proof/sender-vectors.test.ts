// What senders themselves publish: a request or its parts, the secret and the signature. Where a time is signed it is now.
import { expect, test } from 'vitest';
import { toProof, type Verify } from '~/engine/senders/verify';
import { isProven } from '~/services/webhooks/proof/sender-proof';

interface Vector {
  scheme: Verify['scheme'];
  /** Where it is published. */
  page: string;
  secret: string;
  body: string;
  headers: Record<string, string>;
  address?: string;
  at?: number;
}

const slackBody =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar' +
  '&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com' +
  '%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN' +
  '&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';

const sendGridBody =
  '[{"email":"hello@world.com","event":"dropped","reason":"Bounced Address",' +
  '"sg_event_id":"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA",' +
  '"sg_message_id":"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0",' +
  '"smtp-id":"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>","timestamp":1600112492}]\r\n';

const goCardlessBody =
  '{"events":[{"id":"EV00BD05S5VM2T","created_at":"2018-07-05T09:13:51.404Z","resource_type":"subscriptions",' +
  '"action":"created","links":{"subscription":"SB0003JJQ2MR06"},"details":{"origin":"api",' +
  '"cause":"subscription_created","description":"Subscription created via the API."},"metadata":{}},' +
  '{"id":"EV00BD05TB8K63","created_at":"2018-07-05T09:13:56.893Z","resource_type":"mandates","action":"created",' +
  '"links":{"mandate":"MD000AMA19XGEC"},"details":{"origin":"api","cause":"mandate_created",' +
  '"description":"Mandate created via the API."},"metadata":{}}]}';

const dingTalkBody =
  '{"encrypt":"1a3NBxmCFwkCJvfoQ7WhJHB+iX3qHPsc9JbaDznE1i03peOk1LaOQoRz3+nlyGNhwmwJ3vDMG+OzrHMeiZI7gTRWVdUBmfxjZ8Ej' +
  '23JVYa9VrYeJ5as7XM/ZpulX8NEQis44w53h1qAgnC3PRzM7Zc/D6Ibr0rgUathB6zRHP8PYrfgnNOS9PhSBdHlegK+AGGanfwjXuQ9+0pZcy0w9lQ=="}';

const weComBody =
  '<xml><ToUserName><![CDATA[wx5823bf96d3bd56c7]]></ToUserName><Encrypt><![CDATA[RypEvHKD8QQKFhvQ6QleEB4J58tiPdvo+rtK1I9qca6aM' +
  '/wvqnLSV5zEPeusUiX5L5X/0lWfrf0QADHHhGd3QczcdCUpj911L3vg3W/sYYvuJTs3TUUkSUXxaccAS0qhxchrRYt66wiSpGLYL42aM6A8dTT+6k4aSknmPj48' +
  'kzJs8qLjvd4Xgpue06DOdnLxAUHzM6+kDZ+HMZfJYuR+LtwGc2hgf5gsijff0ekUNXZiqATP7PF5mZxZ3Izoun1s4zG4LUMnvw2r+KqCKIw+3IQH03v+BCA9nMEL' +
  'NqbSf6tiWSrXJB3LAVGUcallcrw8V2t9EL4EhzJWrQUax5wLVMNS0+rUPA3k22Ncx4XXZS9o0MBH27Bo6BpNelZpS+/uh9KsNlY6bHCmJU9p8g7m3fVKn28H3KDY' +
  'A5Pl/T8Z1ptDAVe0lXdQ2YoyyH2uyPIGHBZZIs2pDBS8R07+qN+E7Q==]]></Encrypt><AgentID><![CDATA[218]]></AgentID></xml>';

const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };

const adyenBody = JSON.stringify({
  live: 'false',
  notificationItems: [
    {
      NotificationRequestItem: {
        additionalData: { hmacSignature: 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=' },
        amount: { value: 1130, currency: 'EUR' },
        pspReference: '7914073381342284',
        eventCode: 'AUTHORISATION',
        eventDate: '2019-05-06T17:15:34.121+02:00',
        merchantAccountCode: 'TestMerchant',
        operations: ['CANCEL', 'CAPTURE', 'REFUND'],
        merchantReference: 'TestPayment-1407325143704',
        paymentMethod: 'visa',
        success: 'true',
      },
    },
  ],
});

const dropboxSignBody = [
  '--xYzZY',
  'Content-Disposition: form-data; name="json"',
  '',
  '{"event":{"event_type":"account_confirmed","event_time":"1669926463",' +
    '"event_hash":"ff8b03439122f9160500c3fb855bdee5a9ccba5fff27d3b258745d8f3074832f","event_metadata":{}}}',
  '--xYzZY--',
  '',
].join('\r\n');

const wiseKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwpb91cEYuyJNQepZAVfP
ZIlPZfNUefH+n6w9SW3fykqKu938cR7WadQv87oF2VuT+fDt7kqeRziTmPSUhqPU
ys/V2Q1rlfJuXbE+Gga37t7zwd0egQ+KyOEHQOpcTwKmtZ81ieGHynAQzsn1We3j
wt760MsCPJ7GMT141ByQM+yW1Bx+4SG3IGjXWyqOWrcXsxAvIXkpUD/jK/L958Cg
nZEgz0BSEh0QxYLITnW1lLokSx/dTianWPFEhMC9BgijempgNXHNfcVirg1lPSyg
z7KqoKUN0oHqWLr2U1A+7kqrl6O2nx3CKs1bj1hToT1+p4kcMoHXA7kA+VBLUpEs
VwIDAQAB
-----END PUBLIC KEY-----
`;

const uploadcareFile = 'https://ucarecdn.com/f08d7c8a-2971-42e0-ab01-780d9039b40b/download.jpeg';

const uploadcareImage = {
  color_mode: 'RGB',
  format: 'JPEG',
  height: 168,
  width: 300,
  orientation: null,
  dpi: null,
  geo_location: null,
  datetime_original: null,
  sequence: false,
};

const uploadcareBody = JSON.stringify({
  payload_hash: '1844671900',
  data: {
    uuid: 'f08d7c8a-2971-42e0-ab01-780d9039b40b',
    image_info: uploadcareImage,
    video_info: null,
    content_info: {
      mime: { mime: 'image/jpeg', type: 'image', subtype: 'jpeg' },
      video: null,
      image: uploadcareImage,
    },
    mime_type: 'image/jpeg',
    original_filename: 'download.jpeg',
    size: 10_603,
    is_image: true,
    is_ready: true,
    datetime_removed: null,
    datetime_stored: null,
    datetime_uploaded: null,
    original_file_url: uploadcareFile,
    url: '',
    source: null,
    variations: null,
    rekognition_info: null,
  },
  hook: {
    id: 889_783,
    project_id: 123_681,
    target: 'https://6f48-188-232-175-230.ngrok.io/posts',
    event: 'file.uploaded',
    is_active: true,
    created_at: '2021-11-18T06:17:42.730459Z',
    updated_at: '2021-11-18T06:17:42.730459Z',
  },
  file: uploadcareFile,
});

const vectors: Vector[] = [
  {
    scheme: 'github',
    page: 'https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries',
    secret: "It's a Secret to Everybody",
    body: 'Hello, World!',
    headers: {
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    },
  },
  {
    scheme: 'pusher',
    page: 'https://github.com/pusher/pusher-http-go, "TestClientWebhookValidation"',
    secret: 'secret',
    body: '{"hello":"world"}',
    headers: { 'x-pusher-signature': '2677ad3e7c090b2fa2c0fb13020d66d5420879b8316eb356a2d60fb9073bc778' },
  },
  {
    scheme: 'bitbucket',
    page: 'https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/',
    secret: "It's a Secret to Everybody",
    body: 'Hello World!',
    headers: { 'x-hub-signature': 'sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9' },
  },
  {
    scheme: 'adyen',
    page: 'https://docs.adyen.com/development-resources/webhooks/secure-webhooks/verify-hmac-signatures/',
    secret: '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
    body: adyenBody,
    headers: {},
  },
  {
    scheme: 'slack',
    page: 'https://docs.slack.dev/authentication/verifying-requests-from-slack',
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    body: slackBody,
    headers: {
      ...form,
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    },
    at: 1_531_420_618_000,
  },
  {
    scheme: 'twilio',
    page: 'https://www.twilio.com/docs/usage/security',
    secret: '12345',
    address: 'https://example.com/myapp.php?foo=1&bar=2',
    body: 'Digits=1234&To=%2B18005551212&From=%2B14158675310&Caller=%2B14158675310&CallSid=CA1234567890ABCDE',
    headers: { ...form, 'x-twilio-signature': 'L/OH5YylLD5NRKLltdqwSvS0BnU=' },
  },
  {
    scheme: 'standard-webhooks',
    page: 'https://docs.svix.com/receiving/verifying-payloads/how-manual',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    body: '{"test": 2432232314}',
    headers: {
      'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'svix-timestamp': '1614265330',
      'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    at: 1_614_265_330_000,
  },
  {
    scheme: 'sendgrid',
    page: 'https://github.com/sendgrid/sendgrid-nodejs (packages/eventwebhook)',
    secret:
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==',
    body: sendGridBody,
    headers: {
      'x-twilio-email-event-webhook-signature':
        'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=',
      'x-twilio-email-event-webhook-timestamp': '1600112502',
    },
    at: 1_600_112_502_000,
  },
  {
    scheme: 'line',
    page: 'https://github.com/line/line-bot-sdk-nodejs (test/validate-signature)',
    secret: 'test_secret',
    body: '{"hello":"world"}',
    headers: { 'x-line-signature': 't7Hn4ZDHqs6e+wdvI5TyQIvzie0DmMUmuXEBqyyE/tM=' },
  },
  {
    scheme: 'hook0',
    page: 'https://github.com/hook0/hook0 (clients/conformance/signature.json)',
    secret: 'a-subscription-secret',
    body: '{"event":"user.created"}',
    headers: {
      'x-event-id': 'evt-1',
      'x-delivery-id': 'dlv-1',
      'x-hook0-signature':
        't=1800000000,h=x-event-id x-delivery-id,v0=bf5f4e5fe0c9143510ae192f983316a09ed392d0104d2ce0faa3d7bce3687acb,' +
        'v1=19a6fb8f6581715b241a93af02a58611c3b0ac7b747a8d2a5b120ee418d0c347',
    },
    at: 1_800_000_000_000,
  },
  {
    scheme: 'mux',
    page: 'https://github.com/muxinc/mux-node-sdk (webhooks)',
    secret: 'SuperSecret123',
    body: '{"test":"body"}',
    headers: {
      'mux-signature': 't=1565220904,v1=20c75c1180c701ee8a796e81507cfd5c932fc17cf63a4a55566fd38da3a2d3d2',
    },
    at: 1_565_220_904_000,
  },
  {
    scheme: 'gocardless',
    page: 'https://github.com/gocardless/gocardless-nodejs (src/webhooks.test.ts)',
    secret: 'ED7D658C-D8EB-4941-948B-3973214F2D49',
    body: goCardlessBody,
    headers: {
      'webhook-signature': '2693754819d3e32d7e8fcb13c729631f316c6de8dc1cf634d6527f1c07276e7e',
    },
  },
  {
    scheme: 'box',
    page: 'https://github.com/box/box-node-sdk (docs/webhooks.md)',
    secret: 'SamplePrimaryKey',
    body: '{"type":"webhook_event","webhook":{"id":"1234567890"},"trigger":"FILE.UPLOADED","source":{"id":"1234567890","type":"file","name":"Test.txt"}}',
    headers: {
      'box-delivery-timestamp': '2020-01-01T00:00:00-07:00',
      'box-signature-primary': '6TfeAW3A1PASkgboxxA5yqHNKOwFyMWuEXny/FPD5hI=',
      'box-signature-secondary': 'v+1CD1Jdo3muIcbpv5lxxgPglOqMfsNHPV899xWYydo=',
    },
    at: Date.UTC(2020, 0, 1, 7),
  },
  {
    scheme: 'dropbox-sign',
    page: 'https://developers.hellosign.com/docs/events/walkthrough/',
    secret: '324e3b0840f065eb51f3fd63231d0d33daa35d4ed10d27718839e81737065782',
    body: dropboxSignBody,
    headers: { 'content-type': 'multipart/form-data; boundary=xYzZY' },
    at: 1_669_926_463_000,
  },
  {
    scheme: 'onfido',
    page: 'https://github.com/onfido/onfido-node (test/webhook-event-verifier.test.ts)',
    secret: 'YKOC6mkBxi6yK2zlUIrLMvsJMFEZObP5',
    body:
      '{"payload":{"resource_type":"workflow_task","action":"workflow_task.started","object":{"id":"profile_1eb92",' +
      '"task_spec_id":"profile_1eb92","task_def_id":"profile_data","workflow_run_id":"bc77c6e5-753a-4580-96a6-aaed3e5a8d19",' +
      '"status":"started","started_at_iso8601":"2024-07-10T12:49:09Z","href":"https://api.eu.onfido.com/v3.6/workflow_runs/' +
      'bc77c6e5-753a-4580-96a6-aaed3e5a8d19/tasks/profile_1eb92"},"resource":{"created_at":"2024-07-10T12:49:09Z",' +
      '"id":"profile_1eb92","workflow_run_id":"bc77c6e5-753a-4580-96a6-aaed3e5a8d19","updated_at":"2024-07-10T12:49:09Z",' +
      '"input":{},"task_def_version":null,"task_def_id":"profile_data","output":null}}}',
    headers: { 'x-sha2-signature': 'c95a5b785484f6fa1bc25f381b5595d66bf85cb442eefb06aa007802ee6a4dfa' },
  },
  {
    scheme: 'wise',
    page: 'https://github.com/transferwise/digital-signatures-examples (verify-webhook-signature)',
    secret: wiseKey,
    body:
      '{"data":{"resource":{"id":49983981,"profile_id":16055450,"account_id":14124090,"type":"transfer"},' +
      '"current_state":"incoming_payment_waiting","previous_state":null,"occurred_at":"2021-08-23T10:12:50Z"},' +
      '"subscription_id":"90aa8e14-4ef1-4a56-861c-f3c9cde097ea","event_type":"transfers#state-change",' +
      '"schema_version":"2.0.0","sent_at":"2021-08-23T10:12:50Z"}',
    headers: {
      'x-signature-sha256':
        'wKcKCYXAzxNgiu7xmoDm943NUni7Rz33QN8JkEA9dWSGebgndonabgSj18Y4C08OrwVmueGsED2s00M7DtJVcYKOS1i3G4TMVx+mgM3aL9djMBkQtiYN' +
        'BFUd6wrPI7ZUNHv/TrlKSjTMc+6JFvUvJ7owY3z85e3I4jLRLJowMFvO8kvCJ60+1pY9wDwZvtZ//WS93LrwGjk9Dvwzpmu0w+P4J75tETT5qC3Uv0y5' +
        'G2yO8SEoO3yNP/tg/BOli02niHb53vEOUWUb9bly6thnfMoXoiV/osoGxgF20R58RlvkAmezyyl1Sv542TfS2DpiwVnmjjjkCyXeSUcKookYLQ==',
    },
  },
  {
    scheme: 'wecom',
    page: 'https://developer.work.weixin.qq.com/document/path/90307',
    secret: 'QDG6eK|jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C',
    at: 1_409_659_813_000,
    address:
      'https://hooks.example.com/webhook/1?msg_signature=477715d11cdb4164915debcba66cb864d751f3e6&timestamp=1409659813&nonce=1372623149',
    headers: {},
    body: weComBody,
  },
  {
    scheme: 'dingtalk-events',
    page: 'https://open-doc.dingtalk.com/microapp/faquestions/ltr370',
    secret: '123456|4g5j64qlyl3zvetqxz5jiocdr586fn2zvjpa8zls3ij',
    at: 1_445_827_045_067,
    address:
      'https://hooks.example.com/webhook/1?signature=5a65ceeef9aab2d149439f82dc191dd6c5cbe2c0&timestamp=1445827045067&nonce=nEXhMP4r',
    headers: {},
    body: dingTalkBody,
  },
  {
    scheme: 'sendcloud',
    page: 'https://sendcloud.dev/api/v3/webhooks',
    secret: 'secretkey',
    body: '{"key": "value"}',
    headers: { 'sendcloud-signature': '1eed4b3d41f4653ac64fd56f1bf1cbfd349e4482cbc11dff7134bd93e5da4b0a' },
  },
  {
    scheme: 'uploadcare',
    page: 'https://github.com/uploadcare/uploadcare-ruby, "webhook_signature_verifier_spec.rb"',
    secret: '12345X',
    body: uploadcareBody,
    headers: {
      'x-uc-signature': 'v1=9b31c7dd83fdbf4a2e12b19d7f2b9d87d547672a325b9492457292db4f513c70',
    },
  },
  {
    // The second brace is published so.
    scheme: 'zoho-sign',
    page: 'https://help.zoho.com/portal/en/kb/zoho-sign/admin-guide/webhooks/articles/securing-zoho-sign-webhooks-with-hmac-authentication',
    secret: 'thisisthesamplekeyfortestingpurposes',
    body: '{{"requests":{"request_name":"Test Name"},"notifications":{"operation_type":"RequestSigningSuccess"}}',
    headers: { 'x-zs-webhook-signature': 'drbSrM4H816RYKpZiRBLddUa0yHaTrwjtY04sIZFZus=' },
  },
];

function check(vector: Vector): boolean {
  const { scheme, headers, secret, at = 0, address = 'https://hooks.example.com/webhook/1' } = vector;
  const request = {
    method: 'POST',
    address,
    header: (name: string) => headers[name],
    body: Buffer.from(vector.body),
  };
  return isProven(request, toProof({ scheme } as Verify), secret, at);
}

test.each(vectors)('$scheme: what is published at $page is proven, and nothing else', (vector) => {
  expect(check(vector)).toBe(true);
  // Dropbox Sign signs time and type of an event, and nothing else.
  const isBodyFree = vector.scheme === 'dropbox-sign';
  expect(check({ ...vector, body: `${vector.body}&x=1` })).toBe(isBodyFree);
  expect(check({ ...vector, body: '' })).toBe(false);
  const isPublicKey = vector.scheme === 'sendgrid' || vector.scheme === 'wise';
  const other = isPublicKey ? 'MFkwEwYHKoZIzj0CAQ' : `${vector.secret}x`;
  expect(check({ ...vector, secret: other })).toBe(false);
  // Adyen's signature stands in the body, WeCom's and DingTalk's in the URL.
  const isInHeader = !['adyen', 'wecom', 'dingtalk-events'].includes(vector.scheme);
  if (isInHeader) expect(check({ ...vector, headers: form })).toBe(false);
  if (vector.at === undefined) return;
  expect(check({ ...vector, at: vector.at + 48 * 3_600_000 })).toBe(false);
  expect(check({ ...vector, at: vector.at - 48 * 3_600_000 })).toBe(false);
});

test('a signature of an address counts for that address alone', () => {
  const twilio = vectors.find(({ scheme }) => scheme === 'twilio');
  if (!twilio) throw new Error('Twilio is not there');
  expect(check({ ...twilio, address: 'https://example.com/myapp.php?foo=1' })).toBe(false);
  expect(check({ ...twilio, body: `${'a&'.repeat(10_000)}${twilio.body}` })).toBe(false);
  expect(check({ ...twilio, address: 'http://example.com/myapp.php?foo=1&bar=2' })).toBe(false);
});

test('a signature in capitals, without padding or in the alphabet of URLs is the same one', () => {
  const [gitHub] = vectors;
  if (!gitHub) throw new Error('GitHub is not there');
  const hex = gitHub.headers['x-hub-signature-256']?.slice(7) ?? '';
  const send = (signature: string) => check({ ...gitHub, headers: { 'x-hub-signature-256': signature } });
  expect(send(`sha256=${hex.toUpperCase()}`)).toBe(true);
  expect(['', 'sha256=', hex, `sha1=${hex}`, `sha256=${hex.slice(2)}`, `sha256=${hex}00`].map(send)).toEqual(
    Array.from({ length: 6 }, () => false),
  );
  const line = vectors.find(({ scheme }) => scheme === 'line');
  if (!line) throw new Error('LINE is not there');
  const url = 't7Hn4ZDHqs6e-wdvI5TyQIvzie0DmMUmuXEBqyyE_tM';
  expect(check({ ...line, headers: { 'x-line-signature': url } })).toBe(true);
});

test('a header that a signature lists counts by its value, and must be there', () => {
  const hook0 = vectors.find(({ scheme }) => scheme === 'hook0');
  if (!hook0) throw new Error('Hook0 is not there');
  const send = (headers: Record<string, string>) => check({ ...hook0, headers });
  const { 'x-event-id': _id, ...without } = hook0.headers;
  expect(send({ ...hook0.headers, 'x-delivery-id': 'dlv-2' })).toBe(false);
  expect(send(without)).toBe(false);
  const signature = hook0.headers['x-hook0-signature'] ?? '';
  expect(
    send({ ...without, 'x-hook0-signature': signature.replace('h=x-event-id x-delivery-id,', '') }),
  ).toBe(false);
});
