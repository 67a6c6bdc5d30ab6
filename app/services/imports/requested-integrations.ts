// What the JSON API does with a file of integrations.
import type { AppContext } from '~/context';
import type { Actor } from '../actor';
import { writeListInTurns } from '../large-json';
import { compareIntegrations } from './compare-integrations';
import { importIntegrations } from './import-integrations';
import type { ImportedIntegration } from './imported-integration';
import type { ImportRequest } from './request-schema';
import type { IntegrationTexts } from './integration-texts';

type IntegrationsRequest = IntegrationTexts &
  Pick<ImportRequest, 'dryRun' | 'keys' | 'onConflict' | 'connections'>;

export type IntegrationsOutcome =
  | { kind: 'preview'; json: Uint8Array }
  | { kind: 'imported'; integrations: ImportedIntegration[] };

/** Compares the integrations that `keys` name, by default all; without `dryRun` it imports them. */
export async function answerIntegrations(
  context: AppContext,
  actor: Actor,
  request: IntegrationsRequest,
): Promise<IntegrationsOutcome> {
  const { dryRun, keys, onConflict, connections } = request;
  const wanted = keys && new Set(keys);
  const isWanted = ({ key }: { key: string }) => !wanted || wanted.has(key);
  if (!dryRun) {
    const integrations = await importIntegrations(context, actor, request, {
      choose: (compared) =>
        !isWanted(compared) ? 'skip' : compared.status === 'new' ? 'create' : onConflict,
      connections,
    });
    return { kind: 'imported', integrations: integrations.filter(isWanted) };
  }
  const { integrations, missing } = await compareIntegrations(context, actor, request, connections);
  const list = await writeListInTurns(integrations.filter(isWanted), (each) => Promise.resolve(each));
  const head = Buffer.from(`{"format":"integrations","missing":${JSON.stringify(missing)},"integrations":`);
  return { kind: 'preview', json: Buffer.concat([head, list.json, Buffer.from('}')]) };
}
