// The reason of an incident is that of now, on screens and in reminders.
import { beforeEach, expect, it } from 'vitest';
import { type AlertSetup, createAlertSetup, hourMs, minuteMs } from './alert-setup';

let setup: AlertSetup;

beforeEach(async () => {
  setup = await createAlertSetup();
  // The one account is the administrator.
  setup.actor = { ...setup.actor, organizationId: null };
});

async function findIncident() {
  const incident = setup.context.db.build.selectFrom('incidents').select(['reason', 'last_at as lastAt']);
  return setup.context.db.first(incident);
}

it('a reminder says why the last backup failed, and not the first that did', async () => {
  const { context } = setup;
  await setup.watch({ recipients: 'administrators', events: { backup: 1 }, remindHours: 2 });
  const fail = (error: string | null) =>
    context.db.run(context.db.build.updateTable('installation').set({ backup_error: error }));
  await fail('no space left on device');
  await setup.pass(hourMs);
  await fail('permission denied');
  await setup.pass(hourMs + minuteMs);
  expect(context.sentMail.map(({ text }) => /Reason: (.+)/.exec(text)?.[1])).toEqual([
    'no space left on device',
    'permission denied',
  ]);
  await fail(null);
  await setup.pass(minuteMs);
  expect(await findIncident()).toMatchObject({ reason: 'permission denied' });
});

it('a reason that is another one at each look is stored once a minute', async () => {
  const { context } = setup;
  let free = 200;
  context.disk = {
    isLow: () => true,
    isTight: () => true,
    freeBytes: () => (free -= 1) * 2 ** 20,
    noteFailure: () => false,
  };
  await setup.watch({ recipients: 'administrators', events: { disk: 1 } });
  await setup.pass();
  const opened = await findIncident();
  await setup.pass(minuteMs - 5_000, 5_000);
  expect(await findIncident()).toEqual(opened);
  context.clock.advance(5_000);
  await setup.pass();
  const followed = await findIncident();
  expect(followed?.reason).not.toBe(opened?.reason);
  expect(followed).toEqual({ reason: expect.stringMatching(/1\d\d MiB/), lastAt: context.now() });
});
