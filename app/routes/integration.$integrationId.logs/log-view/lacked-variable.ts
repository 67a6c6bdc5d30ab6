import { nameCall } from '~/engine/definition/call-name';
import { listExtractions } from '~/services/executions/call-log';
import type { ApiCallLog } from '~/services/executions/log-schema';

/** A placeholder, as messages show it: its name, up to a path or a filter. */
const shownPlaceholder = /\{\{\s*([^\s.[|}]+)/;

/**
 * Of a call that was not sent for want of a variable: which calls before were to save it, and why they did not. The first
 * mistake of a chain is often there, in a call that was answered with 200.
 */
export function explainLack({ step, error, loop }: ApiCallLog, calls: ApiCallLog[]): string[] {
  const lacked = shownPlaceholder.exec(error ?? '')?.[1];
  if (lacked === undefined) return [];
  return calls
    .filter((call) => call.step < step && (!call.loop || isOfItem(call.loop, loop)))
    .flatMap((call) =>
      listExtractions(call.response)
        .filter(({ variableName, success }) => variableName === lacked && !success)
        .map(({ message = '' }) => {
          const why = message.replace(/^not mapped: /, '');
          return `${nameCall(call.apiCallName, call.step)} was to save it: ${why}.`;
        }),
    );
}

function isOfItem(one: NonNullable<ApiCallLog['loop']>, other: ApiCallLog['loop'] | undefined): boolean {
  return one.id === other?.id && one.index === other.index;
}
