import type { ValueFormat } from '~/engine/values/value';
import type { Queries } from '../core/queries';

export interface StoredValue {
  id: string;
  organizationId: string;
  name: string;
  format: ValueFormat;
  isSecret: boolean;
  /** The value as it was entered; sealed when it is a secret. */
  value: string;
  /** A JSON list. */
  allowedHosts: string;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export interface ValueKey {
  id: string;
  organizationId: string;
}

/** The content that a save writes. */
export type ValueContent = Pick<
  StoredValue,
  'name' | 'format' | 'isSecret' | 'value' | 'allowedHosts' | 'version'
> & { updatedBy: string; now: number };

function toColumns(content: ValueContent) {
  const { name, format, isSecret, value, allowedHosts, version, updatedBy, now } = content;
  return {
    name,
    format,
    is_secret: isSecret ? (1 as const) : (0 as const),
    value,
    allowed_hosts: allowedHosts,
    version,
    updated_by: updatedBy,
    updated_at: now,
  };
}

export async function insertValue(db: Queries, key: ValueKey, content: ValueContent): Promise<void> {
  await db.run(
    db.build.insertInto('organization_values').values({
      id: key.id,
      organization_id: key.organizationId,
      ...toColumns(content),
      created_at: content.now,
    }),
  );
}

function select(db: Queries, organizationId: string) {
  return db.build
    .selectFrom('organization_values')
    .select([
      'id',
      'organization_id as organizationId',
      'name',
      'format',
      'is_secret as isSecret',
      'value',
      'allowed_hosts as allowedHosts',
      'version',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('organization_id', '=', organizationId);
}

type Row = Omit<StoredValue, 'isSecret'> & { isSecret: 0 | 1 };

function fromRow(row: Row): StoredValue {
  return { ...row, isSecret: row.isSecret === 1 };
}

/** Returns the values by name; an organization has at most five hundred. */
export async function listValues(db: Queries, organizationId: string): Promise<StoredValue[]> {
  const rows = await db.all(select(db, organizationId).orderBy('name'));
  return rows.map(fromRow);
}

export async function findValue(
  db: Queries,
  { id, organizationId }: ValueKey,
): Promise<StoredValue | undefined> {
  const row = await db.first(select(db, organizationId).where('id', '=', id));
  return row && fromRow(row);
}

/** Returns the organization's values with exactly these names. */
export async function findValuesByName(
  db: Queries,
  organizationId: string,
  names: readonly string[],
): Promise<StoredValue[]> {
  const rows = await db.all(select(db, organizationId).where('name', 'in', names));
  // The column ignores the case of names; templates do not.
  return rows.filter(({ name }) => names.includes(name)).map(fromRow);
}

/** Returns the names of the values, in order, without the values. */
export async function listValueNames(
  db: Queries,
  organizationId: string,
): Promise<{ id: string; name: string; isSecret: boolean }[]> {
  const rows = await db.all(
    db.build
      .selectFrom('organization_values')
      .select(['id', 'name', 'is_secret as isSecret'])
      .where('organization_id', '=', organizationId)
      .orderBy('name'),
  );
  return rows.map(({ id, name, isSecret }) => ({ id, name, isSecret: isSecret === 1 }));
}

export async function updateValue(db: Queries, key: ValueKey, content: ValueContent): Promise<void> {
  await db.run(
    db.build
      .updateTable('organization_values')
      .set(toColumns(content))
      .where('id', '=', key.id)
      .where('organization_id', '=', key.organizationId),
  );
}

export async function deleteValue(db: Queries, key: ValueKey): Promise<void> {
  await db.run(
    db.build
      .deleteFrom('organization_values')
      .where('id', '=', key.id)
      .where('organization_id', '=', key.organizationId),
  );
}

/** Deletes all values of an organization that is being removed. */
export async function deleteValues(db: Queries, organizationId: string): Promise<void> {
  await db.run(db.build.deleteFrom('organization_values').where('organization_id', '=', organizationId));
}
