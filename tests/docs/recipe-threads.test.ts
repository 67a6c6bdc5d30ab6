// The recipe that changes a message in Slack and replies to it, run against a stand-in.
import { expect, test } from 'vitest';
import { runExecution } from '~/services/runs/run-execution';
import { createRunSetup, never, type RunSetup } from '../services/runs/run-setup';
import { answerJson } from '../support/target';
import { deploy, listBodies } from './recipe';

/** Delivers an event of a merge request as GitLab sends it, and runs what follows. */
async function tell(setup: RunSetup, integrationId: string, id: number, action: string) {
  const state = { open: 'opened', merge: 'merged' }[action] ?? 'opened';
  const url = `https://gitlab.example.com/looms/-/merge_requests/${id}`;
  const event = {
    object_kind: 'merge_request',
    user: { name: 'Ada' },
    object_attributes: { id, iid: id, title: 'Faster "looms"', url, state, action },
  };
  const executionId = await setup.accept(integrationId, JSON.stringify(event));
  await runExecution(setup.context, await setup.claim(), never);
  return setup.findExecution(executionId);
}

function headline(of: number, state: string): string {
  return `<https://gitlab.example.com/looms/-/merge_requests/${of}|!${of}> Faster "looms": *${state}*`;
}

test('a merge request has one message in Slack, which is changed, and a line of its thread for each event', async () => {
  const setup = await createRunSetup();
  let isArchived = false;
  setup.answers.handler = (request, response) => {
    const ts = `1767.${String(setup.target.received.length).padStart(6, '0')}`;
    answerJson(isArchived ? { ok: false, error: 'is_archived' } : { ok: true, ts })(request, response);
  };
  const id = await deploy(setup, 'Merge requests to a Slack thread');
  for (const [of, action] of [
    [7, 'open'],
    [8, 'open'],
    [7, 'approved'],
    [8, 'merge'],
  ] as const) {
    expect(await tell(setup, id, of, action)).toMatchObject({ status: 'completed' });
  }
  const channel = 'C0123456789';
  expect(setup.target.received.map(({ url }) => url.replace('/api/chat.', ''))).toEqual([
    'postMessage',
    'postMessage',
    'update',
    'postMessage',
    'update',
    'postMessage',
  ]);
  expect(listBodies(setup.target.received)).toEqual([
    { channel, text: headline(7, 'opened') },
    { channel, text: headline(8, 'opened') },
    { channel, ts: '1767.000001', text: headline(7, 'opened') },
    { channel, thread_ts: '1767.000001', text: 'Ada: approved' },
    { channel, ts: '1767.000002', text: headline(8, 'merged') },
    { channel, thread_ts: '1767.000002', text: 'Ada: merge' },
  ]);
  isArchived = true;
  expect(await tell(setup, id, 9, 'open')).toMatchObject({ status: 'error' });
});
