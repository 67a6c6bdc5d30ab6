// The stores of an organization in its export, in pieces of JSON text.
import type { AppContext } from '~/context';
import { stringifyJson } from '~/engine/json/json';
import { storeLimits } from '~/engine/stores/store-limits';
import { yieldTurn } from '../event-loop';
import { stringifyJsonInTurns } from '../large-json';
import { listRecordResponses, type RecordResponse } from '../stores/record-response';
import { listStoreResponses } from '../stores/store-response';

const pageSize = 100;

/** Writes all stores with their records as a JSON array; the value of a secret record is null. */
export async function* writeStores(
  context: AppContext,
  organizationId: string,
): AsyncGenerator<string, void> {
  const stores = await listStoreResponses(context, { organizationId, limit: storeLimits.stores });
  yield '[';
  for (const [index, { name }] of stores.entries()) {
    yield `${index > 0 ? ',' : ''}{"name":${stringifyJson(name)},"records":[`;
    let after: string | undefined;
    let isFirst = true;
    do {
      const page = await listRecordResponses(context, {
        organizationId,
        store: name,
        after,
        limit: pageSize,
      });
      const text = (await stringifyJsonInTurns(page.records.map(describeRecord))).slice(1, -1);
      if (text) yield `${isFirst ? '' : ','}\n${text}`;
      isFirst &&= text === '';
      after = page.next;
      await yieldTurn();
    } while (after !== undefined);
    yield ']}';
  }
  yield ']';
}

function describeRecord({ key, value, isSecret, createdAt, updatedAt, expiresAt }: RecordResponse) {
  return { key, isSecret, value, createdAt, updatedAt, expiresAt };
}
