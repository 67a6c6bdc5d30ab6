// Limits on how often people and programs may do something. This process counts in memory, and a restart forgets the counts.
import type { Config } from '~/config';
import { createEntryCounts } from './entry-counts';
import { createSentForms } from './sent-forms';
import { createSlidingWindow } from './sliding-window';
import { createStrangerBytes } from './stranger-bytes';
import { createTokenBuckets, strangersLimit } from './token-bucket';

const minuteMs = 60_000;

/** The limit of tests, of calls and of whole integrations, for one person or one API token. */
export const maxTestsAMinute = 60;
/** The same for a person in all sessions and by all API tokens, of which they can make any number. */
export const maxTestsOfPersonAMinute = 300;

/**
 * How many emails the counts of login attempts remember: more than this server can check passwords for in 15 minutes, so that no
 * flood of other emails displaces the count of one. The four threads that check them manage 200 a second at most.
 */
const maxLoginEmails = 180_000;

const maxRuleMailsAnHour = 30;

/** The same for all organizations together, where anybody can add one: else strangers could mail strangers without end. */
const maxRuleMailsInAll = 10 * maxRuleMailsAnHour;

/** How often the power over one organization may change hands in an hour. Each time the server mails all its owners. */
const maxPowerChangesAnHour = 100;

/** How many accounts, and how many addresses for early access, callers without a login may add in an hour. */
const maxStoredByGuestsAnHour = 1_000;

/** Creates one set of counters for the process. */
export function createLimits({
  apiTokenRate,
  strangerBytes,
}: Pick<Config, 'apiTokenRate' | 'strangerBytes'>) {
  const fiveInQuarter = (more?: { maxKeys: number }) =>
    createSlidingWindow({ limit: 5, windowMs: 15 * minuteMs, ...more });
  const thirtyInQuarter = () => createSlidingWindow({ limit: 30, windowMs: 15 * minuteMs });
  return {
    loginByEmail: fiveInQuarter({ maxKeys: maxLoginEmails }),
    loginByDevice: fiveInQuarter(),
    /** All devices that an account knows, by its user. */
    loginByDevices: thirtyInQuarter(),
    loginByNetwork: thirtyInQuarter(),
    passwordByUser: fiveInQuarter(),
    /** Codes of the second factor, after the right password. */
    codeByUser: fiveInQuarter(),
    /** The key begins with the kind of mail. */
    mailByRecipient: createSlidingWindow({ limit: 3, windowMs: 60 * minuteMs }),
    /** All devices that an account knows, by kind of mail and user. */
    mailByDevices: createSlidingWindow({ limit: 12, windowMs: 60 * minuteMs }),
    /** First mails to addresses that rules name, by organization; the recipients need not know it. */
    ruleMails: createSlidingWindow({ limit: maxRuleMailsAnHour, windowMs: 60 * minuteMs }),
    ruleMailsInAll: createSlidingWindow({ limit: maxRuleMailsInAll, windowMs: 60 * minuteMs }),
    powerChanges: createSlidingWindow({ limit: maxPowerChangesAnHour, windowMs: 60 * minuteMs }),
    accountActionByNetwork: thirtyInQuarter(),
    /** What all callers without a login may store together, by action. */
    storedByGuests: createSlidingWindow({ limit: maxStoredByGuestsAnHour, windowMs: 60 * minuteMs }),
    /** The audit entries that callers without a login caused, by kind and account. */
    guestEntries: createEntryCounts(),
    /** A higher limit than for passwords: nothing is guessed, and a whole office may sign in at once. */
    singleSignOnByNetwork: createSlidingWindow({ limit: 120, windowMs: 15 * minuteMs }),
    /** Answers to runs that wait for one, and guesses at the addresses for answers. */
    answersByNetwork: createTokenBuckets(strangersLimit),
    /** Public forms that are opened or sent, and guesses at their addresses. */
    formsByNetwork: createTokenBuckets({ perSecond: 2, burst: 60 }),
    /** Public forms that are refused and still read, so that they come back with what was typed. */
    formsReturned: createTokenBuckets({ perSecond: 0.5, burst: 15 }),
    /** Public forms that are sent, by integration. */
    formsSent: createTokenBuckets({ perSecond: 20, burst: 100 }),
    /** What public forms and webhooks without a secret may store, by integration and by network. */
    strangerBytes: createStrangerBytes(strangerBytes),
    testsStarted: createSlidingWindow({ limit: maxTestsAMinute, windowMs: minuteMs }),
    testsOfPersonStarted: createSlidingWindow({ limit: maxTestsOfPersonAMinute, windowMs: minuteMs }),
    /** The number of tests in progress, by kind and by who started them. */
    testsUnderWay: new Map<string, number>(),
    /** What tests of forms sent, by their subject and form. Each may hold the 256 KiB of a response. */
    sentTests: createSentForms({ keptKind: 'tested', maxKept: 50 }),
    /** Which forms asked for a link by mail. */
    sentMails: createSentForms({ keptKind: 'accepted', maxKept: 1_000 }),
    /** Requests with API tokens, by the token's id. */
    apiTokens: createTokenBuckets({ perSecond: apiTokenRate / 60, burst: Math.ceil(apiTokenRate / 6) }),
    /** Tests of alert channels, each of which may mail all members; by organization, or `installation`. */
    channelTests: createSlidingWindow({ limit: 10, windowMs: minuteMs }),
    billingWebhookTests: createSlidingWindow({ limit: 10, windowMs: minuteMs }),
  };
}

export type Limits = ReturnType<typeof createLimits>;
