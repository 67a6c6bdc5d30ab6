import type { Queries } from './queries';
import { compileQuery } from './compiled-query';

const writeQuery = compileQuery<{ now: number }>((build, value) =>
  build.updateTable('self_check').set({ written_at: value('now') }),
);

const readQuery = compileQuery<object, { writtenAt: number }>((build) =>
  build.selectFrom('self_check').select('written_at as writtenAt'),
);

/** Stores the time; called in a transaction, so that it is on disk when the transaction ends. */
export async function updateWritten(db: Queries, now: number): Promise<void> {
  await db.run(writeQuery({ now }));
}

/** Returns the time that was last written. */
export async function findWritten(db: Queries): Promise<number | undefined> {
  return (await db.first(readQuery({})))?.writtenAt;
}

interface FileCheck {
  /** When the whole file was last read; null before the first time. */
  checkedAt: number | null;
  /** The damage that was found; null when there was none. */
  damage: string | null;
}

export async function readFileCheck(db: Queries): Promise<FileCheck> {
  const row = await db.first(db.build.selectFrom('self_check').select(['checked_at as checkedAt', 'damage']));
  return row ?? { checkedAt: null, damage: null };
}

export async function updateFileCheck(db: Queries, { checkedAt, damage }: FileCheck): Promise<void> {
  await db.run(db.build.updateTable('self_check').set({ checked_at: checkedAt, damage }));
}
