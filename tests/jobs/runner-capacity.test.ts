import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { planClaim } from '~/db/executions/queue/claim-capacity';
import type { ClaimedJob } from '~/db/executions/queue/claimed-job';
import { createRunnerCapacity, type Slot, type RunnerCapacity } from '~/jobs/runner-capacity';

const size = 64;
let now: number;
let places: RunnerCapacity;

beforeEach(() => {
  now = 0;
  places = createRunnerCapacity(size, () => now);
});

function job(organizationId: string, integrationId: string): ClaimedJob {
  const lease = { jobId: 1, owner: 'a', number: 1, subjectId: 'x', deaths: 0, trial: null, failures: 0 };
  return { ...lease, kind: 'execution', organizationId, integrationId };
}

/** Takes as many places for an integration as there are for it. */
function takeAll(organizationId: string, integrationId: string): Slot[] {
  const taken: Slot[] = [];
  while (planClaim(places.snapshot()).has(organizationId, integrationId))
    taken.push(places.take(job(organizationId, integrationId)));
  return taken;
}

/** Of ten organizations, four integrations each. */
function fill(): void {
  for (let n = 0; n < 40; n += 1) takeAll(`o${n % 10}`, `i${n}`);
}

describe('common places', () => {
  test('are left over for other integrations and other organizations, fewer the more have some', () => {
    const shares = ['x', 'y', 'z'].map((id) => takeAll('a', id).length);
    expect(shares).toEqual([42, 11, 3]);
    expect(takeAll('b', 'x')).toHaveLength(7);
    expect(places.inUse()).toEqual({ all: size, busy: 63, beyond: 0, waitingForHost: 0 });
  });

  test.each([8, 16, 64, 1024])(
    'that one integration or one organization may have of %s raise the alert',
    (all) => {
      const [, bound] =
        /wicked_runner_saturation >= ([\d.]+)/.exec(readFileSync('ops/prometheus-rules.yml', 'utf8')) ?? [];
      for (const integrations of [1, 20]) {
        places = createRunnerCapacity(all, () => now);
        for (let n = 0; n < integrations; n += 1) takeAll('a', `i${n}`);
        expect(places.inUse().busy / all).toBeGreaterThanOrEqual(Number(bound));
      }
    },
  );

  test('are free again when they are given back', () => {
    for (const place of takeAll('a', 'x')) place.giveBack();
    expect(places.inUse().busy).toBe(0);
    expect(takeAll('a', 'x')).toHaveLength(42);
  });

  test('are not held by executions that wait for their host, of which nothing more begins', () => {
    const taken = takeAll('a', 'x');
    for (const place of taken.slice(20)) place.setWaiting(true);
    expect(places.inUse()).toEqual({ all: size, busy: 20, beyond: 0, waitingForHost: 22 });
    expect([planClaim(places.snapshot()).has('a', 'x'), planClaim(places.snapshot()).has('a', 'y')]).toEqual([
      false,
      true,
    ]);
    for (const place of taken.slice(20)) place.setWaiting(false);
    expect(places.inUse()).toMatchObject({ busy: 42, waitingForHost: 0 });
    for (const place of taken) place.giveBack();
    expect(places.inUse()).toMatchObject({ busy: 0 });
  });

  test('stay taken by executions that wait, once so many have given theirs back that memory is to be thought of', () => {
    for (const organizationId of ['a', 'b', 'c', 'd', 'e', 'f']) {
      for (const integrationId of ['1', '2', '3', '4', '5', '6']) {
        for (const place of takeAll(organizationId, integrationId)) place.setWaiting(true);
      }
    }
    const { busy, beyond, waitingForHost } = places.inUse();
    expect(waitingForHost - busy - beyond).toBe(size);
  });
});

describe('beyond the common places', () => {
  test('an organization with nothing in hand has one at once', () => {
    fill();
    const plan = planClaim(places.snapshot());
    expect(plan.has('new', 'x')).toBe(true);
    plan.take('new', 'x');
    expect(plan.has('new', 'x')).toBe(false);
    // A plan is none until it is carried out.
    expect(planClaim(places.snapshot()).has('new', 'x')).toBe(true);
  });

  test('an integration with nothing in hand has one when its organization got none for a while', () => {
    fill();
    expect(planClaim(places.snapshot()).has('o1', 'new')).toBe(false);
    now += 100;
    expect(takeAll('o1', 'new')).toHaveLength(1);
    const others = Array.from({ length: 20 }, (_, n) => takeAll('o1', `new ${n}`).length);
    expect(others.filter((count) => count > 0)).toHaveLength(7);
  });

  test('there are as many again for organizations and for integrations, and no more', () => {
    for (let n = 0; n < 500; n += 1) {
      takeAll(`o${n}`, 'x');
      now += 100;
      for (let m = 0; m < 20; m += 1) takeAll(`o${n}`, `y${m}`);
    }
    expect(places.inUse()).toEqual({ all: size, busy: size, beyond: 2 * size, waitingForHost: 0 });
  });
});

test('mails and what is removed in the background have places of their own', () => {
  for (let n = 0; n < 300; n += 1) takeAll(`o${n}`, 'x');
  const plan = planClaim(places.snapshot());
  const counts = (['email', 'purge-organization'] as const).map((kind) => {
    let count = 0;
    for (; plan.hasSystem(kind); count += 1) plan.takeSystem(kind);
    return count;
  });
  expect(counts).toEqual([8, 2]);
});

test.each([1, 2, 4])('of %i places one organization has some, and another one still begins', (few) => {
  places = createRunnerCapacity(few, () => now);
  expect(takeAll('a', 'x').length).toBeGreaterThan(0);
  expect(takeAll('b', 'x').length).toBeGreaterThan(0);
});
