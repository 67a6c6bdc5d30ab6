import { expect, test } from 'vitest';
import { createConsoleMailer } from '~/email/mailer';
import { verificationMessage } from '~/email/account-messages';

test('the console transport prints who gets what, with the whole link on one line', async () => {
  const written: string[] = [];
  const mailer = createConsoleMailer((text) => void written.push(text));
  const link = `http://localhost:3000/verify-email?token=${'x'.repeat(43)}`;
  await mailer.send({
    ...verificationMessage(link),
    to: 'ada@example.com',
    from: 'Wicked <no-reply@localhost>',
    key: '1',
  });
  const output = written.join('');
  expect(output).toContain('To:      ada@example.com\n');
  expect(output).toContain('Subject: Verify your email address\n');
  expect(output).toContain(`${link}\n`);
  expect(output).not.toContain('<p');
});

test('nothing that others wrote moves the cursor of the terminal, or names its window', async () => {
  const written: string[] = [];
  const mailer = createConsoleMailer((text) => void written.push(text));
  const text = 'Reason: \u001b]0;mine\u0007 \u009b2J gone\r\nnext';
  await mailer.send({
    subject: 'a\u001b[2Jb',
    text,
    html: '',
    to: 'ada@example.com',
    from: 'x@localhost',
    key: '1',
  });
  expect(written.join('')).toContain('Subject: a\ufffd[2Jb\n');
  expect(written.join('')).toContain('Reason: \ufffd]0;mine\ufffd \ufffd2J gone\ufffd\nnext\n');
});

test('where no person reads it, a mail is one line of JSON', async () => {
  const written: string[] = [];
  const mailer = createConsoleMailer((text) => void written.push(text), false);
  const link = 'http://localhost:3000/verify-email?token=x';
  await mailer.send({
    ...verificationMessage(link),
    to: 'ada@example.com',
    from: 'no-reply@localhost',
    key: '1',
  });
  expect(written.join('').match(/\n/g)).toHaveLength(1);
  const { mail } = JSON.parse(written.join('')) as { mail: { to: string; text: string } };
  expect(mail).toMatchObject({ to: 'ada@example.com', subject: 'Verify your email address' });
  expect(mail.text).toContain(link);
});
