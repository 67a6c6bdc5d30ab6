import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readInstallation } from '~/db/core/installation';
import { backupByCommand, findBackupDue, makeDueBackup } from '~/jobs/nightly-backup';
import { describeInstallation } from '~/services/installation/state';
import { createTestUser } from '../support/accounts';
import { createTestContext } from '../support/context';

const hourMs = 3_600_000;

/** A night later than the installation, and what makes its backups. */
async function createNight(outcome: () => Promise<void> = async () => {}) {
  const context = await createTestContext();
  await context.db.run(context.db.build.updateTable('installation').set({ created_at: context.now() }));
  let made = 0;
  const { signal } = new AbortController();
  const look = () => makeDueBackup(context, () => (made++, outcome()), signal);
  return { context, look, made: () => made };
}

describe('when a backup was due last', () => {
  test.each([
    ['2026-01-05T02:59:59Z', '2026-01-04T03:00:00Z'],
    ['2026-01-05T03:00:00Z', '2026-01-05T03:00:00Z'],
    ['2026-01-05T23:00:00Z', '2026-01-05T03:00:00Z'],
  ])('%s: %s', (now, due) => {
    expect(findBackupDue(Date.parse(now))).toBe(Date.parse(due));
  });
});

test('one backup a night is made, and none before the first night', async () => {
  const { context, look, made } = await createNight();
  await look();
  expect(made()).toBe(0);
  for (const nights of [1, 2]) {
    context.clock.advance(24 * hourMs);
    await Promise.all([look(), look()]);
    context.clock.advance(2 * hourMs);
    await look();
    expect(made()).toBe(nights);
  }
  expect(await readInstallation(context.db)).toMatchObject({ backedUpAt: context.now() - 2 * hourMs });
});

test('one that was made while the clock was a month ahead keeps no other from being made', async () => {
  const { context, look, made } = await createNight();
  context.clock.advance(30 * 24 * hourMs);
  await look();
  context.clock.advance(-29 * 24 * hourMs);
  await look();
  await look();
  expect(made()).toBe(2);
});

test('one that fails is shown to the administrator and tried again after an hour', async () => {
  let works = false;
  const { context, look, made } = await createNight(async () => {
    if (!works) throw new Error('There is no room.');
  });
  context.clock.advance(24 * hourMs);
  await look();
  await look();
  expect(made()).toBe(1);
  const [administrator, owner] = [await createTestUser(context), await createTestUser(context)];
  const read = async ({ user }: typeof owner) =>
    (await describeInstallation(context, { userId: user.id, role: 'OWNER' })).backupError;
  expect([await read(administrator), await read(owner)]).toEqual(['There is no room.', null]);
  works = true;
  context.clock.advance(hourMs + 1);
  await look();
  expect([made(), await read(administrator)]).toEqual([2, null]);
});

test('one whose process ended is made by the next', async () => {
  const stopping = new AbortController();
  const { context, look, made } = await createNight();
  context.clock.advance(24 * hourMs);
  await makeDueBackup(context, async () => stopping.abort(), stopping.signal);
  expect(await readInstallation(context.db)).toMatchObject({ backedUpAt: null, backupError: null });
  context.clock.advance(hourMs + 1);
  await look();
  expect(made()).toBe(1);
});

describe('a process that does not say why it failed', () => {
  const { signal } = new AbortController();

  test('has no program, because the release of the server was removed', async () => {
    await expect(backupByCommand('/removed/release/maintenance.js')(signal)).rejects.toThrow(
      /^The program that makes backups is missing or incomplete in \/removed\/release, .+ restart the server\.$/,
    );
  });

  test('was ended by the system', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'wicked-backup-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const command = join(directory, 'ended.js');
    writeFileSync(command, "process.kill(process.pid, 'SIGKILL')");
    await expect(backupByCommand(command)(signal)).rejects.toThrow(
      /^The process that made the backup was ended by SIGKILL, .+ give the server more\.$/,
    );
  });
});
