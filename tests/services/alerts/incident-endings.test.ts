// Each way in which an incident ends: what its message says is true, and whoever was notified of the beginning gets it, except the
// user who ended it.
import { beforeEach, describe, expect, it } from 'vitest';
import { listChannels } from '~/db/alerts/channels';
import { findOpenIncident } from '~/db/alerts/incidents';
import { deleteSomeExecutions } from '~/db/executions/deletion';
import { deleteFailuresBefore } from '~/db/executions/failures';
import { updateOrganizationDeleted } from '~/db/organizations/organizations';
import { changeChannel, deleteChannel } from '~/services/alerts/channels';
import { changeIncident, type IncidentAction, listIncidentResponses } from '~/services/alerts/incidents';
import { restoreIntegration } from '~/services/deleted-integrations/restoration';
import { deleteIntegration } from '~/services/integrations/deletion';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { purgeIntegration } from '~/services/integrations/purge';
import { createTestUser } from '../../support/accounts';
import { type AlertSetup, createAlertSetup, hourMs, minuteMs } from './alert-setup';

const dayMs = 24 * hourMs;
/** The address that the response rule names. */
const ops = 'ops@example.com';
const failure = 'First: answered 5xx';
const second = { callId: 'second', callName: 'Second', kind: 'timeout' } as const;
const never = new AbortController().signal;

let setup: AlertSetup;
let id: string;

beforeEach(async () => {
  setup = await createAlertSetup();
  const { context, actor } = setup;
  const calls = ['first', 'second'].map((each) => ({
    id: each,
    name: each,
    method: 'GET',
    url: 'https://api.example.com',
  }));
  const input = { name: 'Orders', triggerConfig: { type: 'webhook' }, apiCalls: calls, isActive: true };
  const outcome = await createIntegration(context, ofOrganization(), input);
  if (outcome.kind !== 'integration') throw new Error(JSON.stringify(outcome));
  id = outcome.integration.id;
  await createTestUser(context, {
    organizationId: actor.organizationId ?? '',
    email: 'another@example.com',
  });
});

const ofOrganization = () => ({
  userId: setup.actor.userId,
  organizationId: setup.actor.organizationId ?? '',
});
const save = (input: object) => updateIntegration(setup.context, ofOrganization(), id, input);

/** The mails since the last look: who got it, and its subject without the name of the integration. */
function readMail(): string[] {
  const names: Record<string, string> = {
    [setup.email]: 'actor',
    'another@example.com': 'another',
    [ops]: 'ops',
  };
  const mails = setup.sentTo().map(([to, subject]) => `${names[to]}: ${subject.replace(': Orders:', ':')}`);
  setup.context.sentMail.length = 0;
  return mails.toSorted();
}

/** Without the mail to the address of the rule, which hears of the end as soon as any execution completes. */
function readOwnersMail(): string[] {
  return readMail().filter((mail) => !mail.startsWith('ops: '));
}

/** Lets a call fail once. Both owners and the address of a rule are notified, the latter by the rule. */
async function fail(): Promise<void> {
  await setup.watch();
  await setup.end(id, 'error', 1, { mailed: [ops] });
  setup.context.clock.advance(1_000);
  await setup.pass();
  expect(readMail()).toEqual(
    ['actor', 'another'].map((who) => `${who}: Problem: executions fail at ${failure}`),
  );
}

const works = 'executions complete again';

interface Way {
  /** What happens after the failure. */
  happens: () => Promise<unknown>;
  /** How long the incident is followed after that, in milliseconds. */
  after: number;
  expected: string[];
}

const ways: Record<string, Way> = {
  'an execution completes, be it a replay or a new one': {
    happens: () => setup.end(id, 'completed'),
    after: 10 * minuteMs,
    expected: [
      `actor: Resolved: ${works} (was “${failure}”)`,
      `another: Resolved: ${works} (was “${failure}”)`,
      `ops: Resolved: ${works}`,
    ],
  },
  'an execution completes, and no server evaluates alerts for the next two hours': {
    async happens() {
      await setup.end(id, 'completed');
      setup.context.clock.advance(2 * hourMs);
    },
    after: 0,
    expected: [
      `actor: Resolved: ${works} (was “${failure}”)`,
      `another: Resolved: ${works} (was “${failure}”)`,
      `ops: Resolved: ${works}`,
    ],
  },
  'the call works, and another one fails': {
    happens: () => setup.end(id, 'error', 1, { passed: ['first'], failure: second }),
    after: 10 * minuteMs,
    expected: ['actor', 'another'].flatMap((who) => [
      `${who}: Problem: executions fail at Second: no response in time`,
      `${who}: Resolved: executions fail in another way, but no longer in this one (was “${failure}”)`,
    ]),
  },
  'executions complete without the call for a day': {
    happens: () => setup.end(id, 'completed', 1, { passed: ['second'] }),
    after: 25 * hourMs,
    expected: [
      `actor: Resolved: executions complete without this call (was “${failure}”)`,
      `another: Resolved: executions complete without this call (was “${failure}”)`,
      `ops: Resolved: ${works}`,
    ],
  },
  'nothing runs for two days, and the failed execution is removed for its age': {
    async happens() {
      setup.context.clock.advance(40 * dayMs);
      await setup.context.db.transaction((tx) => deleteSomeExecutions(tx, id, 10));
    },
    after: 0,
    expected: [],
  },
  'nothing runs for 90 days': {
    async happens() {
      setup.context.clock.advance(90 * dayMs + 1);
      await deleteFailuresBefore(setup.context.db, setup.context.now() - 90 * dayMs);
    },
    after: 0,
    expected: ['actor', 'another'].map(
      (who) => `${who}: Resolved: no execution has failed in this way for 90 days (was “${failure}”)`,
    ),
  },
  'a user disables the integration': {
    happens: () => save({ isActive: false }),
    after: 0,
    expected: [
      `another: Resolved: the integration is no longer deployed (was “${failure}”)`,
      'ops: Resolved: the integration is no longer deployed',
    ],
  },
  'a user deletes the integration, and restores it before alerts are evaluated': {
    async happens() {
      await deleteIntegration(setup.context, ofOrganization(), id);
      await restoreIntegration(setup.context, ofOrganization(), id);
    },
    after: 0,
    expected: [
      `another: Resolved: the integration is no longer deployed (was “${failure}”)`,
      'ops: Resolved: the integration is no longer deployed',
    ],
  },
  'a user deletes the integration': {
    happens: () => deleteIntegration(setup.context, ofOrganization(), id),
    after: 0,
    expected: [
      `another: Resolved: the integration was deleted (was “${failure}”)`,
      'ops: Resolved: the integration was deleted',
    ],
  },
  'a user resolves it': {
    async happens() {
      const [incident] = await listIncidentResponses(setup.context, setup.actor);
      expect(await changeIncident(setup.context, setup.actor, incident?.id ?? '', 'resolve')).toEqual({
        kind: 'done',
      });
    },
    after: hourMs,
    expected: [],
  },
  'it works again after the channel stops to notify of failures': {
    async happens() {
      const [channel] = await listChannels(setup.context.db, setup.actor);
      await changeChannel(setup.context, setup.actor, channel?.id ?? '', { events: { late: 5 } });
      await setup.end(id, 'completed');
    },
    after: 10 * minuteMs,
    expected: [
      `actor: Resolved: ${works} (was “${failure}”)`,
      `another: Resolved: ${works} (was “${failure}”)`,
      `ops: Resolved: ${works}`,
    ],
  },
  'it works again after the channel was deleted': {
    async happens() {
      const [channel] = await listChannels(setup.context.db, setup.actor);
      await deleteChannel(setup.context, setup.actor, channel?.id ?? '');
      await setup.end(id, 'completed');
    },
    after: 10 * minuteMs,
    expected: [`ops: Resolved: ${works}`],
  },
};

describe('an incident of failures ends when', () => {
  it.each(Object.entries(ways))('%s', async (_way, { happens, after, expected }) => {
    await fail();
    await happens();
    await setup.pass(after, after / 5);
    expect(readMail()).toEqual(expected);
    // Nothing is said twice.
    await setup.pass(minuteMs);
    expect(readMail()).toEqual([]);
  });
});

it.each([
  ['five minutes after the failure when the call works again', {}, 5 * minuteMs],
  ['a day after the failure when executions complete without the call', { passed: ['second'] }, dayMs],
])('an incident is over %s, not before', async (_when, ending, waitMs) => {
  const { context } = setup;
  const overAt = context.now() + waitMs;
  const passUntil = async (at: number) => {
    context.clock.advance(at - context.now());
    await setup.pass();
  };
  await fail();
  await setup.end(id, 'completed', 1, ending);
  await passUntil(overAt - 1);
  expect(readOwnersMail()).toEqual([]);
  await passUntil(overAt);
  expect(readOwnersMail()).toHaveLength(2);
});

it.each([
  [
    'was resolved by hand',
    async () => {
      const [incident] = await listIncidentResponses(setup.context, setup.actor);
      await changeIncident(setup.context, setup.actor, incident?.id ?? '', 'resolve');
    },
  ],
  [
    'was disabled and is deployed again',
    async () => {
      await save({ isActive: false });
      await setup.pass();
      await save({ isActive: true });
    },
  ],
])('an incident that %s begins again with the next failure, not before', async (_what, happens) => {
  await fail();
  await happens();
  await setup.pass(hourMs);
  setup.context.sentMail.length = 0;
  await setup.end(id, 'error');
  await setup.pass();
  expect(readMail()).toEqual(
    ['actor', 'another'].map((who) => `${who}: Problem: executions fail at ${failure}`),
  );
});

it('stops fall quiet two days after the last one, not before, and without a mail', async () => {
  const { context } = setup;
  const isOpen = async () =>
    (await findOpenIncident(context.db, { integrationId: id, event: 'stopped', recipient: ops })) !==
    undefined;
  await setup.end(id, 'error', 1, { mailed: [ops] });
  context.clock.advance(2 * dayMs - 1);
  await setup.pass();
  expect(await isOpen()).toBe(true);
  context.clock.advance(1);
  await setup.pass();
  expect(await isOpen()).toBe(false);
  expect(readMail()).toEqual([]);
});

it('a stop of an integration that is not deployed ends without a mail', async () => {
  await save({ isActive: false });
  setup.context.clock.advance(1_000);
  await setup.end(id, 'error', 1, { mailed: [ops] });
  await setup.pass(49 * hourMs, hourMs);
  expect(readMail()).toEqual([]);
});

it('a deleted integration stays until the messages about its end are sent, which lead to no page of it', async () => {
  const { context } = setup;
  await fail();
  await deleteIntegration(context, ofOrganization(), id);
  expect(await purgeIntegration(context, id, never)).toBe(false);
  setup.isMailDown = true;
  await setup.pass();
  expect(await purgeIntegration(context, id, never)).toBe(false);
  setup.isMailDown = false;
  await setup.pass(minuteMs);
  expect(context.sentMail.map(({ text }) => text)).toEqual([
    expect.stringContaining(`Open Wicked Integrations: ${context.config.appUrl}\n`),
    expect.stringContaining('Integration: Orders'),
  ]);
  expect(await purgeIntegration(context, id, never)).toBe(true);
});

it('an incident says that its integration is deleted, until that is restored', async () => {
  const { context, actor } = setup;
  await fail();
  const [incident] = await listIncidentResponses(context, actor);
  expect(incident?.integration).toEqual({ id, name: 'Orders', isDeleted: false });
  await deleteIntegration(context, ofOrganization(), id);
  const [ofDeleted] = await listIncidentResponses(context, actor);
  expect(ofDeleted?.integration).toEqual({ id, name: 'Orders', isDeleted: true });
  await restoreIntegration(context, ofOrganization(), id);
  const [ofRestored] = await listIncidentResponses(context, actor);
  expect(ofRestored?.integration).toEqual({ id, name: 'Orders', isDeleted: false });
});

it('resolving again what somebody else resolved changes nothing, and muting it says that it is resolved', async () => {
  const { context, actor } = setup;
  await fail();
  const [incident] = await listIncidentResponses(context, actor);
  const change = (action: IncidentAction) => changeIncident(context, actor, incident?.id ?? '', action);
  expect(await change('resolve')).toEqual({ kind: 'done' });
  const [resolved] = await listIncidentResponses(context, actor);
  context.clock.advance(minuteMs);
  expect(await change('resolve')).toEqual({ kind: 'done' });
  expect(await listIncidentResponses(context, actor)).toEqual([resolved]);
  const message = 'This incident is resolved: it sends no reminders.';
  expect(await change('mute')).toEqual({ kind: 'not-found', message });
});

it('where nothing sends alerts, a deleted integration waits for two days', async () => {
  const { context } = setup;
  await fail();
  await deleteIntegration(context, ofOrganization(), id);
  context.clock.advance(2 * dayMs - 1);
  expect(await purgeIntegration(context, id, never)).toBe(false);
  context.clock.advance(1);
  expect(await purgeIntegration(context, id, never)).toBe(true);
});

it('an integration that is deleted with its organization waits for no message', async () => {
  const { context } = setup;
  await fail();
  await deleteIntegration(context, ofOrganization(), id);
  await updateOrganizationDeleted(context.db, setup.actor.organizationId ?? '', context.now());
  expect(await purgeIntegration(context, id, never)).toBe(true);
});

it('silence counts from the deployment, and only an execution ends it', async () => {
  await setup.end(id, 'completed');
  await save({ isActive: false });
  await setup.watch({ events: { silent: 26 }, integrationId: id });
  await setup.pass(100 * hourMs, hourMs);
  await save({ isActive: true });
  await setup.pass(25 * hourMs, hourMs);
  expect(readMail()).toEqual([]);
  await setup.pass(2 * hourMs, hourMs);
  const silent = ['actor: Problem: no execution succeeds', 'another: Problem: no execution succeeds'];
  expect(readMail()).toEqual(silent);
  await save({ name: 'Orders', description: 'Changed' });
  await setup.pass(hourMs, hourMs);
  expect(readMail()).toEqual([]);
  await setup.end(id, 'completed');
  await setup.pass();
  expect(readMail()).toEqual([
    'actor: Resolved: executions succeed again',
    'another: Resolved: executions succeed again',
  ]);
});

it('a schedule that is removed is not said to run again', async () => {
  await setup.watch({ events: { late: 5 } });
  await save({ triggerConfig: { type: 'cron', cron: { cronExpression: '0 * * * *', timezone: 'UTC' } } });
  await setup.pass(2 * hourMs);
  expect(readMail()).toEqual([
    'actor: Problem: the schedule is late',
    'another: Problem: the schedule is late',
  ]);
  await save({ triggerConfig: { type: 'webhook' } });
  await setup.pass();
  const said = 'Resolved: the integration no longer has a schedule';
  expect(readMail()).toEqual([`actor: ${said}`, `another: ${said}`]);
});

it('silence is ended by an execution that completes, not by one that fails nor by a change', async () => {
  await setup.watch({ events: { silent: 26 }, integrationId: id });
  await setup.pass(27 * hourMs, hourMs);
  expect(readMail()).toEqual([
    'actor: Problem: no execution succeeds',
    'another: Problem: no execution succeeds',
  ]);
  await save({ description: 'New' });
  await setup.end(id, 'error');
  await setup.pass(minuteMs);
  expect(readMail()).toEqual([]);
  await setup.end(id, 'completed');
  await setup.pass(minuteMs);
  expect(readMail()).toEqual([
    'actor: Resolved: executions succeed again',
    'another: Resolved: executions succeed again',
  ]);
});
