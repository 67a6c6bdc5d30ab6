// Finds bodies that are meant to be JSON and are none. Most APIs answer such a call with an error that names no place.
import type { ApiCall } from '../definition/api-call';
import { describeJsonFault } from '../json/json-fault';
import { JsonPlace } from '../placeholders/json-place';
import { quotedBraces, splitPlaceholders } from '../placeholders/reference-pattern';

/** The longest body, in characters, that is read. */
const longest = 256 * 1024;

/** Explains why the body of a call without a form or file is not the JSON that it looks like; undefined when it may be JSON. */
export function findJsonProblem(body: string, contentType: string | undefined): string | undefined {
  const isMeant = contentType === undefined || /^[^;]*[/+]json\b/i.test(contentType);
  if (!isMeant || body.length > longest || !/^\s*(?:\[|\{(?!\{))/.test(body)) return undefined;
  const fault = describeJsonFault(fillJson(body));
  return fault && `the body is not valid JSON, and would be sent as it is: ${fault}.${adviseOn(body)}`;
}

/** Replaces each placeholder by a value that is valid at its place and as long, so that what follows keeps its place. */
function fillJson(body: ApiCall['body']): string {
  const place = new JsonPlace();
  return splitPlaceholders(body)
    .map((piece, index) => {
      if (index % 2 === 0) {
        place.read(piece);
        return piece;
      }
      const isText = place.isInString() || piece.trim() === quotedBraces;
      place.pass();
      const same = `xx${piece}xx`.replaceAll(/[^\n]/g, isText ? 'x' : ' ');
      // A line break inside a string would be a fault of its own.
      return isText ? same.replaceAll('\n', 'x') : `0${same.slice(1)}`;
    })
    .join('');
}

/** A comma before a closing bracket, outside of strings. One that never ends is matched too, so that no string begins inside it. */
const commaTooMany = /"(?:[^"\\]|\\.)*(?:"|\\?$)|,(?=\s*[}\]])/gs;

function adviseOn(body: string): string {
  const hasComma = [...body.matchAll(commaTooMany)].some(([found]) => found === ',');
  return hasComma ? ' A comma stands before a closing bracket: leave it out.' : '';
}
