import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import type { AppContext } from '~/context';
import { findMailError } from '~/db/accounts/emails';
import { createMailer } from '~/email/transport';
import { mailDelayMs } from '~/jobs/handlers';
import { deliverEmail, queueEmail } from '~/services/mail';
import { countGivenUpEmails } from '~/db/accounts/emails';
import { requeueGivenUpMails } from '~/services/installation/given-up-mails';
import { createTestContext } from '../support/context';

const message = { subject: 'Hello', text: 'Hello there', html: '<p>Hello there</p>' };

async function queueOne(context: AppContext, recipient = 'ada@example.com'): Promise<string> {
  await context.db.transaction((tx) => queueEmail(context, tx, { recipient, message, now: context.now() }));
  const newest = context.db.build.selectFrom('emails').select('id').orderBy('id', 'desc').limit(1);
  return (await context.db.first(newest))!.id;
}

function findRow(context: AppContext) {
  return context.db.first(
    context.db.build.selectFrom('emails').select(['status', 'attempts', 'error_message', 'sent_at']),
  );
}

test('a queued mail is sent once', async () => {
  const context = await createTestContext();
  const id = await queueOne(context);
  await expect(deliverEmail(context, id)).resolves.toBe('done');
  await expect(deliverEmail(context, id)).resolves.toBe('done');
  const from = context.config.mailFrom;
  expect(context.sentMail).toEqual([{ ...message, to: 'ada@example.com', from, key: id }]);
  expect(await findRow(context)).toEqual({
    status: 'sent',
    attempts: 1,
    error_message: null,
    sent_at: context.now(),
  });
});

/** As nodemailer says that a server answered so. */
const answered = (code: string, responseCode: number) =>
  Object.assign(new Error(`Response: ${responseCode}`), { code, responseCode });

test.each([
  ['the server is gone', new Error('connection refused'), 32],
  ['the password is wrong', answered('EAUTH', 535), 32],
  ['the server greylists', answered('EENVELOPE', 451), 32],
  ['the server knows no such recipient', answered('EENVELOPE', 550), 8],
])('one that fails is tried again, and then given up: %s', async (_case, error, most) => {
  let tries = 0;
  const send = () => {
    tries++;
    return Promise.reject(error);
  };
  const context = await createTestContext({ mailer: { send } });
  const id = await queueOne(context);
  for (let attempt = 1; attempt < most; attempt++) {
    await expect(deliverEmail(context, id)).resolves.toBe('retry');
    expect(await findRow(context)).toMatchObject({
      status: 'queued',
      attempts: attempt,
      error_message: error.message,
    });
  }
  await expect(deliverEmail(context, id)).resolves.toBe('failed');
  expect(await findRow(context)).toMatchObject({ status: 'failed', attempts: most });
  await deliverEmail(context, id);
  expect(tries).toBe(most);
});

test('the waits between the tries reach over a day, so that a night without a mail server loses nothing', () => {
  const waits = Array.from({ length: 31 }, (_, failures) => mailDelayMs(failures));
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(24 * 3_600_000);
  expect(waits.slice(0, 9).map((wait) => wait / 1_000)).toEqual([
    30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600,
  ]);
});

test('what keeps mails from leaving is known from the second failure on, until one is sent', async () => {
  let isDown = true;
  const send = () => (isDown ? Promise.reject(new Error('Invalid login: 535')) : Promise.resolve());
  const context = await createTestContext({ mailer: { send } });
  const id = await queueOne(context);
  await deliverEmail(context, id);
  expect(await findMailError(context.db)).toBeUndefined();
  await deliverEmail(context, id);
  expect(await findMailError(context.db)).toBe('Invalid login: 535');
  isDown = false;
  await deliverEmail(context, id);
  expect(await findMailError(context.db)).toBeUndefined();
});

test('behind very many mails that wait it is not looked for: a page that asks would take as long', async () => {
  const context = await createTestContext({ mailer: { send: () => Promise.reject(new Error('refused')) } });
  const wait = async (count: number) => {
    context.clock.advance(1_000);
    for (let each = 0; each < count; each += 1) await queueOne(context, `ada-${each}@example.com`);
  };
  const id = await queueOne(context);
  await deliverEmail(context, id);
  await deliverEmail(context, id);
  await wait(199);
  expect(await findMailError(context.db)).toBe('refused');
  await wait(1);
  expect(await findMailError(context.db)).toBeUndefined();
});

test('one recipient that the mail server refuses keeps nobody else from mails, two in a row may', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, answer) =>
      answer(address.startsWith('gone') ? new Error('No such mailbox') : null),
    onData: (stream, _session, answer) => void stream.resume().on('end', answer),
  });
  server.on('error', () => {}); // A client that was refused hangs up.
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = listener.address() as AddressInfo;
  const mailer = await createMailer(
    { kind: 'smtp', url: `smtp://127.0.0.1:${port}` },
    { write: () => {}, isForPeople: false },
  );
  const context = await createTestContext({ mailer });
  const tryTwice = async (recipient: string) => {
    const id = await queueOne(context, recipient);
    await deliverEmail(context, id);
    await deliverEmail(context, id);
    context.clock.advance(1_000);
    return findMailError(context.db);
  };
  const refusal = /^The mail server refused the recipient: .*550 No such mailbox/;
  expect(await tryTwice('gone@example.com')).toBeUndefined();
  expect(await tryTwice('gone-too@example.com')).toMatch(refusal);
  expect(await tryTwice('ada@example.com')).toBeUndefined();
  expect(await tryTwice('gone@example.com')).toBeUndefined();
  expect(await tryTwice('gone@example.com')).toBeUndefined();
  expect(await tryTwice('gone-too@example.com')).toMatch(refusal);
  expect(await tryTwice('ada@example.com')).toBeUndefined();
});

test('a mail is queued only when what caused it is committed', async () => {
  const context = await createTestContext();
  await expect(
    context.db.transaction(async (tx) => {
      await queueEmail(context, tx, { recipient: 'ada@example.com', message, now: context.now() });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await findRow(context)).toBeUndefined();
  expect(await context.db.all(context.db.build.selectFrom('jobs').selectAll())).toEqual([]);
});

test('what a mail says is sealed, and cannot be sent under another key', async () => {
  const context = await createTestContext();
  const id = await queueOne(context);
  const row = await context.db.first(
    context.db.build.selectFrom('emails').select(['body_text', 'body_html']),
  );
  expect(JSON.stringify(row)).not.toContain('Hello');
  const moved = { ...context, config: { ...context.config, appKey: Buffer.alloc(32, 8) } };
  await expect(deliverEmail(moved, id)).resolves.toBe('failed');
  expect(await findRow(context)).toMatchObject({
    status: 'failed',
    error_message: expect.stringContaining('APP_KEY'),
  });
  expect(context.sentMail).toEqual([]);
});

test('mails that were given up are queued again as if they were new, and no others', async () => {
  const mailer = { send: () => Promise.reject(answered('EENVELOPE', 550)) };
  const context = await createTestContext({ mailer });
  const { db, now } = context;
  const id = await queueOne(context);
  for (let tries = 0; tries < 8; tries++) await deliverEmail(context, id);
  await queueOne(context, 'grace@example.com');
  const job = db.build.selectFrom('jobs').select('id').where('subject_id', '=', id);
  await db.run(db.build.deleteFrom('jobs').where('subject_id', '=', id));
  expect(await countGivenUpEmails(db)).toBe(1);
  expect(await db.transaction((tx) => requeueGivenUpMails(tx, { now: now() }))).toBe(1);
  expect(await findRow(context)).toEqual({
    status: 'queued',
    attempts: 0,
    error_message: null,
    sent_at: null,
  });
  expect(await db.all(job)).toHaveLength(1);
  expect(await countGivenUpEmails(db)).toBe(0);
  expect(await db.transaction((tx) => requeueGivenUpMails(tx, { now: now() }))).toBe(0);
  mailer.send = () => Promise.resolve() as Promise<never>;
  await expect(deliverEmail(context, id)).resolves.toBe('done');
});
