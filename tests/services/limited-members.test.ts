// The services themselves refuse members who may not, whatever the guard of a route or a screen let pass.
import { afterAll, describe, expect, test } from 'vitest';
import type { Actor } from '~/services/actor';
import { deleteIntegrationNow } from '~/services/deleted-integrations/final-deletion';
import { restoreIntegration } from '~/services/deleted-integrations/restoration';
import { makeDraft } from '~/services/imports/make-draft';
import { importStoredIntegrations } from '~/services/imports/imports';
import { deleteIntegration } from '~/services/integrations/deletion';
import { deployVersion } from '~/services/integrations/deployment';
import { duplicateIntegration } from '~/services/integrations/duplicate';
import { endFormerSecret } from '~/services/integrations/former-secret';
import { createIntegration, updateIntegration } from '~/services/integrations/integrations';
import { changeEach } from '~/services/integrations/many/change-each';
import { discardWaiting, resumeIntegration } from '~/services/integrations/pauses';
import { restoreVersion, saveVersionNote } from '~/services/integrations/versions';
import { replaceWebhookSecret, revealWebhookSecret } from '~/services/integrations/webhook-secret';
import { clearMemory, forgetRemembered, forgetSeen, setRemembered } from '~/services/memory/memory';
import { testWebhook } from '~/services/billing/sandbox';
import { cancelAutomaticReplay } from '~/services/runs/automatic-replays';
import { continueExecution } from '~/services/runs/continue-wait';
import { cancelExecution, runManually } from '~/services/runs/control';
import { controlEach } from '~/services/runs/control-many';
import { changeTest, deleteTest, runTests } from '~/services/test-runs/recorded-tests';
import { testCall } from '~/services/test-runs/single-call';
import { runTest } from '~/services/test-runs/whole-chain';
import { pasteSample } from '~/services/webhooks/pasted-sample';
import { startListening, stopListening } from '~/services/webhooks/samples';
import type { TestContext } from '../support/context';
import { closeHouse, createHouse, type Limited } from '../api/role-setup';

afterAll(closeHouse);

interface Named {
  integration: string;
  deleted: string;
  execution: string;
  recorded: string;
}

type Act = (context: TestContext, actor: Actor, named: Named) => Promise<{ kind: string }>;

const calls = [{ id: 'a', order: 1, method: 'GET', url: 'https://api.example.com/' }];

const edits: Record<string, Act> = {
  create: (context, actor) => createIntegration(context, actor, { name: 'Another' }),
  save: (context, actor, { integration }) => updateIntegration(context, actor, integration, { name: 'New' }),
  deploy: (context, actor, { integration }) => deployVersion(context, actor, integration, 1),
  delete: (context, actor, { integration }) => deleteIntegration(context, actor, integration),
  'change several': async (context, actor, { integration }) =>
    (await changeEach(context, actor, [integration], { kind: 'disable' }))[0]!.outcome,
  duplicate: (context, actor, { integration }) => duplicateIntegration(context, actor, integration),
  restore: (context, actor, { deleted }) => restoreIntegration(context, actor, deleted),
  'delete for good': (context, actor, { deleted }) => deleteIntegrationNow(context, actor, deleted),
  'restore a version': (context, actor, { integration }) =>
    restoreVersion(context, actor, integration, { version: 1 }),
  'note a version': (context, actor, { integration }) =>
    saveVersionNote(context, actor, integration, { version: 1, note: 'Why' }),
  'reveal the secret': (context, actor, { integration }) => revealWebhookSecret(context, actor, integration),
  'replace the secret': (context, actor, { integration }) =>
    replaceWebhookSecret(context, actor, integration, { secret: 'another secret' }),
  'end the former secret': (context, actor, { integration }) => endFormerSecret(context, actor, integration),
  'set a memory': (context, actor, { integration }) =>
    setRemembered(context, actor, integration, { name: 'last', json: '1' }),
  'forget a memory': (context, actor, { integration }) =>
    forgetRemembered(context, actor, integration, 'last'),
  'forget what was seen': (context, actor, { integration }) =>
    forgetSeen(context, actor, integration, { loopId: 'loop' }),
  'clear the memory': (context, actor, { integration }) => clearMemory(context, actor, integration),
  'change a test': (context, actor, { integration, recorded }) =>
    changeTest(context, actor, integration, recorded, { name: 'New' }),
  'delete a test': (context, actor, { integration, recorded }) =>
    deleteTest(context, actor, integration, recorded),
  'test a call that is not saved': (context, actor, { integration }) =>
    testCall(context, actor, integration, calls[0]),
  'paste a sample': (context, actor, { integration }) => pasteSample(context, actor, integration, '{}'),
  listen: (context, actor, { integration }) => startListening(context, actor, integration),
  'stop listening': (context, actor, { integration }) => stopListening(context, actor, integration),
  'import a draft': (context, actor) =>
    makeDraft(
      context,
      actor,
      {
        kind: 'integration',
        name: 'From a file',
        description: null,
        tags: [],
        definition: { apiCalls: [] },
        limits: {},
        notes: [],
        startedBy: undefined,
      } as never,
      { connections: {} },
    ),
  'import several': (context, actor) =>
    importStoredIntegrations(context, actor, 'none', { choose: () => 'create', connections: {} }),
};

const runs: Record<string, Act> = {
  run: (context, actor, { integration }) =>
    runManually(context, actor, { integrationId: integration, triggerData: null }),
  test: (context, actor, { integration }) =>
    runTest(
      context,
      actor,
      { integrationId: integration, triggerData: {} },
      { maxMs: 0, signal: AbortSignal.abort() },
    ),
  cancel: (context, actor, { integration, execution }) =>
    cancelExecution(context, actor, { integrationId: integration, executionId: execution }),
  'cancel several': async (context, actor, { integration, execution }) => {
    const asked = {
      integrationId: integration,
      executionIds: [execution],
      control: { kind: 'cancel' } as const,
    };
    return (await controlEach(context, actor, asked))[0]!.outcome;
  },
  continue: (context, actor, { integration, execution }) =>
    continueExecution(context, actor, { integrationId: integration, executionId: execution }),
  'cancel a replay': (context, actor, { integration, execution }) =>
    cancelAutomaticReplay(context, actor, { integrationId: integration, executionId: execution }),
  resume: (context, actor, { integration }) => resumeIntegration(context, actor, integration),
  discard: (context, actor, { integration }) => discardWaiting(context, actor, integration),
  'run tests': (context, actor, { integration }) => runTests(context, actor, integration, {}),
};

/** Sends to wherever the caller says, which needs a target. */
const sends: Record<string, Act> = {
  'send a sample event': (context, actor) => testWebhook(context, actor, 'http://127.0.0.1:1/'),
};

async function ask(who: Limited, act: Act, atMost?: Actor['atMost']): Promise<string> {
  const { context, fill } = await createHouse();
  const userId = fill(atMost ? ':owner' : `:${who}`);
  const actor = { userId, organizationId: fill(':organization'), address: '192.0.2.1', atMost };
  const named = {
    integration: fill(':integration'),
    deleted: fill(':deleted'),
    execution: fill(':execution'),
    recorded: fill(':recorded'),
  };
  return (await act(context, actor, named)).kind;
}

describe('a member who only looks', () => {
  test.each(Object.entries({ ...edits, ...runs, ...sends }))('may not %s', async (_name, act) => {
    expect(await ask('reader', act)).toBe('forbidden');
  });
});

describe('a member who runs', () => {
  test.each(Object.entries(edits))('may not %s', async (_name, act) => {
    expect(await ask('runner', act)).toBe('forbidden');
  });

  test.each(Object.entries(runs))('may %s', async (_name, act) => {
    expect(await ask('runner', act)).not.toBe('forbidden');
  });
});

test.each<[string, Act]>([
  [
    'a save',
    (context, actor, { integration }) => updateIntegration(context, actor, integration, { name: 7 }),
  ],
  ['a deployment', edits.deploy!],
])(
  '%s of a member who only looks plays no required test, and does not say what is wrong with it',
  async (_name, act) => {
    const requireTests: Act = async (context, actor, named) => {
      const { db } = context;
      await db.run(db.build.updateTable('integrations').set({ require_tests: 1 }));
      const before = await db.all(db.build.selectFrom('recorded_tests').selectAll());
      const outcome = await act(context, actor, named);
      expect(await db.all(db.build.selectFrom('recorded_tests').selectAll())).toEqual(before);
      return outcome;
    };
    expect(await ask('reader', requireTests)).toBe('forbidden');
  },
);

test.each(Object.entries({ ...edits, ...runs }))(
  'a token of an owner that only looks may not %s',
  async (_name, act) => {
    expect(await ask('reader', act, { role: 'MEMBER', access: 'read' })).toBe('forbidden');
  },
);
