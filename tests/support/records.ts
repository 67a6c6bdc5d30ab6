import type { RecordKey } from '~/db/stores/listing';
import { sealRecord } from '~/services/stores/sealed-record';
import type { TestContext } from './context';

interface TestRecord extends RecordKey {
  /** JSON. */
  value?: string;
  isSecret?: boolean;
  executionId?: string;
  expiresAt?: number;
}

/** Stores a record, and its store when there is none. */
export async function insertTestRecord(context: TestContext, record: TestRecord): Promise<void> {
  const { db, config } = context;
  const { organizationId, store, key, value = '1', isSecret, executionId = null, expiresAt = null } = record;
  const now = context.now();
  const { length } = Buffer.from(value);
  const times = { created_at: now, updated_at: now };
  const row = { organization_id: organizationId, name: store, records: 1, length, ...times };
  await db.run(
    db.build
      .insertInto('stores')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'name']).doUpdateSet((eb) => ({
          records: eb('stores.records', '+', 1),
          length: eb('stores.length', '+', length),
        })),
      ),
  );
  await db.run(
    db.build.insertInto('records').values({
      organization_id: organizationId,
      store,
      key,
      length,
      is_secret: isSecret ? 1 : 0,
      execution_id: executionId,
      ...times,
      expires_at: expiresAt,
      value: sealRecord(config, { organizationId, store, key }, value),
    }),
  );
}
