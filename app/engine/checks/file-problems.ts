// Finds problems in how a call takes files and sends them, and in how it writes forms.
import type { ApiCall } from '../definition/api-call';
import { findFormProblem } from '../request-bodies/form-template';
import { findFileProblem } from '../request-bodies/upload';

/** Lists problems by field, as `body`. */
export function listFileProblems({
  bodyType,
  body,
  repeat,
  responseMapping,
}: Pick<ApiCall, 'bodyType' | 'body' | 'repeat' | 'responseMapping'>): [field: string, problem: string][] {
  const found: [string, string | undefined][] = [];
  if (bodyType === 'file') found.push(['body', findFileProblem(body)]);
  else if (bodyType) found.push(['body', findFormProblem(bodyType, body)]);
  if (repeat?.kind === 'pages') {
    if (responseMapping.saveFileAs) {
      found.push(['responseMapping.saveFileAs', 'The pages of a list are not saved as a file']);
    }
    if (bodyType && 'in' in repeat.next && repeat.next.in === 'body') {
      found.push(['bodyType', 'A form or a file has no place for the cursor or number of the next page']);
    }
  }
  return found.filter((entry): entry is [string, string] => entry[1] !== undefined);
}
