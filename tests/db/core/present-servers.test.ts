// What servers leave in DATA_DIR/servers that were killed while they started.
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { joinServers } from '~/db/core/data-dir/present-servers';
import Sqlite from '~/db/core/sqlite';
import { createDataDir } from '../../support/server';

test('what a killed server left without its note goes, after the minute that a starting one has', () => {
  const dataDir = createDataDir();
  const directory = join(dataDir, 'servers');
  mkdirSync(directory, { recursive: true });
  const now = Date.now() / 1_000;
  const anHourAgo = now - 3_600;
  const leave = (name: string) => writeFileSync(join(directory, name), '');
  const old = ['dead.lock', 'half.lock', 'half.new', 'alive.lock'];
  for (const name of [...old, 'starting.lock']) leave(name);
  const alive = new Sqlite(join(directory, 'alive.lock'));
  alive.exec('BEGIN EXCLUSIVE');
  for (const name of old) utimesSync(join(directory, name), anHourAgo, anHourAgo);
  // The clock of the files need not be that of the process.
  utimesSync(join(directory, 'starting.lock'), now, now);
  const { others, lock } = joinServers(dataDir, { id: 'ours', note: 'note' });
  expect(others).toEqual([]);
  // A lock that is held has a journal beside it.
  const left = readdirSync(directory).filter((name) => !name.endsWith('-journal'));
  expect(left.toSorted()).toEqual(['alive.lock', 'ours.lock', 'ours.note', 'starting.lock']);
  lock.end();
  alive.close();
});
