// Held against the signatures of the test suite that AWS published for Signature Version 4, by the names of its cases.
import { describe, expect, it } from 'vitest';
import { signHeaders, signRequest } from '~/services/connections/signing/aws-signature';

const signing = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  sessionToken: '',
  region: 'us-east-1',
  service: 'service',
};
const date = '20150830T123600Z';
const now = Date.UTC(2015, 7, 30, 12, 36);
/** Of the suite's temporary credentials. */
const token =
  'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==';

type Case = [
  name: string,
  method: string,
  uri: string,
  headers: [string, string][],
  body: string,
  signature: string,
];

const suite: Case[] = [
  [
    'get-header-key-duplicate',
    'GET',
    '/',
    [
      ['My-Header1', 'value2'],
      ['My-Header1', 'value2'],
      ['My-Header1', 'value1'],
    ],
    '',
    'c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea',
  ],
  [
    'get-header-value-order',
    'GET',
    '/',
    [
      ['My-Header1', 'value4'],
      ['My-Header1', 'value1'],
      ['My-Header1', 'value3'],
      ['My-Header1', 'value2'],
    ],
    '',
    '08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01',
  ],
  [
    'get-header-value-trim',
    'GET',
    '/',
    [
      ['My-Header1', 'value1'],
      ['My-Header2', '"a   b   c"'],
    ],
    '',
    'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
  ],
  [
    'get-unreserved',
    'GET',
    '/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
    [],
    '',
    '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
  ],
  ['get-vanilla', 'GET', '/', [], '', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'get-vanilla-empty-query-key',
    'GET',
    '/?Param1=value1',
    [],
    '',
    'a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb',
  ],
  [
    'get-vanilla-query',
    'GET',
    '/',
    [],
    '',
    '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  ],
  [
    'get-vanilla-query-order-key',
    'GET',
    '/?Param1=value2&Param1=Value1',
    [],
    '',
    'eedbc4e291e521cf13422ffca22be7d2eb8146eecf653089df300a15b2382bd1',
  ],
  [
    'get-vanilla-query-order-key-case',
    'GET',
    '/?Param2=value2&Param1=value1',
    [],
    '',
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  [
    'get-vanilla-query-order-value',
    'GET',
    '/?Param1=value2&Param1=value1',
    [],
    '',
    '5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694',
  ],
  [
    'get-vanilla-query-unreserved',
    'GET',
    '/?-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz=-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
    [],
    '',
    '9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197',
  ],
  [
    'get-vanilla-utf8-query',
    'GET',
    '/?ሴ=bar',
    [],
    '',
    '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04',
  ],
  [
    'post-header-key-case',
    'POST',
    '/',
    [],
    '',
    '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  ],
  [
    'post-header-key-sort',
    'POST',
    '/',
    [['My-Header1', 'value1']],
    '',
    'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
  ],
  [
    'post-header-value-case',
    'POST',
    '/',
    [['My-Header1', 'VALUE1']],
    '',
    'cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d',
  ],
  ['post-vanilla', 'POST', '/', [], '', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  [
    'post-vanilla-empty-query-value',
    'POST',
    '/?Param1=value1',
    [],
    '',
    '28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11',
  ],
  [
    'post-vanilla-query',
    'POST',
    '/?Param1=value1',
    [],
    '',
    '28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11',
  ],
  [
    'post-x-www-form-urlencoded',
    'POST',
    '/',
    [['Content-Type', 'application/x-www-form-urlencoded']],
    'Param1=value1',
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
  [
    'post-x-www-form-urlencoded-parameters',
    'POST',
    '/',
    [['Content-Type', 'application/x-www-form-urlencoded; charset=utf8']],
    'Param1=value1',
    '1a72ec8f64bd914b0e42e42607c7fbce7fb2c7465f63e3092b3b0d39fa77a6fe',
  ],
  [
    'get-relative',
    'GET',
    '/example/..',
    [],
    '',
    '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  ],
  [
    'get-relative-relative',
    'GET',
    '/example1/example2/../..',
    [],
    '',
    '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  ],
  ['get-slash', 'GET', '//', [], '', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'get-slash-dot-slash',
    'GET',
    '/./',
    [],
    '',
    '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  ],
  [
    'get-slash-pointless-dot',
    'GET',
    '/./example',
    [],
    '',
    'ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5',
  ],
  [
    'get-slashes',
    'GET',
    '//example//',
    [],
    '',
    '9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84',
  ],
  [
    'post-sts-header-before',
    'POST',
    '/',
    [['X-Amz-Security-Token', token]],
    '',
    '85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead',
  ],
];

describe('the AWS test suite', () => {
  it.each(suite)('%s', (_name, method, uri, more, body, signature) => {
    const [path = '', query = ''] = uri.split('?');
    const headers: [string, string][] = [['Host', 'example.amazonaws.com'], ['X-Amz-Date', date], ...more];
    const names = [...new Set(headers.map(([name]) => name.toLowerCase()))].toSorted().join(';');
    expect(signRequest({ method, path, query, headers, body }, signing)).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
    );
  });
});

describe('a request that is sent', () => {
  it('gets the date, the signature and a session token, in the place of those that were there', () => {
    const url = 'https://example.amazonaws.com/';
    const headers: [string, string][] = [
      ['authorization', 'mine'],
      ['x-amz-date', 'mine'],
    ];
    const vanilla = suite.find(([name]) => name === 'get-vanilla')?.[5];
    const signed = signHeaders({ method: 'GET', url, headers, body: '' }, signing, now);
    expect(signed.map(([name]) => name)).toEqual(['X-Amz-Date', 'Authorization']);
    expect(signed[0]).toEqual(['X-Amz-Date', date]);
    expect(signed[1]?.[1]).toContain(`SignedHeaders=host;x-amz-date, Signature=${vanilla}`);
    const temporary = { ...signing, sessionToken: token };
    const sts = suite.find(([name]) => name === 'post-sts-header-before')?.[5];
    const withToken = signHeaders({ method: 'POST', url, headers, body: '' }, temporary, now);
    expect(withToken).toContainEqual(['X-Amz-Security-Token', token]);
    expect(withToken.at(-1)?.[1]).toContain(`Signature=${sts}`);
  });

  // https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, "GET Object" and "PUT Object".
  it('to S3 has the hash of its body, as the examples of its documentation', () => {
    const s3 = {
      ...signing,
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      service: 's3',
    };
    const at = Date.UTC(2013, 4, 24);
    const get = signHeaders(
      {
        method: 'GET',
        url: 'https://examplebucket.s3.amazonaws.com/test.txt',
        headers: [['Range', 'bytes=0-9']],
        body: '',
      },
      s3,
      at,
    );
    expect(get.at(-1)?.[1]).toContain(
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
    const put = signHeaders(
      {
        method: 'PUT',
        url: 'https://examplebucket.s3.amazonaws.com/test$file.text',
        headers: [
          ['Date', 'Fri, 24 May 2013 00:00:00 GMT'],
          ['x-amz-storage-class', 'REDUCED_REDUNDANCY'],
        ],
        body: 'Welcome to Amazon S3.',
      },
      s3,
      at,
    );
    expect(put.at(-1)?.[1]).toContain(
      'Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    );
  });

  it('keeps what is signed from depending on what others may change', () => {
    const request = { method: 'GET', url: 'https://example.amazonaws.com/', body: '' };
    const signed = signHeaders(
      {
        ...request,
        headers: [
          ['User-Agent', 'x'],
          ['Accept-Encoding', 'gzip'],
        ],
      },
      signing,
      now,
    );
    expect(signed.at(-1)?.[1]).toContain('SignedHeaders=host;x-amz-date,');
  });
});
