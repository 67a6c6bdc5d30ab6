// Members who run integrations, and members who only look: every JSON call and every screen is tried by both.
import { afterAll, describe, expect, test } from 'vitest';
import { can, type Rights } from '~/auth/role-permissions';
import {
  type Answer,
  closeHouse,
  createHouse,
  everybody,
  type House,
  limited,
  type Limited,
} from './role-setup';
import { calls, screens, type Needs } from './role-table';
import { call, fillAnswer, modules, visit } from './role-visits';

afterAll(closeHouse);

const member = everybody.indexOf('member');

const rights: Record<Limited, Rights> = {
  runner: { role: 'MEMBER', access: 'run' },
  reader: { role: 'MEMBER', access: 'read' },
};

function lacks(who: Limited, needs: Needs | undefined): boolean {
  return needs !== undefined && !can(rights[who], needs);
}

/** A house in which `:member` is the one who asks. */
async function createHouseOf(who: Limited): Promise<House> {
  const house = await createHouse();
  return { ...house, fill: (text) => house.fill(text.replaceAll(':member', `:${who}`)) };
}

const allCalls = Object.entries(calls).flatMap(([name, { answers, needs, ...sent }]) =>
  limited.map((who) => ({ name, who, answer: lacks(who, needs) ? 403 : answers[member]!, sent })),
);

test.each(allCalls)('$name as $who: $answer', async ({ name, who, answer, sent }) => {
  const house = await createHouseOf(who);
  expect(await call(house, who, name, sent)).toBe(answer);
});

/** Calls that are not a GET and change nothing of the organization: everybody's own account, and what only reads. */
const harmless = [
  /^\w+ \/auth\//,
  /^\w+ \/early-access$/,
  /^\w+ \/api\/users\/:userId/,
  /^POST \/api\/organizations\/:organizationId\/select$/,
  /^POST \/api\/billing-details\/:organizationId\/test-payment$/,
  /^POST \/api\/integrations\/:id\/file\/diff$/,
  /^POST \/api\/integrations\/:id\/delivery-check$/,
];

test('every other call that changes something refuses who only looks', () => {
  const refused = allCalls.filter(({ who, answer }) => who === 'reader' && answer === 403);
  const names = new Set(refused.map(({ name }) => name));
  const open = Object.keys(calls).filter((name) => !name.startsWith('GET ') && !names.has(name));
  expect(open.filter((name) => !harmless.some((each) => each.test(name)))).toEqual([]);
});

interface Visited {
  answer: Answer;
  access: 'opened' | 'sent';
}

const visits = Object.entries(screens).flatMap(([name, { opened, opening, sent, path, params }]) => {
  const { loader, action } = modules.get(name) ?? {};
  return limited.flatMap((who) => {
    const openedAs: Visited[] = opened
      ? [
          {
            access: 'opened',
            answer: opening && lacks(who, opening.needs) ? opening.refused : opened[member]!,
          },
        ]
      : [];
    const sentAs: Visited[] = sent
      ? [{ access: 'sent', answer: lacks(who, sent.needs) ? (sent.refused ?? 403) : sent.answers[member]! }]
      : [];
    return [...openedAs, ...sentAs].map(({ access, answer }) => ({
      name,
      who,
      access,
      answer,
      path,
      params,
      run: access === 'opened' ? loader : action,
      form: access === 'opened' ? undefined : sent?.form,
    }));
  });
});

test('every screen of integrations that takes a form says what it needs', () => {
  const taking = Object.entries(screens).filter(
    ([name, { sent }]) => sent && /^(_index|integration)/.test(name),
  );
  expect(taking.length).toBeGreaterThan(10);
  expect(taking.filter(([, { sent }]) => !sent?.needs).map(([name]) => name)).toEqual([]);
});

describe('the screen', () => {
  test.each(visits)(
    '$name $access as $who: $answer',
    async ({ who, answer, run, form, path = '/', params }) => {
      const house = await createHouseOf(who);
      expect(await visit(house, who, { run, path, params, form })).toBe(fillAnswer(house, answer));
    },
  );
});
