// What people and programs may ask for so often only, counted in the memory of this process: a restart forgets it.
import type { Config } from '~/config';
import { createSlidingWindow } from './sliding-window';
import { createTokenBuckets, strangersLimit } from './token-bucket';

const minuteMs = 60_000;

/** Tests of calls and of whole integrations, of one person or one API token. */
export const maxTestsAMinute = 60;

export const maxRuleMailsAnHour = 30;

/** One set of counters for the process. */
export function createLimits({ apiTokenRate }: Pick<Config, 'apiTokenRate'>) {
  const fiveInQuarter = () => createSlidingWindow({ limit: 5, windowMs: 15 * minuteMs });
  const thirtyInQuarter = () => createSlidingWindow({ limit: 30, windowMs: 15 * minuteMs });
  return {
    loginByEmail: fiveInQuarter(),
    loginByDevice: fiveInQuarter(),
    loginByNetwork: thirtyInQuarter(),
    passwordByUser: fiveInQuarter(),
    /** Codes of the second factor, after the right password. */
    codeByUser: fiveInQuarter(),
    /** Keys begin with the kind of mail. */
    mailByRecipient: createSlidingWindow({ limit: 3, windowMs: 60 * minuteMs }),
    /** First mails to addresses that rules name, by organization: who is mailed need not know it. */
    ruleMails: createSlidingWindow({ limit: maxRuleMailsAnHour, windowMs: 60 * minuteMs }),
    accountActionByNetwork: thirtyInQuarter(),
    /** More than of passwords: nothing is guessed, and a whole office may begin its day at once. */
    singleSignOnByNetwork: createSlidingWindow({ limit: 120, windowMs: 15 * minuteMs }),
    /** Answers to runs that wait for one, and guesses at their addresses. */
    answersByNetwork: createTokenBuckets(strangersLimit),
    testsStarted: createSlidingWindow({ limit: maxTestsAMinute, windowMs: minuteMs }),
    /** How many tests of a kind are under way, by the kind and who started them. */
    testsUnderWay: new Map<string, number>(),
    /** Requests with API tokens, by the token's id. */
    apiTokens: createTokenBuckets({ perSecond: apiTokenRate / 60, burst: Math.ceil(apiTokenRate / 6) }),
    billingWebhookTests: createSlidingWindow({ limit: 10, windowMs: minuteMs }),
  };
}

export type Limits = ReturnType<typeof createLimits>;
