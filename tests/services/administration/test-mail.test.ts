import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { MailTransport } from '~/setting-groups';
import { createMailer } from '~/email/transport';
import { sendTestMail } from '~/services/administration/test-mail';

const settings = { appUrl: 'https://hooks.example.com', mailFrom: 'Wicked <hooks@example.com>' };

/** A mail server that answers each command as told, and all others with 250. */
async function startMailServer(answers: Record<string, string>): Promise<string> {
  const server = createServer((socket) => {
    socket.write('220 mail.test ESMTP\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const line of String(chunk).split('\r\n').filter(Boolean)) {
        const [command = ''] = line.split(' ');
        if (command === 'EHLO') socket.write('250-mail.test\r\n250 AUTH PLAIN\r\n');
        else if (answers[command]) socket.write(`${answers[command]}\r\n`);
        else if (command === 'DATA') socket.write('354 Go on\r\n');
        else if (/^(?:AUTH|MAIL|RCPT|\.$)/.test(command)) socket.write('250 Ok\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `smtp://wicked:password@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function send(mailTransport: MailTransport, recipient = 'ada@example.com') {
  const printed: string[] = [];
  const mailer = await createMailer(mailTransport, {
    write: (text) => printed.push(text),
    isForPeople: true,
  });
  return { printed, outcome: await sendTestMail({ ...settings, mailTransport }, mailer, recipient) };
}

test('a mail that the server takes', async () => {
  const url = await startMailServer({ AUTH: '235 Welcome' });
  expect((await send({ kind: 'smtp', url })).outcome).toEqual({
    kind: 'done',
    lines: ['The mail server took a mail to ada@example.com. Look whether it arrives, and not among spam.'],
  });
});

test('the console says that nothing leaves', async () => {
  const { outcome, printed } = await send({ kind: 'console' });
  expect(printed.join('')).toContain('A test of the mail settings');
  expect(outcome).toMatchObject({ kind: 'done', lines: [expect.stringContaining('none leaves')] });
});

test.each([
  [
    'a wrong password',
    { AUTH: '535 5.7.8 Bad credentials' },
    /535 5\.7\.8 Bad credentials\. Check user and password/,
  ],
  [
    'a sender that is refused',
    { AUTH: '235 Ok', MAIL: '550 5.7.1 Not you' },
    /5\.7\.1 Not you\. Check MAIL_FROM \(Wicked <hooks@example\.com>\)/,
  ],
])('says what to mend: %s', async (_case, answers: Record<string, string>, message) => {
  const url = await startMailServer(answers);
  const { outcome } = await send({ kind: 'smtp', url });
  expect(outcome).toEqual({ kind: 'failed', message: expect.stringMatching(message) as string });
  expect(JSON.stringify(outcome)).not.toContain('wicked:password');
});

test('a server that is not there, and what is no address', async () => {
  const gone = await send({ kind: 'smtp', url: 'smtp://127.0.0.1:1' });
  expect(gone.outcome).toEqual({
    kind: 'failed',
    message: expect.stringMatching(/ECONNREFUSED.* Check host and port in SMTP_URL/) as string,
  });
  expect((await send({ kind: 'console' }, 'ada')).outcome).toEqual({
    kind: 'failed',
    message: 'ada is no email address: nothing was sent.',
  });
});
