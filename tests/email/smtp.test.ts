import { text as readText } from 'node:stream/consumers';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { verificationMessage } from '~/email/account-messages';
import { createMailer } from '~/email/transport';

const mail = {
  ...verificationMessage('https://app.example.com/verify-email?token=abc'),
  to: 'ada@example.com',
  from: 'Wicked Integrations <hooks@example.com>',
  key: '0197c2d4-aaaa',
};

/** A mail server without TLS that knows one user, and what it was given. */
async function startMailServer() {
  const received: { sender: string; recipients: string[]; source: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, answer) {
      const isKnown = username === 'wicked' && password === 'p@ss word';
      answer(isKnown ? null : new Error('Invalid username or password'), { user: username });
    },
    onRcptTo({ address }, _session, answer) {
      answer(address === 'gone@example.com' ? new Error('No such mailbox') : null);
    },
    async onData(stream, { envelope }, answer) {
      const source = await readText(stream);
      const sender = envelope.mailFrom ? envelope.mailFrom.address : '';
      received.push({ sender, recipients: envelope.rcptTo.map(({ address }) => address), source });
      answer();
    },
  });
  server.on('error', () => {}); // A client that was refused hangs up.
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = listener.address() as AddressInfo;
  const createSmtp = (password = 'p@ss word', host = '127.0.0.1') =>
    createMailer(
      { kind: 'smtp', url: `smtp://wicked:${encodeURIComponent(password)}@${host}:${port}` },
      { write: () => {}, isForPeople: true },
    );
  return { received, createSmtp };
}

test('hands the mail to the server, as text and as HTML', async () => {
  const { received, createSmtp } = await startMailServer();
  await (await createSmtp()).send(mail);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ sender: 'hooks@example.com', recipients: ['ada@example.com'] });
  const source = received[0]?.source ?? '';
  expect(source).toMatch(/^From: Wicked Integrations <hooks@example.com>\r$/m);
  expect(source).toMatch(/^Subject: Verify your email address\r$/m);
  expect(source).toMatch(/^Content-Type: multipart\/alternative/m);
  // One that is sent twice is recognized by the first, and nobody's program answers the second.
  expect(source).toMatch(/^Message-ID: <0197c2d4-aaaa@example\.com>\r$/m);
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  const unfolded = source.replace(/=\r\n/g, '').replace(/=3D/g, '=');
  expect(unfolded).toContain('Verify email: https://app.example.com/verify-email?token=abc');
  expect(unfolded).toContain('<a href="https://app.example.com/verify-email?token=abc"');
});

test.each([
  'You are invited to join =?utf-8?q?Your_bank?=',
  '=?utf-8?b?WW91ciBiYW5r?= 📦 =?',
  `=?utf-8?q?${'Long_'.repeat(30)}?= and 📦`,
])('a subject means what it says, not what encoded words in it stand for: %s', async (subject) => {
  const { received, createSmtp } = await startMailServer();
  await (await createSmtp()).send({ ...mail, subject });
  const header = /^Subject:(.*(?:\r\n[ \t].*)*)/m.exec(received[0]?.source ?? '')?.[1] ?? '';
  const words = header.trim().split(/\s+/);
  expect(words.filter((word) => word.length > 75)).toEqual([]);
  expect(decodeWords(words)).toBe(subject);
});

test('rejects when the server refuses, so that the job tries again', async () => {
  const { received, createSmtp } = await startMailServer();
  await expect((await createSmtp()).send({ ...mail, to: 'gone@example.com' })).rejects.toThrow(
    'No such mailbox',
  );
  await expect((await createSmtp('wrong')).send(mail)).rejects.toThrow('Invalid username or password');
  expect(received).toEqual([]);
});

test('gives a server up that does not take the mail within a minute, however often it says something', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const url = `smtp://127.0.0.1:${port}`;
  const mailer = await createMailer({ kind: 'smtp', url }, { write: () => {}, isForPeople: true });
  const sending = expect(mailer.send(mail)).rejects.toThrow(
    'The mail server did not take the mail within 60 s.',
  );
  const [socket] = (await once(server, 'connection')) as [Socket];
  const ended = once(socket, 'close');
  socket.write('220 mail.test\r\n');
  await once(socket, 'data');
  // The last line of this reply never comes.
  socket.write('250-mail.test\r\n');
  vi.advanceTimersByTime(60_000);
  await sending;
  await ended;
});

test('sends to one address, whatever stands in it', async () => {
  const { received, createSmtp } = await startMailServer();
  await (await createSmtp()).send({ ...mail, to: 'ada@example.com, eve@example.com' }).catch(() => {});
  expect(received.flatMap(({ recipients }) => recipients)).not.toContain('eve@example.com');
});

test('sends no password in the clear to another machine', async () => {
  const { received, createSmtp } = await startMailServer();
  // Linux takes it for this machine, we do not.
  await expect((await createSmtp('p@ss word', '0.0.0.0')).send(mail)).rejects.toThrow(/TLS/);
  expect(received).toEqual([]);
});

/** Decodes encoded words as mail programs do (RFC 2047 section 6.2), each by itself. */
function decodeWords(words: string[]): string {
  return words
    .map((word) => {
      const [, encoding, text = ''] = /^=\?utf-8\?([bq])\?([^?]*)\?=$/i.exec(word) ?? [];
      if (encoding === undefined) return `${word} `;
      if (/b/i.test(encoding))
        return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'));
      const escaped = text.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%');
      return decodeURIComponent(escaped);
    })
    .join('')
    .trimEnd();
}
