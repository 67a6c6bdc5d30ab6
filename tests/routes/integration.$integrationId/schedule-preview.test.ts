// What the editor says about clock changes, beside the runs that the schedule then really has.
import { expect, it } from 'vitest';
import { listNextRuns } from '~/engine/triggers/cron';
import { describeSchedule } from '~/routes/integration.$integrationId/schedule-preview.server';

/** The date as the list of the next runs writes it. */
const writeDay = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' }).format(new Date(`${day}T12:00`));
const spring = writeDay('2027-03-14');
const autumn = writeDay('2027-11-07');

it.each([
  {
    cron: '30 2 * * *',
    after: '2027-03-14T00:00:00.000Z',
    says: `On ${spring}, clocks skip 02:00 to 03:00, and the schedule has a time in between: it runs at 03:00 instead.`,
    runs: ['2027-03-14T07:00:00.000Z', '2027-03-15T06:30:00.000Z'],
  },
  {
    cron: '*/30 2 * * *',
    after: '2027-03-14T00:00:00.000Z',
    says: `On ${spring}, clocks skip 02:00 to 03:00, and the schedule has a time in between: it does not run then.`,
    runs: ['2027-03-15T06:00:00.000Z', '2027-03-15T06:30:00.000Z'],
  },
  {
    cron: '30 1 * * *',
    after: '2027-11-07T00:00:00.000Z',
    says: `On ${autumn}, clocks show 01:00 to 02:00 twice, and the schedule has a time in between: it runs the first time only.`,
    runs: ['2027-11-07T05:30:00.000Z', '2027-11-08T06:30:00.000Z'],
  },
  {
    cron: '*/30 1 * * *',
    after: '2027-11-07T05:00:00.000Z',
    says: `On ${autumn}, clocks show 01:00 to 02:00 twice, and the schedule has a time in between: it runs both times.`,
    runs: ['2027-11-07T05:30:00.000Z', '2027-11-07T06:00:00.000Z', '2027-11-07T06:30:00.000Z'],
  },
])('of $cron it says what it does: $says', ({ cron, after, says, runs }) => {
  const schedule = { cronExpression: cron, timezone: 'America/New_York' };
  const now = Date.parse(after);
  expect(describeSchedule({ type: 'cron', cron: schedule }, now)?.warnings[0]).toBe(says);
  const next = listNextRuns(schedule, now, runs.length).map((time) => new Date(time).toISOString());
  expect(next).toEqual(runs);
});

it('names the day on which a clock lands, when it is another one', () => {
  const cron = { cronExpression: '30 23 * * *', timezone: 'America/Nuuk' };
  const preview = describeSchedule({ type: 'cron', cron }, Date.parse('2026-03-28T12:00:00.000Z'));
  const [before, behind] = [writeDay('2026-03-28'), writeDay('2026-03-29')];
  expect(preview?.warnings[0]).toBe(
    `On ${before}, clocks skip 23:00 to ${behind} at 00:00, and the schedule has a time in between: it runs at ${behind} at 00:00 instead.`,
  );
  expect(preview?.nextRuns[0]).toBe(`${behind} at 00:00`);
});
