// Failures and the like: people get one message when one begins and one when it is over, whatever happens in between.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { insertEmail } from '~/db/accounts/emails';
import { listIncidents } from '~/db/alerts/incidents';
import type { RunFailure } from '~/engine/events/failure-kind';
import { updatePaused, updateResumed } from '~/db/core/installation';
import { insertMembership } from '~/db/organizations/memberships';
import { deliverEmail, sealEmail } from '~/services/mail';
import { createTestUser } from '../../support/accounts';
import type { TestContext } from '../../support/context';
import { createTestExecution, createTestIntegration } from '../../support/executions';
import { startTarget } from '../../support/target';
import { type AlertSetup, createAlertSetup, first, hourMs, message, minuteMs } from './alert-setup';

let setup: AlertSetup;
let context: TestContext;
let email: string;
let watch: AlertSetup['watch'];
let deploy: AlertSetup['deploy'];
let end: AlertSetup['end'];
let pass: AlertSetup['pass'];
let subjects: AlertSetup['subjects'];
let sentTo: AlertSetup['sentTo'];

beforeEach(async () => {
  setup = await createAlertSetup();
  ({ context, email, watch, deploy, end, pass, subjects, sentTo } = setup);
});

/** 10,000 executions, in twelve moments of it. */
async function failForAMinute(integrationId: string): Promise<void> {
  for (let second = 0; second < 60; second += 5) {
    await end(integrationId, 'error', second === 0 ? 837 : 833);
    await pass(5_000, 5_000);
  }
}

/** The mails: what is new, what the subject says of it after its first letter, and whether the text says so, too. */
function describeMails(): (readonly [news?: string, sentence?: string, isInText?: boolean])[] {
  return context.sentMail.map(({ subject, text }) => {
    const [, news, sentence = ''] = /^(.+?): .+?: .(.+)$/.exec(subject) ?? [];
    return [news, sentence, text.includes(`${sentence}.`)] as const;
  });
}

async function setTags(id: string, tags: string[]): Promise<void> {
  const { build } = context.db;
  const changed = build.updateTable('integrations').set({ tags: JSON.stringify(tags) });
  await context.db.run(changed.where('id', '=', id));
}

it('of the integrations of a tag go to a channel that watches the tag, whatever its case', async () => {
  await watch({ tag: 'Billing' });
  const [tagged, other] = [await deploy(), await deploy()];
  await setTags(tagged, ['nightly', 'billing']);
  await setTags(other, ['billings']);
  await end(other, 'error');
  await pass();
  expect(subjects()).toEqual([]);
  await end(tagged, 'error');
  await pass();
  expect(subjects()).toHaveLength(1);
  // Who was notified of the beginning is notified of the end.
  await setTags(tagged, []);
  await end(tagged, 'completed');
  await pass(10 * minuteMs);
  expect(subjects()).toHaveLength(2);
});

it('of the integrations of another organization go to no channel, whatever it watches', async () => {
  const ours = setup.actor;
  const { user, organizationId } = await createTestUser(context);
  setup.actor = { userId: user.id, organizationId };
  const integrationId = await deploy();
  await setTags(integrationId, ['billing']);
  setup.actor = ours;
  await watch();
  await watch({ tag: 'billing' });
  await watch({ integrationId: await deploy() });
  // As no change of a channel can leave it.
  const { build } = context.db;
  const theirs = build.updateTable('alert_channels').set({ integration_id: integrationId });
  await context.db.run(theirs.where('integration_id', 'is not', null));
  await end(integrationId, 'error');
  await pass();
  expect(subjects()).toEqual([]);
  // Their own channel notifies them.
  setup.actor = { userId: user.id, organizationId };
  await watch({ integrationId });
  await end(integrationId, 'error');
  await pass();
  expect(context.sentMail.map(({ to }) => to)).toEqual([user.email]);
});

describe('failures', () => {
  it('are one message, and their end is one', async () => {
    await watch();
    const integrationId = await deploy();
    await failForAMinute(integrationId);
    expect(subjects()).toEqual([
      expect.stringMatching(/^Problem: .+: executions fail at First: answered 5xx$/),
    ]);
    expect(context.sentMail[0]?.to).toBe(email);
    expect(context.sentMail[0]?.text).toContain('HTTP 503 of api.example.com');

    await pass(hourMs);
    expect(subjects()).toHaveLength(1);
    await end(integrationId, 'completed');
    await pass(hourMs);
    expect(subjects().slice(1)).toEqual([
      expect.stringMatching(/^Resolved: .+: executions complete again \(was “First: answered 5xx”\)$/),
    ]);
    expect(context.sentMail[1]?.text).toContain('Failed executions: 10,000');
  });

  it('are one message and one end also when the mail server is down for an hour', async () => {
    await watch();
    const integrationId = await deploy();
    setup.isMailDown = true;
    await failForAMinute(integrationId);
    await pass(20 * minuteMs);
    await end(integrationId, 'completed');
    await pass(40 * minuteMs);
    expect(subjects()).toEqual([]);
    setup.isMailDown = false;
    await pass(hourMs);
    expect(subjects()).toEqual([expect.stringMatching(/^Problem: /), expect.stringMatching(/^Resolved: /)]);
    expect(context.sentMail[1]?.text).toContain('Failed executions: 10,000');
  });

  it('between which others succeed are one incident', async () => {
    await watch();
    const integrationId = await deploy();
    for (let each = 0; each < 20; each += 1) {
      await end(integrationId, 'error');
      await end(integrationId, 'completed');
      await pass(minuteMs);
    }
    expect(subjects()).toHaveLength(1);
    await pass(5 * minuteMs);
    expect(subjects()).toHaveLength(2);
    expect(context.sentMail[1]?.text).toContain('Failed executions: 20');
  });

  it('that are resolved before anybody looks are reported all the same, once', async () => {
    await watch();
    const integrationId = await deploy();
    await end(integrationId, 'error');
    await end(integrationId, 'completed');
    await pass(hourMs);
    expect(subjects()).toHaveLength(2);
  });

  it('are reported from the wanted number on', async () => {
    await watch({ events: { failing: 3 } });
    const integrationId = await deploy();
    await end(integrationId, 'error', 2);
    await pass(minuteMs);
    expect(subjects()).toEqual([]);
    await end(integrationId, 'error');
    await pass(minuteMs);
    expect(subjects()).toHaveLength(1);
  });

  it('are reminded of as often as is wanted, and not while they are muted', async () => {
    await watch({ remindHours: 2 });
    const integrationId = await deploy();
    await end(integrationId, 'error');
    await pass(5 * hourMs, 15 * minuteMs);
    expect(subjects()).toEqual([
      expect.stringMatching(/^Problem/),
      expect.stringMatching(/^Still a problem/),
      expect.stringMatching(/^Still a problem/),
    ]);
    await context.db.run(
      context.db.build.updateTable('incidents').set({ muted_until: context.now() + 8 * hourMs }),
    );
    await pass(7 * hourMs, 15 * minuteMs);
    expect(subjects()).toHaveLength(3);
    await pass(2 * hourMs, 15 * minuteMs);
    expect(subjects()).toHaveLength(4);
  });

  it('are sent for the first time to a channel that waits for more failures, also while reminders are muted', async () => {
    await watch({ recipients: email });
    const integrationId = await deploy();
    await end(integrationId, 'error');
    await pass();
    await context.db.run(
      context.db.build.updateTable('incidents').set({ muted_until: context.now() + 8 * hourMs }),
    );
    await watch({ events: { failing: 3 } });
    await end(integrationId, 'error', 2);
    await pass(minuteMs);
    expect(subjects()).toEqual([expect.stringMatching(/^Problem/), expect.stringMatching(/^Problem/)]);
  });

  it('are sent to everybody who watches the integration, and to nobody else', async () => {
    const [integrationId, other] = [await deploy(), await deploy()];
    await watch({ integrationId });
    await watch({ recipients: email });
    const stranger = await createTestUser(context);
    const insider = setup.actor;
    setup.actor = { userId: stranger.user.id, organizationId: stranger.organizationId };
    await watch();
    setup.actor = insider;
    await end(integrationId, 'error');
    await pass();
    expect(context.sentMail.map(({ to }) => to)).toEqual([email, email]);
    await end(other, 'error');
    await pass();
    expect(context.sentMail).toHaveLength(3);
    expect(
      await listIncidents(context.db, { organizationId: setup.actor.organizationId, limit: 9 }),
    ).toHaveLength(2);
    expect(await listIncidents(context.db, { organizationId: stranger.organizationId, limit: 9 })).toEqual(
      [],
    );
  });

  it('of two calls are two incidents, each over as its own call works again', async () => {
    await watch();
    const integrationId = await deploy();
    const second: RunFailure = { callId: 'second', callName: 'Second', kind: 'timeout' };
    for (let each = 0; each < 5; each += 1) {
      await end(integrationId, 'error');
      await end(integrationId, 'error', 1, { failure: second });
      await pass(minuteMs);
    }
    expect(subjects()).toHaveLength(2);
    expect(context.sentMail.map(({ text }) => /Call: (.+)\n+Failure: (.+)/.exec(text)?.slice(1))).toEqual([
      ['First', 'answered 5xx'],
      ['Second', 'no response in time'],
    ]);
    // It completes, but the second call is left out.
    await end(integrationId, 'completed');
    await pass(10 * minuteMs);
    expect(subjects()).toHaveLength(3);
    expect(context.sentMail[2]?.text).toContain('Call: First');
    await end(integrationId, 'completed', 1, { passed: ['first', 'second'] });
    await pass(minuteMs);
    expect(context.sentMail.slice(3).map(({ text }) => text)).toEqual([
      expect.stringContaining('Call: Second'),
    ]);
  });

  it('of one call are an incident for each kind of answer', async () => {
    await watch();
    const integrationId = await deploy();
    for (const kind of ['5xx', '4xx', '5xx', 'unreachable'] as const) {
      await end(integrationId, 'error', 1, { failure: { ...first, kind } });
      await pass(minuteMs);
    }
    const kinds = ['answered 5xx', 'answered 4xx', 'host not reached'];
    expect(describeMails()).toEqual(
      kinds.map((kind) => ['Problem', `xecutions fail at First: ${kind}`, true]),
    );
    context.sentMail.length = 0;
    await end(integrationId, 'completed');
    await pass(10 * minuteMs);
    expect(describeMails().toSorted()).toEqual(
      kinds.map((kind) => ['Resolved', `xecutions complete again (was “First: ${kind}”)`, true]).toSorted(),
    );
  });

  it('at a host that is left alone are those that it is left alone for', async () => {
    await watch();
    const integrationId = await deploy();
    await end(integrationId, 'error', 5, { failure: { ...first, kind: 'timeout' } });
    await end(integrationId, 'error', 5, { failure: { ...first, kind: 'unreachable', isCircuitOpen: true } });
    await pass(minuteMs);
    expect(subjects()).toHaveLength(1);
    expect(context.sentMail[0]?.text).toContain('Failed executions: 10');
  });

  it('of a call that no execution needs any more are over when others complete, a day after the last', async () => {
    await watch();
    const integrationId = await deploy();
    await end(integrationId, 'error');
    await end(integrationId, 'completed', 1, { passed: ['other'] });
    await pass(23 * hourMs, hourMs);
    expect(subjects()).toHaveLength(1);
    await pass(2 * hourMs, hourMs);
    expect(subjects()).toHaveLength(2);
  });

  it('of different kinds in a row are reported as the last kind when there are as many as is wanted', async () => {
    await watch({ events: { failing: 3 } });
    const integrationId = await deploy();
    for (const kind of ['5xx', '4xx', 'timeout'] as const) {
      await end(integrationId, 'error', 1, { failure: { ...first, kind } });
      context.clock.advance(1_000);
    }
    await pass();
    expect(context.sentMail.map(({ text }) => /Failure: (.+)/.exec(text)?.[1])).toEqual([
      'no response in time',
    ]);
  });

  it('that a rule mailed to an owner are mailed to the other owners only, and so is their end', async () => {
    const other = await createTestUser(context);
    const { organizationId = '' } = setup.actor;
    await insertMembership(context.db, {
      userId: other.user.id,
      organizationId: organizationId ?? '',
      role: 'OWNER',
      now: context.now(),
    });
    await watch();
    const integrationId = await deploy();
    await end(integrationId, 'error', 2, { mailed: [email.toUpperCase()] });
    await pass(minuteMs);
    expect(sentTo()).toEqual([[other.user.email, expect.stringMatching(/^Problem: /)]]);
    // Another call is news: the rule mails nobody twice before the integration works again.
    const second: RunFailure = { callId: 'second', callName: 'Second', kind: 'timeout' };
    await end(integrationId, 'error', 1, { failure: second, mailed: [email.toUpperCase()] });
    await pass(minuteMs);
    expect(sentTo().filter(([to]) => to === email)).toHaveLength(1);
    context.sentMail.length = 0;
    await end(integrationId, 'completed', 1, { passed: ['first', 'second'] });
    await pass(10 * minuteMs);
    expect(sentTo().filter(([to]) => to === other.user.email)).toHaveLength(2);
    // One by the rule, one about the other call.
    expect(sentTo().filter(([to]) => to.toLowerCase() === email)).toHaveLength(2);
  });

  it('in a row are news for somebody whom a rule mailed about the first, and their end is mailed once', async () => {
    await watch({ events: { failing: 3 } });
    const integrationId = await deploy();
    for (let each = 0; each < 3; each += 1) {
      await end(integrationId, 'error', 1, { mailed: [email] });
      await pass(minuteMs);
    }
    expect(subjects()).toEqual([expect.stringMatching(/^Problem: /)]);
    await end(integrationId, 'completed');
    await pass(10 * minuteMs);
    expect(subjects().slice(1)).toEqual([expect.stringMatching(/^Resolved: /)]);
  });

  it('of a hundred integrations at once are sixty messages and one that counts the rest', async () => {
    await watch();
    for (let each = 0; each < 100; each += 1) await end(await deploy(), 'error');
    await pass(50 * minuteMs, 10 * minuteMs);
    expect(subjects()).toHaveLength(60);
    await pass(20 * minuteMs, 10 * minuteMs);
    expect(subjects().slice(60)).toEqual(['40 more messages were withheld']);
  });
});

/** An integration's schedule that is due now. */
async function insertSchedule(integrationId: string): Promise<void> {
  const { db, now } = context;
  const organizationId = setup.actor.organizationId ?? '';
  const times = { next_at: now(), created_at: now() };
  await db.run(
    db.build
      .insertInto('schedules')
      .values({ integration_id: integrationId, organization_id: organizationId, ...times }),
  );
}

describe('time', () => {
  it('a schedule that is late is reported, and that it no longer is', async () => {
    await watch({ events: { late: 5 } });
    const { db, now } = context;
    await insertSchedule(await deploy());
    await pass(4 * minuteMs);
    expect(subjects()).toEqual([]);
    await pass(10 * minuteMs);
    expect(subjects()).toEqual([expect.stringMatching(/^Problem: .+: the schedule is late$/)]);
    await db.run(db.build.updateTable('schedules').set({ next_at: now() + hourMs }));
    await pass(minuteMs);
    expect(subjects()[1]).toMatch(/^Resolved: .+: the schedule is no longer late$/);
  });

  it('a schedule that an administrator keeps from starting is not late', async () => {
    await watch({ events: { late: 5 } });
    const { db, now } = context;
    await insertSchedule(await deploy());
    await db.run(db.build.updateTable('installation').set({ paused_at: now() }));
    await pass(20 * minuteMs);
    expect(subjects()).toEqual([]);
    await db.run(db.build.updateTable('installation').set({ paused_at: null }));
    await pass(minuteMs);
    expect(subjects()).toEqual([expect.stringMatching(/^Problem: .+: the schedule is late$/)]);
    await updatePaused(db, { from: null, now: now() });
    await pass(minuteMs);
    expect(subjects()[1]).toMatch(/^Resolved: .+: the installation is paused$/);
    await updateResumed(db, now());
    await pass(4 * minuteMs);
    expect(subjects()).toHaveLength(2);
    await pass(2 * minuteMs);
    expect(subjects()[2]).toMatch(/^Problem: .+: the schedule is late$/);
  });

  it('an integration that falls silent is reported, and that it is heard again', async () => {
    const integrationId = await deploy();
    await watch({ events: { silent: 26 }, integrationId });
    await end(integrationId, 'completed');
    await pass(25 * hourMs, hourMs);
    expect(subjects()).toEqual([]);
    await pass(2 * hourMs, hourMs);
    expect(subjects()).toEqual([expect.stringMatching(/^Problem: .+: no execution succeeds$/)]);
    await end(integrationId, 'completed');
    await pass(minuteMs);
    expect(subjects()[1]).toMatch(/^Resolved: /);
  });
});

/** The one account is the administrator. */
function watchInstallation(events: object, more: object = {}): Promise<void> {
  setup.actor = { userId: setup.actor.userId, organizationId: null };
  return watch({ recipients: 'administrators', events, ...more });
}

describe('the installation', () => {
  it('tells that a backup failed, and that one was made', async () => {
    await watchInstallation({ backup: 1 });
    const fail = (error: string | null) =>
      context.db.run(context.db.build.updateTable('installation').set({ backup_error: error }));
    await fail('no space left on device');
    await pass(hourMs);
    expect(subjects()).toEqual(['Problem: Installation: the nightly backup failed']);
    expect(context.sentMail[0]?.text).toContain('no space left on device');
    await fail(null);
    await pass(minuteMs);
    expect(subjects().slice(1)).toEqual(['Resolved: Installation: the nightly backup was made']);
  });

  it('tells that the disk is nearly full while nothing else is started', async () => {
    let isLow = false;
    context.disk = {
      isLow: () => isLow,
      isTight: () => isLow,
      freeBytes: () => 100 * 2 ** 20,
      noteFailure: () => false,
    };
    await watchInstallation({ disk: 1 });
    await pass(minuteMs);
    expect(subjects()).toEqual([]);
    isLow = true;
    await pass(hourMs);
    expect(subjects()).toEqual(['Problem: Installation: the disk is nearly full']);
    expect(context.sentMail[0]?.text).toContain('100 MiB are free');
    isLow = false;
    await pass(minuteMs);
    expect(subjects()).toHaveLength(2);
  });

  it('tells that no mail leaves and how many were given up, not to whom, and that mails leave again', async () => {
    const target = await startTarget();
    onTestFinished(() => target.close());
    await watchInstallation({ mail: 1 }, { kind: 'slack', url: `${target.url}/slack` });
    const texts = () => target.received.map(({ body }) => body);
    const { user } = await createTestUser(context);
    const queueTo = async (recipient: string, attempts = 0) => {
      const mail = sealEmail(context, { recipient, message, now: context.now() });
      await insertEmail(context.db, mail);
      await context.db.run(
        context.db.build.updateTable('emails').set({ attempts }).where('id', '=', mail.id),
      );
      return mail.id;
    };
    setup.isMailDown = true;
    const id = await queueTo(user.email);
    await deliverEmail(context, id);
    await pass(minuteMs);
    expect(texts()).toEqual([]);
    await deliverEmail(context, id);
    expect(await deliverEmail(context, await queueTo(user.email, 31))).toBe('failed');
    await pass(minuteMs);
    expect(texts()).toEqual([
      expect.stringMatching(/emails do not leave.*ECONNREFUSED …@127\.0\.0\.1.*1 email was given up/s),
    ]);
    await pass(hourMs);
    // They were removed because of their age.
    await context.db.run(context.db.build.deleteFrom('emails'));
    await pass(minuteMs);
    expect(texts()).toHaveLength(1);
    setup.isMailDown = false;
    await deliverEmail(context, await queueTo(user.email));
    await pass(minuteMs);
    expect(texts().slice(1)).toEqual([expect.stringContaining('emails leave again')]);
  });

  it('tells that what is due waits, but not while everything is paused', async () => {
    const { integrationId } = await createTestIntegration(context, setup.actor.organizationId ?? '');
    const { organizationId } = setup.actor;
    await watchInstallation({ queue: 10 });
    await createTestExecution(context, { organizationId: organizationId ?? '', integrationId });
    await pass(9 * minuteMs);
    expect(subjects()).toEqual([]);
    await pass(2 * minuteMs);
    expect(subjects()).toEqual(['Problem: Installation: the queue is backed up']);
    await context.db.run(context.db.build.updateTable('installation').set({ paused_at: context.now() }));
    await pass(minuteMs);
    expect(subjects()[1]).toBe('Resolved: Installation: the installation is paused');
    context.clock.advance(hourMs);
    await updateResumed(context.db, context.now());
    await pass(9 * minuteMs);
    expect(subjects()).toHaveLength(2);
    await pass(2 * minuteMs);
    expect(subjects()).toHaveLength(3);
  });
});
