// What one call of a test sent and got, read when its line is opened: of long texts the beginnings.
import type { AppContext } from '~/context';
import type { Owner } from '~/db/executions/logs/execution-logs';
import { createTextCutter } from './cut-text';
import { findTestLog } from './log';
import type { TestAttempt, TestLog } from './log-schema';

/** The log of a test that a line has as its `id`; undefined when there is none. Long texts are cut. */
export async function findOpenedLog(
  context: Pick<AppContext, 'db'>,
  owner: Owner,
  lineId: string,
): Promise<TestLog | undefined> {
  // A check has its place among those of its step behind that; its line says all of it.
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
