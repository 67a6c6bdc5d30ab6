import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inspectDatabase } from '~/db/core/backup/backup-file';
import { openDatabase } from '~/db/core/open';
import { createLog } from '~/log';
import { createDamage } from '~/services/installation/database-damage';
import { rescueDisplaced } from '~/services/installation/displaced-database';
import { createTestContext } from '../../support/context';
import { placeMigratedDatabase } from '../../support/migrated-database';
import { createDataDir } from '../../support/server';

test('servers that lose one database in the same second save it, each in a file of its own', async () => {
  const dataDir = createDataDir();
  const file = join(dataDir, 'wicked.db');
  placeMigratedDatabase(file);
  const { config } = await createTestContext({ config: { dataDir } });
  const log = createLog('silent');
  const servers = [1, 2, 3].map(() => {
    const db = openDatabase(file);
    onTestFinished(() => db.close());
    return { config, db, log, damage: createDamage({ config, log }), now: () => Date.UTC(2026, 0, 5) };
  });
  renameSync(file, join(dataDir, 'moved.db'));
  await Promise.all(servers.map(rescueDisplaced));
  const saved = readdirSync(join(dataDir, 'backups'));
  expect(saved.toSorted()).toEqual([
    'wicked-20260105T000000Z-2.db',
    'wicked-20260105T000000Z-3.db',
    'wicked-20260105T000000Z.db',
  ]);
  for (const name of saved) {
    expect(inspectDatabase(join(dataDir, 'backups', name))).toMatchObject({ kind: 'sound' });
  }
});
