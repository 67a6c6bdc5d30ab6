import { expect, test } from 'vitest';
import { insertEmail, updateEmailFailure } from '~/db/accounts/emails';
import { findDeferredEmails } from '~/db/accounts/deferred-emails';
import { newId } from '~/db/core/id';
import { describeReport } from '~/services/administration/report';
import { queueEmail } from '~/services/mail';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { explain } from '../../support/explain';

test('tells of states and settings, and of no secret and no account', async () => {
  const context = await createTestContext({
    config: {
      mailTransport: { kind: 'smtp', url: 'smtp://wicked:pass-of-mail@mail.example.com' },
      adminEmail: 'ada@example.com',
      metricsToken: 'a token of the metrics',
      otherAppKey: Buffer.alloc(32, 7),
      auditStream: {
        kind: 'webhook',
        url: 'https://siem.example.com/in/path-of-audit',
        secret: 'secret of audit',
      },
      traces: {
        endpoint: 'https://wicked:pass-of-traces@otel.example.com/path-of-traces',
        headers: [['authorization', 'header of traces']],
      },
    },
  });
  await createTestUser(context, { email: 'ada@example.com' });
  const id = newId();
  const content = { subject: '', text: '', html: '' };
  const mail = { id, recipient: 'ada@example.com', content, organizationId: null, now: context.now() };
  await insertEmail(context.db, mail);
  const errorMessage = '550 5.1.1 <ada@example.com>: unknown';
  await updateEmailFailure(context.db, id, { status: 'failed', errorMessage });
  const text = (await describeReport(context)).join('\n');
  expect(text).toMatch(/^Users: 1$/m);
  expect(text).toMatch(/^Schema is of this version: true$/m);
  expect(text).toMatch(/^Files that nothing removes: 0$/m);
  expect(text).toMatch(/^Versions of integrations: 0$/m);
  expect(text).toMatch(/^Last nightly backup: –$/m);
  expect(text).toMatch(/^MAIL_TRANSPORT=smtp$/m);
  expect(text).toMatch(/^ADMIN_EMAIL=…@example\.com$/m);
  expect(text).toMatch(/^Why mails do not leave: 550 5\.1\.1 <…@example\.com>: unknown$/m);
  const { appKey, sessionSecret } = context.config;
  const secrets = [
    'pass-of-mail',
    'a token of the metrics',
    'path-of-audit',
    'secret of audit',
    'pass-of-traces',
    'path-of-traces',
    'header of traces',
    sessionSecret,
    ...[appKey, Buffer.alloc(32, 7)].flatMap((key) => [key.toString('base64'), key.toString('hex')]),
    'ada@example.com',
    'Lovelace',
  ];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

test('counts deferred mails, and says since when and why they wait', async () => {
  const context = await createTestContext();
  const { db, clock } = context;
  const readLine = async () =>
    (await describeReport(context)).find((line) => line.startsWith('Mails deferred'));
  expect(await readLine()).toBe('Mails deferred: 0');
  const since = new Date(context.now()).toISOString();
  const message = { subject: 'Hello', text: '', html: '' };
  for (const recipient of ['ada@example.com', 'grace@example.com', 'alan@example.com']) {
    await db.groupCommit((tx) => queueEmail(context, tx, { recipient, message, now: context.now() }));
    clock.advance(1_000);
  }
  const ids = await db.all(db.build.selectFrom('emails').select('id').orderBy('id'));
  for (const [index, { id }] of ids.slice(0, 2).entries()) {
    const errorMessage = `45${index} mailbox of ada@example.com is full`;
    await updateEmailFailure(db, id, { status: 'queued', errorMessage });
  }
  expect(await readLine()).toBe(
    `Mails deferred: 2, the first since ${since}: 451 mailbox of …@example.com is full`,
  );
  const plan = await explain(db, findDeferredEmails);
  expect(plan.filter((step) => /SCAN|TEMP B-TREE FOR GROUP/.test(step))).toEqual([]);
});
