// Bodies may be long. A page of test results holds the beginning of each; the whole stands in the execution logs.
import { parseJson, stringifyJson } from '~/engine/json/json';
import type { TestRun } from './log';
import type { TestAttempt, TestLog } from './log-schema';

const maxTextLength = 4_000;
/** Longer than this all texts are not together; of those that come after, only a line is left. */
const maxTogether = 200_000;
const lineLength = 200;

/** Cuts the texts of tests, which share one page. */
export function createShortener(): (run: TestRun) => TestRun {
  let left = maxTogether;

  function shorten(text: string): string {
    const length = left > 0 ? maxTextLength : lineLength;
    const shown = text.length > length ? `${text.slice(0, length)}…` : text;
    left -= shown.length;
    return shown;
  }

  function shortenMessage<M extends { headers: Record<string, string>; body: string }>(message: M): M {
    const headers = Object.entries(message.headers).map(([name, value]) => [name, shorten(value)] as const);
    return { ...message, headers: Object.fromEntries(headers), body: shorten(indent(message.body)) };
  }

  function shortenAttempt(attempt: TestAttempt): TestAttempt {
    const { response } = attempt;
    return { ...attempt, response: response && { ...response, body: shorten(response.body) } };
  }

  function shortenLog(log: TestLog): TestLog {
    const { request, response, error, conditionalExecution: condition } = log.details;
    const handling = log.details.responseHandlingExecution;
    return {
      ...log,
      message: shorten(log.message),
      details: {
        ...log.details,
        request: request && shortenMessage({ ...request, url: shorten(request.url) }),
        response: response && shortenMessage(response),
        error: error && shorten(error),
        conditionalExecution: condition && {
          ...condition,
          expectedValue: shorten(condition.expectedValue),
          actualValue: shorten(condition.actualValue),
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

/** JSON on lines of its own, when it is short enough to be shown whole. */
function indent(text: string): string {
  if (text.length > maxTextLength || !/^\s*[[{]/.test(text)) return text;
  try {
    return stringifyJson(parseJson(text), 2);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
