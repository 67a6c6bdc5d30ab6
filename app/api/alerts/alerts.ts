import type { Context } from 'hono';
import type { AppContext } from '~/context';
import { type AlertActor, checkAlertPermission } from '~/services/alerts/alert-actor';
import { listChannelResponses } from '~/services/alerts/channel-response';
import { changeChannel, createChannel, deleteChannel, readChannelById } from '~/services/alerts/channels';
import { testChannel } from '~/services/alerts/channel-test';
import { changeIncident, type IncidentAction, listIncidentResponses } from '~/services/alerts/incidents';
import { replayIncident } from '~/services/runs/replay-incident';
import { actorOf, guardOrganization, guardSelected } from '../http/authorize';
import { cutPage, pageHeaders, PageQuery, takePage } from '../http/pagination';
import { type ApiEnv, problemResponse } from '../http/problem-response';
import { createdHeaders, locate } from '../openapi/location';
import { createApi, defineRoute, jsonBody, pathOf } from '../openapi/route';
import {
  ChannelChange,
  ChannelCreation,
  ChannelResponse,
  ChannelTestResponse,
  IncidentResponse,
} from '../shapes/alert';
import { describeReplayedFailures, ReplayedFailuresResponse } from '../shapes/execution';

/** The owner of the alerts that a set of calls is about, and how the paths and names of these calls begin. */
interface Scope {
  of: 'organization' | 'installation';
  prefix: string;
  /** The word before the noun in the names of calls. */
  word: '' | 'Installation';
  forWhom: string;
}

const ofOrganization: Scope = {
  of: 'organization',
  prefix: '/{organizationId}',
  word: '',
  forWhom: 'For owners and admins.',
};
const ofInstallation: Scope = {
  of: 'installation',
  prefix: '',
  word: 'Installation',
  forWhom: 'For administrators of the installation, and their API tokens of the role OWNER.',
};

const example = { name: 'On call', kind: 'email', recipients: 'owners', events: { failing: 1 } } as const;

/** `/api/organizations/{organizationId}/channels` and `/incidents`. */
export function createAlertsApi(context: AppContext) {
  return createScopedApi(context, ofOrganization);
}

/** `/api/installation/channels` and `/incidents`. */
export function createInstallationAlertsApi(context: AppContext) {
  return createScopedApi(context, ofInstallation);
}

function createScopedApi(context: AppContext, scope: Scope) {
  const api = createApi();
  addChannels(api, context, scope);
  addIncidents(api, context, scope);
  if (scope.of === 'organization') addReplay(api, context, scope);
  return api;
}

type Api = ReturnType<typeof createApi>;

function describeScope(context: AppContext, { of, prefix }: Scope) {
  const isInstallation = of === 'installation';
  const guard = isInstallation ? guardSelected(context) : guardOrganization(context);
  const common = { tag: 'Alerts', access: 'member', guard } as const;
  const toActor = (c: Context<ApiEnv>): AlertActor =>
    isInstallation ? { ...actorOf(c), organizationId: null } : actorOf(c);
  const place = (c: Context<ApiEnv>) =>
    isInstallation ? ['installation'] : ['organizations', actorOf(c).organizationId];
  const all = isInstallation ? {} : { params: pathOf('organizationId') };
  const pathTo = (id: 'channelId' | 'incidentId') => ({
    params: isInstallation ? pathOf(id) : pathOf('organizationId', id),
  });
  return { common, toActor, place, all, pathTo, prefix };
}

function channelIdOf(c: Context<ApiEnv>): string {
  return c.req.param('channelId') ?? '';
}

function addChannels(api: Api, context: AppContext, scope: Scope): void {
  const { common, toActor, place, all, pathTo, prefix } = describeScope(context, scope);
  const { word, forWhom } = scope;
  const { db, config } = context;
  const one = `${prefix}/channels/{channelId}`;
  const responses = { 200: { description: 'The channel.', schema: ChannelResponse } };
  const refuse = (c: Context<ApiEnv>) => checkAlertPermission(db, config, toActor(c));

  const listRoute = defineRoute({
    ...common,
    method: 'get',
    path: `${prefix}/channels`,
    id: `list${word}Channels`,
    summary: 'List the channels',
    text: `In alphabetical order; there are twenty at most. ${forWhom}`,
    isFresh: true,
    request: { ...all, query: PageQuery },
    responses: {
      200: { description: 'The channels.', schema: ChannelResponse.array(), headers: pageHeaders },
    },
    problems: ['forbidden'],
  });
  api.openapi(listRoute, async (c) => {
    const refusal = await refuse(c);
    if (refusal) return problemResponse(c, refusal);
    const channels = await listChannelResponses(context, toActor(c));
    return c.json(
      cutPage(c, c.req.valid('query'), channels, ({ id }) => id),
      200,
    );
  });

  const readRoute = defineRoute({
    ...common,
    method: 'get',
    path: one,
    id: `get${word}Channel`,
    summary: 'Read a channel',
    text: forWhom,
    isFresh: true,
    request: pathTo('channelId'),
    responses,
    problems: ['forbidden'],
  });
  api.openapi(readRoute, async (c) => {
    const refusal = await refuse(c);
    if (refusal) return problemResponse(c, refusal);
    const outcome = await readChannelById(context, {
      id: channelIdOf(c),
      organizationId: toActor(c).organizationId,
    });
    return outcome.kind === 'channel' ? c.json(outcome.channel, 200) : problemResponse(c, outcome);
  });

  const createRoute = defineRoute({
    ...common,
    method: 'post',
    path: `${prefix}/channels`,
    id: `create${word}Channel`,
    summary: 'Create a channel',
    text: `Its webhook URL and secret are never returned in clear. It is written to the audit log. ${forWhom}`,
    request: { ...all, body: jsonBody(ChannelCreation, example) },
    responses: { 201: { description: 'The channel.', schema: ChannelResponse, headers: createdHeaders } },
    problems: ['forbidden'],
  });
  api.openapi(createRoute, async (c) => {
    const outcome = await createChannel(context, toActor(c), c.req.valid('json'));
    if (outcome.kind !== 'channel') return problemResponse(c, outcome);
    return c.json(outcome.channel, 201, locate(...place(c), 'channels', outcome.channel.id));
  });

  const changeRoute = defineRoute({
    ...common,
    method: 'patch',
    path: one,
    id: `change${word}Channel`,
    summary: 'Change a channel',
    text: `Fields that are left out stay as they are, and so do masked ones. ${forWhom}`,
    request: { ...pathTo('channelId'), body: jsonBody(ChannelChange, { remindHours: 24 }) },
    responses,
    problems: ['forbidden', 'conflict'],
  });
  api.openapi(changeRoute, async (c) => {
    const outcome = await changeChannel(context, toActor(c), channelIdOf(c), c.req.valid('json'));
    return outcome.kind === 'channel' ? c.json(outcome.channel, 200) : problemResponse(c, outcome);
  });

  const deleteRoute = defineRoute({
    ...common,
    method: 'delete',
    path: one,
    id: `delete${word}Channel`,
    summary: 'Delete a channel',
    text: `Messages that wait to be sent by it are dropped. ${forWhom}`,
    request: pathTo('channelId'),
    responses: { 204: { description: 'It is gone.' } },
    problems: ['forbidden'],
  });
  api.openapi(deleteRoute, async (c) => {
    const outcome = await deleteChannel(context, toActor(c), channelIdOf(c));
    return outcome.kind === 'deleted' ? c.body(null, 204) : problemResponse(c, outcome);
  });

  const testRoute = defineRoute({
    ...common,
    method: 'post',
    path: `${one}/test`,
    id: `test${word}Channel`,
    summary: 'Send a message that says nothing is wrong',
    text: `Ten a minute, for all channels together. ${forWhom}`,
    request: pathTo('channelId'),
    responses: { 200: { description: 'The result.', schema: ChannelTestResponse } },
    problems: ['forbidden'],
  });
  api.openapi(testRoute, async (c) => {
    const outcome = await testChannel(context, toActor(c), channelIdOf(c));
    return outcome.kind === 'tested' ? c.json({ error: outcome.error }, 200) : problemResponse(c, outcome);
  });
}

const changes: { action: IncidentAction; summary: string; done: string }[] = [
  { action: 'mute', summary: 'Mute an incident for eight hours', done: 'It is muted.' },
  { action: 'unmute', summary: 'Unmute an incident', done: 'It is not muted.' },
  { action: 'resolve', summary: 'Mark an incident as resolved', done: 'It is resolved.' },
];

function addIncidents(api: Api, context: AppContext, scope: Scope): void {
  const { common, toActor, all, pathTo, prefix } = describeScope(context, scope);
  const { of, word, forWhom } = scope;
  const { db, config } = context;

  const listRoute = defineRoute({
    ...common,
    method: 'get',
    path: `${prefix}/incidents`,
    id: `list${word}Incidents`,
    summary: 'List the incidents',
    text: `Open ones first, then the newest. ${of === 'installation' ? forWhom : 'For every member.'}`,
    isFresh: true,
    request: { ...all, query: PageQuery },
    responses: {
      200: { description: 'The incidents.', schema: IncidentResponse.array(), headers: pageHeaders },
    },
    problems: ['forbidden'],
  });
  api.openapi(listRoute, async (c) => {
    const actor = toActor(c);
    const isOpen = actor.organizationId !== null;
    const refusal = isOpen ? undefined : await checkAlertPermission(db, config, actor);
    if (refusal) return problemResponse(c, refusal);
    const page = c.req.valid('query');
    const asked = { after: parseIncidentPosition(page.cursor), limit: page.limit + 1 };
    return c.json(
      takePage(c, page, await listIncidentResponses(context, actor, asked), formatIncidentPosition),
      200,
    );
  });

  for (const { action, summary, done } of changes) {
    const route = defineRoute({
      ...common,
      method: 'post',
      path: `${prefix}/incidents/{incidentId}/${action}`,
      id: `${action}${word}Incident`,
      summary,
      text: forWhom,
      request: pathTo('incidentId'),
      responses: { 204: { description: done } },
      problems: ['forbidden'],
    });
    api.openapi(route, async (c) => {
      const id = c.req.param('incidentId') ?? '';
      const outcome = await changeIncident(context, toActor(c), id, action);
      return outcome.kind === 'done' ? c.body(null, 204) : problemResponse(c, outcome);
    });
  }
}

function formatIncidentPosition({ status, id }: { status: string; id: string }): string {
  return `${status === 'resolved' ? 'resolved' : 'open'} ${id}`;
}

function parseIncidentPosition(place = ''): { isOpen: boolean; id: string } | undefined {
  const [, state, id] = /^(open|resolved) (.+)$/.exec(place) ?? [];
  return id === undefined ? undefined : { isOpen: state === 'open', id };
}

function addReplay(api: Api, context: AppContext, scope: Scope): void {
  const { common, pathTo, prefix } = describeScope(context, scope);
  const replayRoute = defineRoute({
    ...common,
    access: 'runner',
    guard: guardOrganization(context, 'run-integrations'),
    method: 'post',
    path: `${prefix}/incidents/{incidentId}/replay`,
    id: 'replayIncident',
    summary: 'Replay what failed in an incident',
    text: 'From the failed call, 500 executions at most. Executions that have been replayed are left out.',
    request: pathTo('incidentId'),
    responses: { 200: { description: 'The result.', schema: ReplayedFailuresResponse } },
    problems: ['conflict'],
  });
  api.openapi(replayRoute, async (c) => {
    const outcome = await replayIncident(context, actorOf(c), c.req.param('incidentId') ?? '');
    if (outcome.kind !== 'replayed') return problemResponse(c, outcome);
    return c.json(describeReplayedFailures(outcome), 200);
  });
}
