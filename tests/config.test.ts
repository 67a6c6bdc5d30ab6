import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig, readNewKey, settingNames } from '~/config';
import { createDataDir } from './support/server';

const needed = {
  APP_URL: 'https://hooks.example.com/',
  SESSION_SECRET: 'x'.repeat(32),
  APP_KEY: Buffer.alloc(32).toString('base64'),
};

function readTransport(more: Record<string, string>) {
  const read = readConfig({ ...needed, ...more });
  return read.kind === 'config' ? read.config.mailTransport : read.message;
}

describe('how mails leave', () => {
  test.each([
    [{}, { kind: 'console' }],
    [{ SMTP_URL: '' }, { kind: 'console' }],
    [
      { MAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtp://u:p@mail.example.com:587' },
      { kind: 'smtp', url: 'smtp://u:p@mail.example.com:587' },
    ],
    [
      { MAIL_TRANSPORT: 'mailjet', MAILJET_API_KEY: 'key', MAILJET_SECRET_KEY: 'secret' },
      { kind: 'mailjet', apiKey: 'key', secretKey: 'secret' },
    ],
  ])('%o', (settings, transport) => {
    expect(readTransport(settings)).toEqual(transport);
  });

  test.each([
    [{ MAIL_TRANSPORT: 'pigeon' }, 'The setting MAIL_TRANSPORT cannot be used: write one of mailjet, smtp'],
    [{ MAIL_TRANSPORT: 'mailjet', MAILJET_SECRET_KEY: 's' }, 'The setting MAILJET_API_KEY is missing: '],
    [{ MAIL_TRANSPORT: 'mailjet', MAILJET_API_KEY: 'k' }, 'The setting MAILJET_SECRET_KEY is missing: '],
    [{ MAIL_TRANSPORT: 'smtp' }, 'The setting SMTP_URL is missing: '],
    [{ MAIL_TRANSPORT: 'smtp', SMTP_URL: 'mail.example.com' }, 'The setting SMTP_URL cannot be used: '],
    [
      { MAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtp://user:p@ss/word@mail.example.com:587' },
      'The setting SMTP_URL cannot be used: behind the host stands a path',
    ],
    [
      { MAIL_TRANSPORT: 'smtp', SMTP_URL: 'https://mail.example.com' },
      'The setting SMTP_URL cannot be used: ',
    ],
    [{ MAIL_FROM: 'nobody' }, 'The setting MAIL_FROM cannot be used: '],
    [{ MAIL_FROM: 'A <a@example.com>\nBcc: b@example.com' }, 'The setting MAIL_FROM cannot be used: '],
  ])('%o stops the start with one line', (settings, line) => {
    const message = readTransport(settings);
    expect(message).toMatch(/^[^\n]+$/);
    expect(message).toContain(line);
  });
});

function readProxies(list: string) {
  return readConfig({ ...needed, TRUSTED_PROXY: list });
}

describe('trusted proxies', () => {
  test('are addresses and ranges', () => {
    expect(readProxies(' 127.0.0.1, 172.16.0.0/12 ,::1,fd00::/8,')).toMatchObject({
      config: { trustedProxies: ['127.0.0.1', '172.16.0.0/12', '::1', 'fd00::/8'] },
    });
    expect(readProxies('')).toMatchObject({ config: { trustedProxies: [] } });
  });

  test.each(['nginx', '10.0.0.1/33', '10.0.0', '10.0.0.1;10.0.0.2'])(
    '%s is not a list of addresses',
    (list) => {
      expect(readProxies(list)).toEqual({
        kind: 'invalid',
        message:
          'The setting TRUSTED_PROXY cannot be used: write addresses or ranges separated by commas, for example 127.0.0.1, 172.16.0.0/12.',
      });
    },
  );
});

function readUrl(APP_URL: string) {
  return readConfig({ ...needed, APP_URL });
}

describe('the public address', () => {
  test.each([
    ['https://hooks.example.com/', 'https://hooks.example.com'],
    ['https://hooks.example.com//', 'https://hooks.example.com'],
    ['HTTPS://Hooks.Example.com:443', 'https://hooks.example.com'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('%s is %s', (url, appUrl) => {
    expect(readUrl(url)).toMatchObject({ config: { appUrl } });
  });

  test.each([
    'https://hooks.example.com/wicked',
    'https://hooks.example.com/wicked/',
    'https://hooks.example.com/?tenant=1',
    'https://hooks.example.com?',
    'https://hooks.example.com/#top',
    'https://ada:s3cret@hooks.example.com/',
  ])('%s is rejected in a line that says what to write', (url) => {
    expect(readUrl(url)).toEqual({
      kind: 'invalid',
      message:
        'The setting APP_URL cannot be used: it is the whole of a host, without a path, a query or a login: write https://hooks.example.com.',
    });
  });

  test.each(['hooks.example.com', 'ftp://hooks.example.com'])('%s is none', (url) => {
    expect(readUrl(url)).toMatchObject({ kind: 'invalid', message: expect.stringMatching(/APP_URL cannot/) });
  });
});

test.each([
  ['', { config: { hstsSubdomains: false } }],
  ['on', { config: { hstsSubdomains: true } }],
  ['yes', { kind: 'invalid' }],
])('HSTS_SUBDOMAINS=%s is sent to browsers only when it is on', (HSTS_SUBDOMAINS, read) => {
  expect(readConfig({ ...needed, HSTS_SUBDOMAINS })).toMatchObject(read);
});

function write(text: string): string {
  const file = join(createDataDir(), 'secret');
  writeFileSync(file, text);
  return file;
}

describe('secrets in files', () => {
  const { APP_KEY, ...others } = needed;

  test('are read without the line break at their end', () => {
    const read = readConfig({ ...others, APP_KEY: '', APP_KEY_FILE: write(`${APP_KEY}\n`) });
    expect(read).toMatchObject({ config: { appKey: Buffer.alloc(32) } });
    expect(readNewKey({ NEW_APP_KEY_FILE: write(`${APP_KEY}\r\n`) })).toEqual({
      kind: 'key',
      key: Buffer.alloc(32),
    });
    const smtp = { MAIL_TRANSPORT: 'smtp', SMTP_URL_FILE: write('smtp://u:p@mail.example.com:587\n') };
    expect(readTransport(smtp)).toEqual({ kind: 'smtp', url: 'smtp://u:p@mail.example.com:587' });
  });

  test('are checked as if they stood in the environment', () => {
    expect(readConfig({ ...others, APP_KEY_FILE: write('short\n') })).toMatchObject({
      message: expect.stringMatching(/^The setting APP_KEY cannot be used: write 32 random bytes/),
    });
    expect(readConfig({ ...others, APP_KEY_FILE: write('') })).toMatchObject({
      message: expect.stringMatching(/^The setting APP_KEY is missing: write 32 random bytes/),
    });
  });

  test('that cannot be read, or are given twice, stop the start with one line', () => {
    expect(readConfig({ ...others, APP_KEY_FILE: '/nowhere/key' })).toMatchObject({
      message: expect.stringMatching(/^The setting APP_KEY_FILE cannot be used: ENOENT.*'\/nowhere\/key'\.$/),
    });
    expect(readConfig({ ...needed, APP_KEY_FILE: write(APP_KEY) })).toMatchObject({
      message: 'The setting APP_KEY is given twice: remove either APP_KEY or APP_KEY_FILE.',
    });
    expect(readNewKey({ NEW_APP_KEY_FILE: '/nowhere/key' })).toMatchObject({ kind: 'invalid' });
  });
});

test.each(settingNames)('the message about a value that %s cannot have says what to write', (name) => {
  const read = readConfig({ ...needed, [name]: '??' });
  if (read.kind === 'invalid')
    expect(read.message).toMatch(/^The setting \w+ cannot be used: (?:write|it is) /);
});

test('a value of spaces alone counts as missing', () => {
  expect(readConfig({ ...needed, PORT: ' ', SIGNUP: '' })).toMatchObject({
    config: { port: 3000, signUp: 'open' },
  });
  expect(readConfig({ ...needed, SESSION_SECRET: '  ' })).toMatchObject({
    message: expect.stringContaining('The setting SESSION_SECRET is missing: '),
  });
});

test.each(['0x10', '1e3', '3_000', '-1', '65536', '3000.5'])('the port %s is refused', (PORT) => {
  expect(readConfig({ ...needed, PORT })).toEqual({
    kind: 'invalid',
    message: 'The setting PORT cannot be used: write a whole number from 0 to 65535.',
  });
});

describe('single sign-on', () => {
  const oidc = { OIDC_ISSUER: 'https://id.example.com/', OIDC_CLIENT_ID: 'wicked', OIDC_CLIENT_SECRET: 's' };

  test('is read with what it takes', () => {
    const more = { OIDC_ALLOWED_DOMAINS: ' @Example.com, example.org ', OIDC_ORGANIZATION: 'x' };
    expect(readConfig({ ...needed, ...oidc, ...more, PASSWORD_LOGIN: 'off' })).toMatchObject({
      config: {
        passwordLogin: false,
        singleSignOn: {
          issuer: 'https://id.example.com',
          name: 'id.example.com',
          domains: ['example.com', 'example.org'],
          organizationId: 'x',
        },
      },
    });
    expect(readConfig(needed)).toMatchObject({ config: { passwordLogin: true } });
    const roles = { OIDC_ROLE_CLAIM: 'groups', OIDC_OWNERS: 'bosses', OIDC_ADMINS: 'ops, it' };
    const hours = { OIDC_SESSION_HOURS: '8' };
    expect(readConfig({ ...needed, ...oidc, ...more, ...roles, ...hours })).toMatchObject({
      config: {
        singleSignOn: {
          roles: {
            claim: 'groups',
            names: [
              { value: 'bosses', role: 'OWNER' },
              { value: 'ops', role: 'ADMIN' },
              { value: 'it', role: 'ADMIN' },
            ],
          },
          sessionMs: 28_800_000,
        },
      },
    });
  });

  test('values of a claim that contain commas are separated by semicolons', () => {
    const roles = {
      OIDC_ORGANIZATION: 'x',
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_OWNERS: 'cn=bosses,dc=example;',
      OIDC_ADMINS: 'cn=ops,dc=example; it',
    };
    expect(readConfig({ ...needed, ...oidc, ...roles })).toMatchObject({
      config: {
        singleSignOn: {
          roles: {
            names: [
              { value: 'cn=bosses,dc=example', role: 'OWNER' },
              { value: 'cn=ops,dc=example', role: 'ADMIN' },
              { value: 'it', role: 'ADMIN' },
            ],
          },
        },
      },
    });
  });

  test.each([
    [{ OIDC_ISSUER: 'id.example.com' }, 'The setting OIDC_ISSUER cannot be used: write the issuer'],
    [{ OIDC_CLIENT_ID: '' }, 'The setting OIDC_CLIENT_ID is missing: OIDC_ISSUER needs it'],
    [{ OIDC_CLIENT_SECRET: '' }, 'The setting OIDC_CLIENT_SECRET is missing: OIDC_ISSUER needs it'],
    [{ OIDC_ROLE_CLAIM: 'groups' }, 'The setting OIDC_ORGANIZATION is missing: OIDC_ROLE_CLAIM needs it'],
    [
      { OIDC_ROLE_CLAIM: 'groups', OIDC_ORGANIZATION: 'x' },
      'The setting OIDC_ADMINS is missing: OIDC_ROLE_CLAIM needs it',
    ],
    [
      { OIDC_ISSUER: '', PASSWORD_LOGIN: 'off' },
      'The setting OIDC_ISSUER is missing: with PASSWORD_LOGIN=off',
    ],
  ])('says what is lacking: %o', (change, message) => {
    expect(readConfig({ ...needed, ...oidc, ...change })).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(message),
    });
  });
});

function readWaysOut(more: Record<string, string>) {
  const read = readConfig({ ...needed, ...more });
  return read.kind === 'config' ? read.config.proxies : read.message;
}

describe('proxies', () => {
  test.each([
    [{}, undefined],
    [{ NO_PROXY: 'example.com' }, undefined],
    [
      { HTTPS_PROXY: 'http://a:b%2Fc@proxy.corp:3128', NO_PROXY: '.corp' },
      { https: 'http://a:b%2Fc@proxy.corp:3128', except: '.corp' },
    ],
    [{ http_proxy: 'proxy.corp:3128' }, { http: 'http://proxy.corp:3128', except: '' }],
    [
      { https_proxy: 'http://small', HTTPS_PROXY: 'https://capital', no_proxy: 'a' },
      { https: 'https://capital', except: 'a' },
    ],
    [
      { https_proxy: 'http://small', HTTPS_PROXY: ' ' },
      { https: 'http://small', except: '' },
    ],
  ])('%o', (settings, proxies) => {
    expect(readWaysOut(settings)).toEqual(proxies);
  });

  test.each(['socks5://proxy:1080', 'http://', 'http://a:pass/word@proxy', 'http://a:50%@proxy'])(
    '%s stops the start, and is not repeated',
    (HTTPS_PROXY) => {
      const message = readWaysOut({ HTTPS_PROXY });
      expect(message).toMatch(/^The setting HTTPS_PROXY cannot be used: write the address of an HTTP proxy/);
      expect(message).not.toContain('a:50');
    },
  );
});
