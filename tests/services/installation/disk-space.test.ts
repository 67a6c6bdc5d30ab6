import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDiskGuard } from '~/services/installation/disk-space';
import { runManually } from '~/services/runs/control';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { createTestUser } from '../../support/accounts';
import { makeDelivery } from '../../support/delivery';
import { createTestContext } from '../../support/context';
import { seedIntegration, webhookTrigger } from '../../support/seed';

const mebibyte = 1024 * 1024;

/** A guard of a disk whose space is told, and the clock it looks at. */
function createGuard(totalBytes: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'wicked-disk-'));
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
    rmSync(dataDir, { recursive: true });
  });
  let freeBytes = totalBytes;
  const { config } = contextOf(dataDir);
  const guard = createDiskGuard({ config, log: pino({ level: 'silent' }) }, () => ({
    freeBytes,
    totalBytes,
  }));
  return {
    guard,
    ballast: join(dataDir, 'ballast'),
    setFree(bytes: number) {
      freeBytes = bytes;
      vi.advanceTimersByTime(200);
    },
  };
}

function failWith(code: string): Error {
  return Object.assign(new Error('disk'), { code });
}

function contextOf(dataDir: string) {
  return { config: { dataDir } as Parameters<typeof createDiskGuard>[0]['config'] };
}

test.each([
  ['a large disk', 100_000 * mebibyte, 256 * mebibyte],
  ['a small one', 64 * mebibyte, 6.4 * mebibyte],
])('%s is low below its watermark, until there is a fifth more', (_size, total, watermark) => {
  const { guard, setFree } = createGuard(total);
  expect(guard.isLow()).toBe(false);
  setFree(watermark);
  expect(guard.isLow()).toBe(false);
  setFree(watermark - 1);
  expect(guard.isLow()).toBe(true);
  setFree(watermark * 1.19);
  expect(guard.isLow()).toBe(true);
  setFree(watermark * 1.2);
  expect(guard.isLow()).toBe(false);
});

test('room is to be made before it is low, and until there is half as much more', () => {
  const { guard, setFree } = createGuard(100_000 * mebibyte);
  expect(guard.isTight()).toBe(false);
  setFree(384 * mebibyte - 1);
  expect([guard.isTight(), guard.isLow()]).toEqual([true, false]);
  setFree(255 * mebibyte);
  expect([guard.isTight(), guard.isLow()]).toEqual([true, true]);
  setFree(384 * mebibyte);
  expect([guard.isTight(), guard.isLow()]).toEqual([false, false]);
});

test('the ballast is let go when a write finds the disk full, and made again when there is room', () => {
  const { guard, ballast, setFree } = createGuard(64 * mebibyte);
  guard.holdBallast();
  expect(statSync(ballast)).toMatchObject({ size: 4 * mebibyte });
  expect(statSync(ballast).mode & 0o777).toBe(0o600);
  setFree(0);
  guard.noteFailure(failWith('SQLITE_FULL'));
  expect([existsSync(ballast), guard.isLow()]).toEqual([false, true]);
  // Room for the ballast alone is no room.
  setFree(8 * mebibyte);
  vi.advanceTimersByTime(5_000);
  expect([guard.isLow(), existsSync(ballast)]).toEqual([false, false]);
  setFree(20 * mebibyte);
  expect([guard.isLow(), existsSync(ballast)]).toEqual([false, true]);
});

test('a write that found no room counts for 5 s, whatever the system says is free', () => {
  const { guard, setFree } = createGuard(64 * mebibyte);
  guard.noteFailure(failWith('SQLITE_FULL'));
  setFree(50 * mebibyte);
  expect(guard.isLow()).toBe(true);
  vi.advanceTimersByTime(5_000);
  expect(guard.isLow()).toBe(false);
});

test.each([
  ['of SQLite', failWith('SQLITE_FULL')],
  ['of a file', failWith('ENOSPC')],
  // As Node has it, which knows no name for EDQUOT.
  ['over a quota', Object.assign(failWith('UNKNOWN'), { errno: -constants.errno.EDQUOT })],
])('a failure %s finds the disk full', (_what, failure) => {
  const { guard } = createGuard(64 * mebibyte);
  expect([guard.noteFailure(failure), guard.isLow()]).toEqual([true, true]);
});

test('a write that SQLite says nothing more of finds the disk full where a file takes no more bytes, either', () => {
  const { guard, ballast } = createGuard(64 * mebibyte);
  const failure = failWith('SQLITE_IOERR_WRITE');
  expect([guard.noteFailure(failure), guard.isLow()]).toEqual([false, false]);
  symlinkSync('/dev/full', join(ballast, '../quota.probe'));
  expect([guard.noteFailure(failWith('SQLITE_IOERR_FSYNC')), guard.isLow()]).toEqual([false, false]);
  expect([guard.noteFailure(failure), guard.isLow()]).toEqual([true, true]);
  expect(readdirSync(join(ballast, '..'))).toEqual([]);
});

test('a disk that takes no ballast is full, although the system says that it is not', () => {
  const { guard, ballast } = createGuard(64 * mebibyte);
  symlinkSync('/dev/full', ballast);
  guard.holdBallast();
  expect([guard.isLow(), readdirSync(join(ballast, '..'))]).toEqual([true, []]);
});

test('a disk whose space is unknown is taken to have room', () => {
  const { config } = contextOf('/nonexistent');
  const guard = createDiskGuard({ config, log: pino({ level: 'silent' }) });
  guard.holdBallast();
  expect([guard.isLow(), guard.freeBytes()]).toEqual([false, undefined]);
});

test('while the disk is low, deliveries and manual runs are rejected and nothing is written', async () => {
  let isLow = true;
  const disk = { isLow: () => isLow, isTight: () => isLow, freeBytes: () => 1, noteFailure: () => false };
  const context = await createTestContext({ disk });
  const { user, organizationId } = await createTestUser(context);
  const actor = { context, userId: user.id, organizationId };
  const integrationId = await seedIntegration(actor, {
    triggerConfig: webhookTrigger(),
    apiCalls: [{ name: 'A', method: 'GET', url: 'https://a.example.com/' }],
  });
  const accept = createAcceptDelivery(context);
  const delivery = makeDelivery(integrationId);
  const run = () => runManually(context, actor, { integrationId, triggerData: null });
  const refusal = {
    kind: 'unavailable',
    retryAfterSeconds: 30,
    message: expect.stringContaining('nearly full'),
  };
  expect([await accept(delivery), await run()]).toEqual([refusal, refusal]);
  expect(await context.db.all(context.db.build.selectFrom('executions').select('id'))).toEqual([]);
  isLow = false;
  expect([(await accept(delivery)).kind, (await run()).kind]).toEqual(['accepted', 'queued']);
});

test('what an operator reads of a full disk says how much has to be free, and what to do', async () => {
  const context = await createTestContext();
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const { config: settings } = context;
  const config = { ...settings, dataDir: '/var/lib/wicked' };
  const gibibyte = 1024 ** 3;
  const guard = createDiskGuard({ config, log }, () => ({ freeBytes: 1, totalBytes: 100 * gibibyte }));
  expect(guard.isLow()).toBe(true);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    freeBytes: 1,
    neededBytes: Math.ceil(1.2 * 256 * 1024 ** 2),
    msg: expect.stringMatching(/until neededBytes are free; .*\/var\/lib\/wicked\/backups.*RETENTION_DAYS/),
  });
});
