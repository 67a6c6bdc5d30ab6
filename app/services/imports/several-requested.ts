// What the JSON API does with a file of several integrations.
import type { AppContext } from '~/context';
import type { Actor } from '../actor';
import { writeListInTurns } from '../large-json';
import { compareSeveral } from './compare-several';
import { type ImportedIntegration, importSeveral } from './import-several';
import type { ImportRequest } from './request-schema';
import type { SeveralFiles } from './several-files';

type SeveralRequest = SeveralFiles & Pick<ImportRequest, 'dryRun' | 'keys' | 'onConflict' | 'connections'>;

export type SeveralOutcome =
  | { kind: 'preview'; json: Uint8Array }
  | { kind: 'imported'; integrations: ImportedIntegration[] };

/** Compares the integrations that `keys` name, by default all; without `dryRun` it imports them. */
export async function answerSeveral(
  context: AppContext,
  actor: Actor,
  request: SeveralRequest,
): Promise<SeveralOutcome> {
  const { dryRun, keys, onConflict, connections } = request;
  const wanted = keys && new Set(keys);
  const isWanted = ({ key }: { key: string }) => !wanted || wanted.has(key);
  if (!dryRun) {
    const integrations = await importSeveral(context, actor, request, {
      choose: (compared) =>
        !isWanted(compared) ? 'skip' : compared.status === 'new' ? 'create' : onConflict,
      connections,
    });
    return { kind: 'imported', integrations: integrations.filter(isWanted) };
  }
  const { integrations, missing } = await compareSeveral(context, actor, request, connections);
  const list = await writeListInTurns(integrations.filter(isWanted), (each) => Promise.resolve(each));
  const head = Buffer.from(`{"format":"integrations","missing":${JSON.stringify(missing)},"integrations":`);
  return { kind: 'preview', json: Buffer.concat([head, list, Buffer.from('}')]) };
}
