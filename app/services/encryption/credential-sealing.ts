// Seals credentials that an earlier release stored in the clear, in headers that nobody had marked secret. The server does this
// at its start, since a migration has no key. Sealed rows are marked, so that later starts search an empty index.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AppContext } from '~/context';
import {
  listUnsealedDefinitions,
  type SealedDefinition,
  updateSealedDefinition,
} from '~/db/integrations/sealed-definitions';
import { sealPlainSecrets } from '../integrations/definition-secrets';

/** Works in batches, so that the process does other work in between. After an interruption it continues at the next start. */
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
          // A definition that cannot be read, which only a defect can cause, must not keep the server from starting.
          log.error({ integrationId, version, err: error }, 'could not seal the credentials of a version');
        }
      }
      versions += rows.length;
      return rows.at(-1);
    });
    await nextTurn();
  } while (last);
  if (versions === 0) return;
  // The write-ahead log still holds the credentials in the clear.
  await db.file.emptyLog();
  log.info({ versions }, 'sealed the credentials that stood in headers');
}
