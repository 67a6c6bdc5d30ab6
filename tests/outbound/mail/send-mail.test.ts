import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Mail, OutboundRequest } from '~/outbound/request-response';
import type { Lookup } from '~/outbound/target';
import { createCertificate } from '../../support/certificate';
import { startNameServer } from '../../support/name-server';
import { startMailServer } from '../../support/mail-server';
import { allowing, makeOutbound, startTcp } from '../loopback';

const lookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];

const basic = (password = 'p@ss word'): [string, string] => [
  'Authorization',
  `Basic ${Buffer.from(`wicked:${password}`).toString('base64')}`,
];

function makeMail(url: string, mail: Partial<Mail> = {}, headers: [string, string][] = []): OutboundRequest {
  return {
    method: 'POST',
    url,
    headers,
    timeoutMs: 5_000,
    maxBodyBytes: 1_000_000,
    mail: {
      headers: [
        ['From', 'Wicked <hooks@example.com>'],
        ['To', 'ada@example.com'],
        ['Subject', 'Grüße'],
      ],
      text: 'Hello',
      attachments: [],
      key: 'key-1',
      ...mail,
    },
  };
}

/** Lets calls reach a mail server of the test, also by the name of its certificate. */
function opening(port: number) {
  return { allow: allowing(`127.0.0.1:${port},mail.test:${port}`), lookup };
}

describe('without TLS', () => {
  const plain = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };

  test('tells nobody the name of this machine', async () => {
    const named = vi.spyOn(os, 'hostname').mockReturnValue('srv7.corp.example');
    onTestFinished(() => named.mockRestore());
    const names: string[] = [];
    const { port } = await startMailServer({
      ...plain,
      onMailFrom(_address, { hostNameAppearsAs }, answer) {
        names.push(String(hostNameAppearsAs));
        answer();
      },
    });
    const outcome = await makeOutbound(opening(port)).send(makeMail(`smtp://127.0.0.1:${port}`));
    expect(outcome).toMatchObject({ status: 200 });
    expect(names).toEqual(['[127.0.0.1]']);
  });

  test('hands the mail over, and the reply is the response', async () => {
    const { port, received } = await startMailServer(plain);
    const request = makeMail(`smtp://127.0.0.1:${port}`, {
      headers: [
        ['From', 'Wicked <hooks@example.com>'],
        ['To', 'Ada <ada@example.com>, bob@example.com'],
        ['Bcc', 'secret@example.com'],
        ['Subject', 'Grüße an =?utf-8?q?alle?='],
        ['X-Order', '42'],
      ],
      html: '<p>Hello</p>',
      attachments: [{ filename: 'Übersicht.csv', contentType: 'text/csv', content: Buffer.from('a,b') }],
    });
    const outcome = await makeOutbound(opening(port)).send(request);
    expect(outcome).toMatchObject({
      kind: 'response',
      status: 200,
      headers: [['content-type', 'application/json']],
    });
    expect(JSON.parse((outcome as { body: string }).body)).toMatchObject({
      code: 250,
      messageId: '<key-1@example.com>',
      accepted: ['ada@example.com', 'bob@example.com', 'secret@example.com'],
      rejected: [],
    });
    const [mail] = received;
    expect(mail).toMatchObject({
      sender: 'hooks@example.com',
      recipients: ['ada@example.com', 'bob@example.com', 'secret@example.com'],
      user: '',
    });
    expect(mail?.source).toMatch(/^X-Order: 42\r$/m);
    expect(mail?.source).toMatch(/^Message-ID: <key-1@example\.com>\r$/m);
    expect(mail?.source).toContain('Content-Type: text/csv');
    expect(mail?.source).not.toContain('secret@example.com');
    expect(mail?.source).not.toContain('=?utf-8?q?alle?=');
  });

  test.each([
    ['gone@example.com', 422, 550],
    ['full@example.com', 503, 452],
  ])('a recipient that is refused: %s', async (to, status, code) => {
    const { port, received } = await startMailServer(plain);
    const headers: Mail['headers'] = [
      ['From', 'hooks@example.com'],
      ['To', to],
    ];
    const outcome = await makeOutbound(opening(port)).send(makeMail(`smtp://127.0.0.1:${port}`, { headers }));
    const statusText = expect.stringMatching(new RegExp(`^${code} \\w`)) as string;
    expect(outcome).toMatchObject({ kind: 'response', status, statusText });
    expect(JSON.parse((outcome as { body: string }).body)).toMatchObject({
      code,
      rejected: [{ address: to }],
    });
    expect(received).toEqual([]);
  });

  test('one of two recipients that is refused makes 207', async () => {
    const { port, received } = await startMailServer(plain);
    const headers: Mail['headers'] = [
      ['From', 'hooks@example.com'],
      ['To', 'ada@example.com, gone@example.com'],
    ];
    const outcome = await makeOutbound(opening(port)).send(makeMail(`smtp://127.0.0.1:${port}`, { headers }));
    expect(outcome).toMatchObject({ status: 207 });
    expect(JSON.parse((outcome as { body: string }).body)).toMatchObject({
      accepted: ['ada@example.com'],
      rejected: [{ address: 'gone@example.com', reply: '550 No such mailbox' }],
    });
    expect(received).toHaveLength(1);
  });

  test('a password does not go over a connection without TLS', async () => {
    const { port, received } = await startMailServer(plain);
    const request = makeMail(`smtp://127.0.0.1:${port}`, {}, [basic()]);
    expect(await makeOutbound(opening(port)).send(request)).toMatchObject({
      kind: 'failure',
      reason: 'tls',
      sent: false,
      message: `127.0.0.1:${port} offers no TLS, without which no credentials are sent; its URL may begin with smtps://.`,
    });
    expect(received).toEqual([]);
  });

  test.each([
    [[['To', 'a@example.com']], 'The header From holds no email address.'],
    [
      [
        ['From', 'a@example.com'],
        ['To', ' , '],
      ],
      'The headers To, Cc and Bcc hold no email address.',
    ],
    [
      [
        ['From', 'a@example.com'],
        ['Bcc', Array.from({ length: 101 }, (_, at) => `a${at}@example.com`).join(',')],
      ],
      'A mail goes to at most 100 addresses.',
    ],
  ] as [Mail['headers'], string][])('is not sent without addresses: %#', async (headers, message) => {
    const { port, received } = await startMailServer(plain);
    const outcome = await makeOutbound(opening(port)).send(makeMail(`smtp://127.0.0.1:${port}`, { headers }));
    expect(outcome).toMatchObject({
      reason: 'invalid-request',
      sent: false,
      message: `Nothing was sent: ${message}`,
    });
    expect(received).toEqual([]);
  });

  test('only submission ports of public servers can be reached', async () => {
    const outbound = makeOutbound({ lookup: async () => [{ address: '93.184.216.34', family: 4 }] });
    for (const port of [25, 80, 5432]) {
      expect(await outbound.send(makeMail(`smtp://mail.example.com:${port}`))).toMatchObject({
        reason: 'refused-address',
        message: expect.stringContaining(
          `Port ${port} is not one on which servers take mails from programs`,
        ) as string,
      });
    }
    const { port } = await startMailServer(plain);
    expect(await makeOutbound().send(makeMail(`smtp://127.0.0.1:${port}`))).toMatchObject({
      reason: 'refused-address',
    });
  });

  test('ends at its deadline and at a cancel, whatever the server does', async () => {
    const { port } = await startTcp(() => {});
    const outbound = makeOutbound(opening(port));
    expect(await outbound.send({ ...makeMail(`smtp://127.0.0.1:${port}`), timeoutMs: 100 })).toMatchObject({
      reason: 'timeout',
      sent: false,
      message: `127.0.0.1:${port} did not say whether it takes the mail within 0.1 s.`,
    });
    const cancel = new AbortController();
    const sending = outbound.send({ ...makeMail(`smtp://127.0.0.1:${port}`), signal: cancel.signal });
    cancel.abort();
    expect(await sending).toMatchObject({ reason: 'cancelled' });
  });

  test('ends at its deadline and at a cancel while no name server says where the server is', async () => {
    const silent = await startNameServer(() => 'silence');
    const outbound = makeOutbound({ resolver: { nameServers: [silent.address], hostsFile: '/dev/null' } });
    const mail = makeMail('smtp://mail.example.com');
    expect(await outbound.send({ ...mail, timeoutMs: 100 })).toMatchObject({
      reason: 'timeout',
      sent: false,
      message: 'mail.example.com:587 could not be reached within 0.1 s.',
    });
    expect(silent.asked).toContain('mail.example.com A');
    const cancel = new AbortController();
    const sending = outbound.send({ ...mail, signal: cancel.signal });
    cancel.abort();
    expect(await sending).toMatchObject({ reason: 'cancelled', sent: false });
  });

  test.each([
    ['HTTP/1.1 400 Bad Request\r\n\r\n', 'invalid-response', 'did not reply as a mail server does.'],
    ['', 'connection', 'closed the connection before it took the mail.'],
  ])('a server that speaks something else: %j', async (greeting, reason, message) => {
    const { port } = await startTcp((socket) => void socket.end(greeting));
    const outcome = await makeOutbound(opening(port)).send(makeMail(`smtp://127.0.0.1:${port}`));
    expect(outcome).toMatchObject({ reason, sent: false, message: `127.0.0.1:${port} ${message}` });
  });

  test('a server that sends blank lines without end is not listened to for long', async () => {
    const ended: Promise<unknown>[] = [];
    const { port } = await startTcp((socket) => {
      ended.push(once(socket, 'close'));
      const flood = () => {
        while (socket.writable && socket.write('\n'.repeat(65_536)));
      };
      socket.on('drain', flood).resume();
      flood();
    });
    const outcome = await makeOutbound(opening(port)).send(makeMail(`smtp://127.0.0.1:${port}`));
    const message = `127.0.0.1:${port} did not reply as a mail server does.`;
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'invalid-response', sent: false, message });
    await Promise.all(ended);
  });

  test('the library has the two methods by which a conversation is bounded', () => {
    const method = expect.any(Function) as unknown;
    expect(new SMTPConnection()).toMatchObject({ _onData: method, _onResponseTooLarge: method });
  });

  test('a server that goes away behind the mail may have it', async () => {
    const { port } = await startTcp((socket) => {
      socket.write('220 ready\r\n');
      socket.on('data', (data) => {
        const text = String(data);
        if (text.startsWith('EHLO')) socket.write('250 hello\r\n');
        else if (text.startsWith('DATA')) socket.write('354 go on\r\n');
        else if (/^(?:MAIL|RCPT)/.test(text)) socket.write('250 ok\r\n');
        else socket.destroy();
      });
    });
    const outcome = await makeOutbound(opening(port)).send(makeMail(`smtp://127.0.0.1:${port}`));
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'connection', sent: true });
  });
});

describe.skipIf(spawnSync('openssl', ['version']).status !== 0)('with TLS', () => {
  let certificate: { key: string; cert: string };
  beforeAll(() => {
    certificate = createCertificate('mail.test');
  });

  test.each([
    ['smtps', { secure: true }],
    ['smtp', {}],
  ])('%s logs in by password and by token', async (protocol, options) => {
    const { port, received } = await startMailServer({ ...certificate, ...options });
    const outbound = makeOutbound({ ...opening(port), ca: certificate.cert });
    const url = `${protocol}://mail.test:${port}`;
    expect(await outbound.send(makeMail(url, {}, [basic()]))).toMatchObject({ status: 200 });
    expect(await outbound.send(makeMail(url, {}, [['Authorization', 'Bearer right-token']]))).toMatchObject({
      status: 200,
    });
    expect(received.map(({ user, isSecure }) => [user, isSecure])).toEqual([
      ['wicked', true],
      ['hooks@example.com', true],
    ]);
    expect(await outbound.send(makeMail(url, {}, [basic('wrong')]))).toMatchObject({
      kind: 'response',
      status: 401,
    });
    expect(await outbound.send(makeMail(url, {}, [['Authorization', 'Bearer wrong']]))).toMatchObject({
      status: 401,
    });
    expect(received).toHaveLength(2);
  });

  test.each(['smtps', 'smtp'])(
    '%s shows nothing to a server whose certificate nobody trusts',
    async (protocol) => {
      const { port, received } = await startMailServer({ ...certificate, secure: protocol === 'smtps' });
      const outcome = await makeOutbound(opening(port)).send(
        makeMail(`${protocol}://mail.test:${port}`, {}, [basic()]),
      );
      expect(outcome).toMatchObject({ kind: 'failure', reason: 'tls', sent: false });
      expect((outcome as { message: string }).message).toContain('it is self-signed');
      expect(received).toEqual([]);
    },
  );
});
