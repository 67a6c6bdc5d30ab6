// The newest tests on one page: of their long texts it holds the beginnings.
import { createTextCutter } from './cut-text';
import type { TestRun } from './log';
import type { TestAttempt, TestLog } from './log-schema';

/** Cuts the texts of tests, which share one page. */
export function createShortener(): (run: TestRun) => TestRun {
  const { cut, cutMessage } = createTextCutter();

  function shortenAttempt(attempt: TestAttempt): TestAttempt {
    const { response } = attempt;
    return { ...attempt, response: response && { ...response, body: cut(response.body) } };
  }

  function shortenLog(log: TestLog): TestLog {
    const { request, response, error, conditionalExecution: condition } = log.details;
    const handling = log.details.responseHandlingExecution;
    return {
      ...log,
      message: cut(log.message),
      details: {
        ...log.details,
        request: request && cutMessage({ ...request, url: cut(request.url) }),
        response: response && cutMessage(response),
        error: error && cut(error),
        conditionalExecution: condition && {
          ...condition,
          expectedValue: cut(condition.expectedValue),
          actualValue: cut(condition.actualValue),
        },
        responseHandlingExecution: handling && {
          ...handling,
          retryAttempts: handling.retryAttempts.map(shortenAttempt),
        },
      },
    };
  }

  return (run) => ({ ...run, logs: run.logs.map(shortenLog) });
}
