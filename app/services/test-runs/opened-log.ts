// Reads what one call of a test sent and received, when the user opens its line. Long texts are cut.
import type { AppContext } from '~/context';
import type { Owner } from '~/db/executions/logs/execution-logs';
import { createTextCutter } from './cut-text';
import { findTestLog } from './log';
import type { TestAttempt, TestLog } from './log-schema';

/** Returns the log for the `id` of a line; undefined when there is none. Long texts are cut. */
export async function findOpenedLog(
  context: Pick<AppContext, 'db'>,
  owner: Owner,
  lineId: string,
): Promise<TestLog | undefined> {
  // The id of a check has a further number, and does not match: the line of a check shows everything already.
  const [, id, step] = /^([\da-f-]{36})-(\d{1,5})$/.exec(lineId) ?? [];
  if (id === undefined) return undefined;
  const log = await findTestLog(context, owner, { id, step: Number(step) });
  return log && shortenLog(log);
}

/** Cuts the long texts of a log. */
export function shortenLog(log: TestLog): TestLog {
  const { cut, cutMessage } = createTextCutter();
  const { request, response, error, responseHandlingExecution: handling } = log.details;
  const shortenAttempt = (attempt: TestAttempt): TestAttempt => ({
    ...attempt,
    response: attempt.response && { ...attempt.response, body: cut(attempt.response.body) },
  });
  return {
    ...log,
    message: cut(log.message),
    details: {
      ...log.details,
      request: request && cutMessage({ ...request, url: cut(request.url) }),
      response: response && cutMessage(response),
      error: error && cut(error),
      responseHandlingExecution: handling && {
        ...handling,
        retryAttempts: handling.retryAttempts.map(shortenAttempt),
      },
    },
  };
}
