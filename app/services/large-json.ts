import { parseJson } from '~/engine/json/json';
import { isLargeJson, parseJsonInParts } from '~/engine/json/json-parts';
import { runInTurns } from './event-loop';

/** Parses JSON as `parseJson` does, but gives everybody else turns while it parses a large text. */
export async function parseJsonInTurns(text: string): Promise<unknown> {
  return isLargeJson(text) ? runInTurns(parseJsonInParts(text)) : parseJson(text);
}
