import { nameCall } from '~/engine/definition/call-name';
import { listExtractions } from '~/services/executions/call-log';
import { isWebPage } from './advice';
import type { ApiCallLog } from '~/services/executions/log-schema';

/** Matches a placeholder in a message and captures its name, up to a path or a filter. */
const shownPlaceholder = /\{\{\s*([^\s.[|}]+)/;

/**
 * Explains why a call lacked a variable and was not sent: which earlier calls were to save the variable, and why they did
 * not. The first mistake of a chain is often in such a call, although its response was a 200.
 */
export function explainMissingVariable({ step, error, loop }: ApiCallLog, calls: ApiCallLog[]): string[] {
  const lacked = shownPlaceholder.exec(error ?? '')?.[1];
  if (lacked === undefined) return [];
  return calls
    .filter((call) => call.step < step && (!call.loop || isOfItem(call.loop, loop)))
    .flatMap((call) =>
      listExtractions(call.response)
        .filter(({ variableName, success }) => variableName === lacked && !success)
        .map(({ message = '' }) => {
          const why = message.replace(/^not mapped: /, '');
          const page =
            call.response && isWebPage(call.response) ? ' Its answer is a web page, not JSON.' : '';
          return `${nameCall(call.apiCallName, call.step)} was to save it: ${why}.${page}`;
        }),
    );
}

/** Says which variables a request was sent without, and where the payload should have had them. */
export function explainLacked({ lacked = [] }: NonNullable<ApiCallLog['request']>): string[] {
  return lacked.map(
    ({ variableName, jsonPath }) =>
      `{{${variableName}}} was sent without a value: the payload has nothing at ${jsonPath}.`,
  );
}

function isOfItem(one: NonNullable<ApiCallLog['loop']>, other: ApiCallLog['loop'] | undefined): boolean {
  return one.id === other?.id && one.index === other.index;
}
