// Credentials that an earlier release left in the clear, in headers that nobody had marked secret: sealed when the server
// starts, since a migration has no key. What is done is marked, so that it is looked for in an index that is empty.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AppContext } from '~/context';
import {
  listUnsealedDefinitions,
  type SealedDefinition,
  updateSealedDefinition,
} from '~/db/integrations/sealed-definitions';
import { sealPlainSecrets } from '../integrations/definition-secrets';

/** Batch by batch, so that the process does other work in between. Interrupted, it goes on at the next start. */
export async function sealPlainCredentials({ config, db, log }: AppContext): Promise<void> {
  let versions = 0;
  let last: SealedDefinition | undefined;
  do {
    last = await db.transaction(async (tx) => {
      const rows = await listUnsealedDefinitions(tx, last);
      for (const row of rows) {
        const { integrationId, version } = row;
        try {
          const definition = sealPlainSecrets(config.appKey, integrationId, row.definition);
          await updateSealedDefinition(tx, { integrationId, version, definition });
        } catch (error) {
          // One that cannot be read, which only a defect can bring about, must not keep the server from starting.
          log.error({ integrationId, version, err: error }, 'could not seal the credentials of a version');
        }
      }
      versions += rows.length;
      return rows.at(-1);
    });
    await nextTurn();
  } while (last);
  if (versions === 0) return;
  // What stood in the clear still does in the write-ahead log.
  await db.care.settle();
  log.info({ versions }, 'sealed the credentials that stood in headers');
}
