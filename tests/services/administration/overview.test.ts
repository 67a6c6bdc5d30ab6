import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, settingNames } from '~/config';
import { describeOverview } from '~/services/administration/overview';
import { describeSettings } from '~/services/installation/settings-in-effect';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { createDataDir } from '../../support/server';

test('every setting is shown by its name, and no secret by its value', () => {
  const secret = 'do-not-show-this-to-anybody-at-all';
  const key = Buffer.alloc(32, secret).toString('base64');
  const read = readConfig({
    APP_URL: 'https://hooks.example.com',
    SESSION_SECRET: secret,
    APP_KEY: key,
    METRICS_TOKEN: secret,
    MAIL_TRANSPORT: 'smtp',
    SMTP_URL: `smtp://user:${secret}@mail.example.com`,
    ADMIN_EMAIL: 'Ada@Example.com',
  });
  if (read.kind !== 'config') throw new Error(read.message);
  const shown = describeSettings(read.config);
  expect(shown.map(([name]) => name).toSorted()).toEqual(settingNames.toSorted());
  expect(JSON.stringify(shown)).not.toContain(secret);
  expect(JSON.stringify(shown)).not.toContain(key);
  expect(Object.fromEntries(shown)).toMatchObject({
    APP_URL: 'https://hooks.example.com',
    ADMIN_EMAIL: 'ada@example.com',
    SMTP_URL: 'set',
    MAILJET_API_KEY: '',
    METRICS_TOKEN: 'set',
  });
});

test('backups by hand and replaced databases are counted, and nothing that is removed by itself', async () => {
  const dataDir = createDataDir();
  const context = await createTestContext({ config: { dataDir } });
  const write = (name: string) => writeFileSync(join(dataDir, name), 'four');
  mkdirSync(join(dataDir, 'backups'));
  ['wicked.db', 'wicked-replaced-20260105T030000Z.db', 'backups/wicked-20260105T040000Z.db'].forEach(write);
  ['backups/wicked-20260105T030000Z-nightly.db', 'backups/mine.db'].forEach(write);
  const { storage } = await describeOverview(context);
  expect(storage).toMatchObject({ databaseBytes: 4, backupBytes: 12, keptFiles: 3, keptBytes: 12 });
});

test('the overview counts accounts, organizations and what waits', async () => {
  const context = await createTestContext();
  const { organizationId } = await createTestUser(context);
  await createTestUser(context, { organizationId, verified: false });
  expect(await describeOverview(context)).toMatchObject({
    users: 2,
    organizations: 1,
    signUp: 'open',
    pausedAt: null,
    queue: { running: 0, runningSince: null, waiting: 0, waitingSince: null },
    backup: { endedAt: null, error: null },
  });
});
