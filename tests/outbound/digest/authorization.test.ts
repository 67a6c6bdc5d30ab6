import { expect, test } from 'vitest';
import type { Digest } from '~/engine/connections/digest-config';
import { writeDigest } from '~/outbound/digest/authorization';
import { type DigestChallenge, findDigestChallenge } from '~/outbound/digest/challenge';

function challenge(value: string): DigestChallenge {
  const found = findDigestChallenge([['www-authenticate', value]]);
  if (!found) throw new Error(`No challenge in ${value}`);
  return found;
}

const mufasa: Digest = { username: 'Mufasa', password: 'Circle of Life' };
const of7616 =
  'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';

test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])('the example of RFC 7616 §3.9.1 with %s', async (algorithm, response) => {
  const request = { method: 'GET', url: 'http://www.example.org/dir/index.html' };
  const use = { count: 1, clientNonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ' };
  const value = await writeDigest(
    request,
    mufasa,
    challenge(`Digest ${of7616}, algorithm=${algorithm}`),
    use,
  );
  expect(value).toBe(
    `Digest username="Mufasa", realm="http-auth@example.org", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", response="${response}", algorithm=${algorithm}, opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", qop=auth, nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"`,
  );
});

test('the example of RFC 7616 §3.9.2 as its erratum 4897 corrects it: a hashed name, in UTF-8', async () => {
  const value = await writeDigest(
    { method: 'GET', url: 'http://api.example.org/doe.json' },
    { username: 'Jäsøn Doe', password: 'Secret, or not?' },
    challenge(
      'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true',
    ),
    { count: 1, clientNonce: 'NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v' },
  );
  expect(value).toContain('username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b"');
  expect(value).toContain('response="3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5"');
  expect(value).toMatch(/, userhash=true$/);
});

test('without qop it is the answer of RFC 2069, with neither count nor nonce of the client', async () => {
  const asked = challenge(
    'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
  );
  const request = { method: 'GET', url: 'http://www.nowhere.org/dir/index.html' };
  const use = { count: 1, clientNonce: 'x' };
  // RFC 2069's own example, by its erratum 749.
  const value = await writeDigest(request, { username: 'Mufasa', password: 'CircleOfLife' }, asked, use);
  expect(value).toContain('response="1949323746fe6a43ef61f9606e7febea"');
  expect(value).not.toMatch(/nc=|cnonce=|qop=|algorithm=/);
});

test('quotation marks and names beyond ASCII are written so that they come back as they were', async () => {
  const asked = challenge(String.raw`Digest realm="the \"shop\"", nonce="n", qop=auth`);
  const use = { count: 255, clientNonce: 'c' };
  const value = await writeDigest(
    { method: 'GET', url: 'http://x.test/?a=%22' },
    { username: 'é(1)', password: 'p' },
    asked,
    use,
  );
  expect(value).toContain(
    String.raw`username*=UTF-8''%C3%A9%281%29, realm="the \"shop\"", nonce="n", uri="/?a=%22"`,
  );
  expect(value).toContain('nc=000000ff');
});

test.each([
  [
    'Basic realm="a, Digest realm=b", Digest realm="c", nonce="1", qop="auth-int"',
    { realm: 'c', qop: 'auth-int' },
  ],
  ['Negotiate, NTLM TlRM==, DIGEST Realm=c ,NONCE="1",qop="auth-int,auth"', { realm: 'c', qop: 'auth' }],
  [
    'Digest realm="a", nonce="1", algorithm=SHA3-256, Digest realm="b", nonce="2", algorithm=md5-sess',
    { realm: 'b', isSession: true, hashName: 'md5' },
  ],
])('the first challenge that can be answered is found: %s', (value, expected) => {
  expect(challenge(value)).toMatchObject(expected);
});

test.each([
  'Basic realm="a"',
  'Digest realm="a"',
  'Digest realm="a", nonce=""',
  'Digest realm="a", nonce="1", qop="later"',
  'Digest realm="a", nonce="1", algorithm=SHA-1',
  'Digest realm="a\u0007", nonce="1"',
  `Digest ${'a=,'.repeat(5_000)}`,
])('no challenge: %s', (value) => {
  expect(findDigestChallenge([['www-authenticate', value]])).toBeUndefined();
});
