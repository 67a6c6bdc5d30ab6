import { expect, test } from 'vitest';
import { listUnusedSettings } from '~/services/installation/unused-settings';

const nameAll = (environment: Record<string, string>) =>
  listUnusedSettings(environment).map(({ name }) => name);

test.each([
  [
    'mails that are meant for a server are printed',
    { SMTP_URL: 'smtp://a:secret@mail.example.com' },
    ['SMTP_URL'],
  ],
  [
    'and so with the address in a file',
    { SMTP_URL_FILE: '/run/secrets/smtp', MAIL_TRANSPORT: ' ' },
    ['SMTP_URL'],
  ],
  [
    'mails leave by another way than was meant',
    {
      MAIL_TRANSPORT: 'smtp',
      SMTP_URL: 'smtp://mail.example.com',
      MAILJET_API_KEY: 'secret',
      MAIL_FROM: 'a@example.com',
    },
    ['MAILJET_API_KEY'],
  ],
  ['the sender is nobody', { MAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtp://mail.example.com' }, ['MAIL_FROM']],
  ['the audit goes nowhere', { AUDIT_STREAM_SECRET: 'a secret of the audit' }, ['AUDIT_STREAM_SECRET']],
  [
    'spans go nowhere',
    { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret' },
    ['OTEL_EXPORTER_OTLP_HEADERS'],
  ],
  ['the proxy of everything is none', { all_proxy: 'http://a:secret@proxy:3128' }, ['all_proxy']],
  ['exceptions from no proxy', { NO_PROXY: 'example.com' }, ['NO_PROXY']],
])('%s', (_case, environment: Record<string, string>, names) => {
  expect(nameAll(environment)).toEqual(names);
  expect(JSON.stringify(listUnusedSettings(environment))).not.toContain('secret@');
});

test('settings that have an effect, or are empty, are not listed', () => {
  const whole = {
    MAIL_TRANSPORT: 'smtp',
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'hooks@example.com',
    MAILJET_API_KEY: '',
    AUDIT_STREAM: 'https://siem.example.com',
    AUDIT_STREAM_SECRET: 'a secret of the audit',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'a=b',
    HTTPS_PROXY: ' ',
    http_proxy: 'http://a:secret@proxy:3128',
    no_proxy: 'example.com',
  };
  expect(listUnusedSettings(whole)).toEqual([]);
  expect(listUnusedSettings({})).toEqual([]);
});
