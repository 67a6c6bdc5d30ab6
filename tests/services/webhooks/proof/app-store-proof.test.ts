// App Store notifications, by a chain of certificates like Apple's, which openssl makes.
import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isFromAppStore } from '~/services/webhooks/proof/app-store-proof';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const authority = 'basicConstraints=critical,CA:TRUE\n';
const [ofIssuer, ofSigner] = ['1.2.840.113635.100.6.2.1=DER:0500\n', '1.2.840.113635.100.6.11.1=DER:0500\n'];

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
const toPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Made {
  certificate: string;
  key: string;
}

/** `by`: who signs it; itself without one. */
function makeCertificate(directory: string, name: string, extensions: string, by?: string): Made {
  const at = (file: string) => join(directory, file);
  writeFileSync(at('extensions'), extensions);
  openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', at(`${name}.key`));
  openssl('req', '-new', '-key', at(`${name}.key`), '-subj', `/CN=${name}`, '-out', at(`${name}.csr`));
  const signer = by
    ? ['-CA', at(`${by}.pem`), '-CAkey', at(`${by}.key`), '-CAcreateserial']
    : ['-signkey', at(`${name}.key`)];
  const files = ['-in', at(`${name}.csr`), '-out', at(`${name}.pem`), '-extfile', at('extensions')];
  openssl('x509', '-req', '-days', '2', ...signer, ...files);
  return {
    certificate: readFileSync(at(`${name}.pem`), 'utf8'),
    key: readFileSync(at(`${name}.key`), 'utf8'),
  };
}

describe.skipIf(!hasOpenssl)('a notification of the App Store', () => {
  const made: Record<string, Made> = {};
  // The certificates are made after this is read.
  const now = Date.now() + 60_000;

  beforeAll(() => {
    const directory = mkdtempSync(join(tmpdir(), 'app-store-'));
    const make = (name: string, extensions: string, by?: string) => {
      made[name] = makeCertificate(directory, name, extensions, by);
    };
    make('root', authority);
    make('issuer', authority + ofIssuer, 'root');
    make('signer', ofSigner, 'issuer');
    make('unmarked', 'basicConstraints=CA:FALSE\n', 'issuer');
    make('other-issuer', authority, 'root');
    make('other-signer', ofSigner, 'other-issuer');
    make('stranger', ofSigner);
    rmSync(directory, { recursive: true });
  });

  const certificateOf = (name: string) => new X509Certificate(made[name]?.certificate ?? '');
  const data = { bundleId: 'com.example.app', environment: 'Production' };

  function write(chain: string[], about: object = { data }, head: object = {}): string {
    const claims = { signedDate: now, ...about };
    const x5c = chain.map((name) => certificateOf(name).raw.toString('base64'));
    const text = `${toPart({ alg: 'ES256', x5c, ...head })}.${toPart(claims)}`;
    const key = createPrivateKey(made[chain[0] ?? '']?.key ?? '');
    const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
    return JSON.stringify({ signedPayload: `${text}.${signature.toString('base64url')}` });
  }

  function judge(body: string, over: { bundleId?: string; at?: number; root?: string } = {}): boolean {
    const request = { method: 'POST', address: 'https://hooks.test/webhook/1', header: () => undefined };
    const { bundleId = 'com.example.app', at = now, root = certificateOf('root').fingerprint256 } = over;
    return isFromAppStore({ ...request, body: Buffer.from(body) }, bundleId, at, root);
  }

  const chain = ['signer', 'issuer', 'root'];

  test('is let in when it is about the app, in whichever part it says so', () => {
    expect(judge(write(chain))).toBe(true);
    expect(judge(write(chain, { summary: data }))).toBe(true);
  });

  test('is turned away for another app, or none', () => {
    expect(judge(write(chain), { bundleId: 'com.example.other' })).toBe(false);
    expect(judge(write(chain, { data, summary: { bundleId: 'com.example.other' } }))).toBe(false);
    expect(judge(write(chain, { data: null }))).toBe(false);
    expect(judge(write(chain, {}), { bundleId: '' })).toBe(false);
  });

  test.each([
    ['no certificate marked for it', ['unmarked', 'issuer', 'root']],
    ['an issuer that is not marked', ['other-signer', 'other-issuer', 'root']],
    ['certificates of another issuer', ['signer', 'other-issuer', 'root']],
    ['a certificate of one’s own', ['stranger', 'issuer', 'root']],
    ['no root', ['signer', 'issuer']],
    ['another root', ['signer', 'issuer', 'stranger']],
  ])('is turned away with %s', (_name, names) => {
    expect(judge(write(names))).toBe(false);
  });

  test.each([
    ['the last of Apple’s attempts, 157 hours after the first', 157, true],
    ['one that Apple makes no more', 159, false],
    ['a clock that is a little ahead', -0.5, true],
    ['a time to come', -2, false],
  ])('is judged by when it was signed: %s', (_name, hoursAgo, isTaken) => {
    expect(judge(write(chain, { data, signedDate: now - hoursAgo * 60 * 60_000 }))).toBe(isTaken);
  });

  test('is turned away where it does not say when it was signed', () => {
    expect(judge(write(chain, { data, signedDate: undefined }))).toBe(false);
    expect(judge(write(chain, { data, signedDate: String(now) }))).toBe(false);
  });

  test('is turned away by Apple’s own root, when it is over, and when it is changed', () => {
    const request = { method: 'POST', address: 'https://hooks.test/', header: () => undefined };
    const sent = { ...request, body: Buffer.from(write(chain)) };
    expect(isFromAppStore(sent, 'com.example.app', now)).toBe(false);
    expect(judge(write(chain), { at: now + 3 * 24 * 60 * 60_000 })).toBe(false);
    const { signedPayload } = JSON.parse(write(chain)) as { signedPayload: string };
    const [head, , signature] = signedPayload.split('.');
    const claims = Buffer.from(JSON.stringify({ data: { ...data, environment: 'Sandbox' } })).toString(
      'base64url',
    );
    expect(judge(JSON.stringify({ signedPayload: `${head}.${claims}.${signature}` }))).toBe(false);
    expect(judge(write(chain, { data }, { alg: 'none' }))).toBe(false);
    expect(judge('{}')).toBe(false);
  });
});
