// Who keeps channels, what of them leaves the server, and the forms in which their messages arrive.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isStandardWebhook } from '~/services/webhooks/proof/webhook-signature';
import { rotateAppKey } from '~/services/encryption/key-rotation';
import { isRightKey } from '~/services/installation/key-check';
import { listWatchingChannels } from '~/services/alerts/channel-response';
import { testChannel } from '~/services/alerts/channel-test';
import { changeChannel, createChannel, readChannelById } from '~/services/alerts/channels';
import { deleteMembership } from '~/db/organizations/members';
import { insertMembership } from '~/db/organizations/memberships';
import type { Incident } from '~/db/alerts/incidents';
import { describeIncident } from '~/services/alerts/content';
import { writeMessage } from '~/services/alerts/message-forms';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { createTestIntegration } from '../../support/executions';
import { answerJson, startTarget } from '../../support/target';

let context: TestContext;
let actor: { userId: string; organizationId: string };
let email: string;

beforeEach(async () => {
  context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  email = user.email;
  actor = { userId: user.id, organizationId };
});

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

async function create(input: object) {
  const outcome = await createChannel(context, actor, {
    name: 'On call',
    kind: 'email',
    events: { failing: 1 },
    ...input,
  });
  if (outcome.kind !== 'channel') throw new Error(JSON.stringify(outcome));
  return outcome.channel;
}

async function start() {
  const target = await startTarget(answerJson({}));
  onTestFinished(() => target.close());
  return target;
}

describe('a channel', () => {
  it('keeps its secret at the same origin only: elsewhere it is entered again', async () => {
    const created = await create({ kind: 'webhook', url: 'https://hooks.example.com/a', secret });
    const change = (input: object) => changeChannel(context, actor, created.id, input);
    const refused = { kind: 'invalid', fields: { secret: ['Please enter this secret again'] } };
    const elsewhere = 'https://hooks.example.org/a';
    expect(await change({ url: 'https://hooks.example.com/b' })).toMatchObject({ kind: 'channel' });
    expect(await change({ url: elsewhere })).toEqual(refused);
    expect(await change({ url: elsewhere, secret: created.secret })).toEqual(refused);
    expect(await change({ url: elsewhere, secret })).toMatchObject({ kind: 'channel' });
  });

  it('forgets its secret when another kind of it needs none', async () => {
    const { id, secret: shown } = await create({
      kind: 'webhook',
      url: 'https://hooks.example.com/a',
      secret,
    });
    const change = (input: object) => changeChannel(context, actor, id, input);
    const slack = { kind: 'slack', url: 'https://hooks.example.org/b' };
    expect(await change({ ...slack, secret: shown })).toMatchObject({
      channel: { kind: 'slack', secret: '' },
    });
    const again = await change({ kind: 'webhook' });
    expect(again).toMatchObject({ kind: 'invalid', fields: { secret: [expect.any(String)] } });
  });

  it('shows neither its address nor its secret, and keeps both behind their masks', async () => {
    const { url } = await start();
    const { id, ...shown } = await create({ kind: 'webhook', url: `${url}/T000/B000/XXXXabcd`, secret });
    expect(shown).toMatchObject({ url: `${url}/••••abcd`, secret: '••••LaSw', isReadable: true });
    const again = { url: shown.url, secret: shown.secret, name: 'Renamed' };
    expect(await changeChannel(context, actor, id, again)).toMatchObject({
      channel: { name: 'Renamed', url: shown.url, secret: shown.secret },
    });
    const raw = JSON.stringify(
      await context.db.all(context.db.build.selectFrom('alert_channels').selectAll()),
    );
    expect(raw).not.toContain('XXXXabcd');
    expect(raw).not.toContain(secret);
  });

  it('signs what it sends as Standard Webhooks says, also after another APP_KEY', async () => {
    const target = await start();
    const { id } = await create({ kind: 'webhook', url: `${target.url}/alerts`, secret });
    await isRightKey(context.db, context.config);
    const next = Buffer.alloc(32, 9);
    await rotateAppKey(context.db, { former: context.config.appKey, next }, context.now());
    context.config.appKey = next;
    expect(await testChannel(context, actor, id)).toEqual({ kind: 'tested', error: null });
    const [request] = target.received;
    const delivery = {
      header: (name: string) => request?.headers[name]?.toString(),
      body: Buffer.from(request?.body ?? ''),
    };
    expect(isStandardWebhook(delivery, secret, context.now())).toBe(true);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ type: 'alerts.test', data: { incident: null } });
  });

  it('says in the list which integrations it watches', async () => {
    const { organizationId } = actor;
    const { integrationId } = await createTestIntegration(context, organizationId);
    await create({ name: 'A', recipients: 'owners' });
    await create({ name: 'B', recipients: 'owners', integrationId });
    await create({ name: 'C', recipients: 'owners', tag: 'billing' });
    expect((await listWatchingChannels(context, organizationId)).map(({ watched }) => watched)).toEqual([
      'All integrations',
      'Orders',
      'All with the tag billing',
    ]);
  });

  it('says in the list that it mails nobody once its member has left', async () => {
    const { organizationId } = actor;
    const { user } = await createTestUser(context);
    await insertMembership(context.db, {
      userId: user.id,
      organizationId,
      role: 'MEMBER',
      now: context.now(),
    });
    await create({ name: 'A', recipients: 'owners' });
    await create({ name: 'B', recipients: user.email });
    const list = async () =>
      (await listWatchingChannels(context, organizationId)).map(({ mailsNobody }) => mailsNobody);
    expect(await list()).toEqual([false, false]);
    await deleteMembership(context.db, user.id, organizationId);
    expect(await list()).toEqual([false, true]);
  });

  it('says what came of a test that fails', async () => {
    const { url } = await start();
    const { id } = await create({ kind: 'slack', url: 'http://192.168.0.1/hook' });
    expect(await testChannel(context, actor, id)).toMatchObject({
      error: expect.stringContaining('192.168'),
    });
    await changeChannel(context, actor, id, { url: `${url}/missing` });
    const target = await startTarget((_request, response) => void response.writeHead(404).end());
    onTestFinished(() => target.close());
    await changeChannel(context, actor, id, { url: target.url });
    expect(await testChannel(context, actor, id)).toMatchObject({ error: 'HTTP 404 Not Found' });
    const wordy = await startTarget(
      (_request, response) => void response.writeHead(500, 'x'.repeat(5_000)).end(),
    );
    onTestFinished(() => wordy.close());
    await changeChannel(context, actor, id, { url: wordy.url });
    expect(await testChannel(context, actor, id)).toMatchObject({ error: `HTTP 500 ${'x'.repeat(199)}…` });
  });

  it.each([
    [{ events: {} }, 'events'],
    [{ events: { backup: 1 } }, 'events'],
    [{ events: { failing: 0 } }, 'events.failing'],
    [{ events: { silent: 26 } }, 'integrationId'],
    [{ recipients: 'administrators' }, 'recipients'],
    [{ recipients: 'stranger@example.com' }, 'recipients'],
    [{ kind: 'slack', url: 'ftp://hooks.example.com' }, 'url'],
    [{ kind: 'slack', url: 'https://hooks.example.com/••••abcd' }, 'url'],
    [{ kind: 'webhook', url: 'https://hooks.example.com', secret: 'short' }, 'secret'],
    [{ integrationId: 'nothing' }, 'integrationId'],
    [{ integrationId: 'nothing', tag: 'billing' }, 'tag'],
    [{ tag: 'billing,night' }, 'tag'],
    [{ name: ' ' }, 'name'],
  ])('with %o is wrong at %s', async (input, field) => {
    const whole = { name: 'x', kind: 'email', recipients: 'owners', events: { failing: 1 }, ...input };
    const outcome = await createChannel(context, actor, whole);
    expect(outcome).toMatchObject({ kind: 'invalid', fields: { [field]: [expect.any(String)] } });
  });

  it('is refused in the words of its form', async () => {
    const whole = { name: 'x', kind: 'slack', events: { failing: 1 }, url: 'hooks.example.com' };
    expect(await createChannel(context, actor, whole)).toMatchObject({
      fields: { url: ['Write a webhook URL that begins with https:// or http://'] },
    });
  });

  it('names neither an integration nor a person of another organization', async () => {
    const stranger = await createTestUser(context);
    const { integrationId } = await createTestIntegration(context, stranger.organizationId);
    const base = { name: 'x', kind: 'email', recipients: 'owners', events: { failing: 1 } };
    expect(await createChannel(context, actor, { ...base, integrationId })).toMatchObject({
      kind: 'invalid',
    });
    expect(await createChannel(context, actor, { ...base, recipients: stranger.user.email })).toMatchObject({
      kind: 'invalid',
    });
    const { id } = await create({ recipients: email });
    const key = { id, organizationId: stranger.organizationId };
    expect(await readChannelById(context, key)).toEqual({ kind: 'not-found' });
    const theirs = { userId: stranger.user.id, organizationId: stranger.organizationId };
    expect(await changeChannel(context, theirs, id, { name: 'y' })).toEqual({ kind: 'not-found' });
  });

  it('of the installation is its administrators’ alone', async () => {
    const stranger = await createTestUser(context);
    const input = { name: 'x', kind: 'email', recipients: 'administrators', events: { disk: 1 } };
    const theirs = { userId: stranger.user.id, organizationId: null };
    expect(await createChannel(context, theirs, input)).toMatchObject({ kind: 'forbidden' });
    const ours = { userId: actor.userId, organizationId: null };
    expect(await createChannel(context, ours, input)).toMatchObject({ kind: 'channel' });
  });
});

describe('a message', () => {
  const evil = '<!channel> [click](http://evil.example) *x* @everyone';
  const incident: Incident = {
    id: 'i',
    organizationId: 'o',
    integrationId: 'n',
    event: 'failing',
    recipient: '',
    count: 3,
    countedFrom: 0,
    reason: evil,
    executionId: 'e',
    openedAt: Date.UTC(2026, 0, 5),
    lastAt: Date.UTC(2026, 0, 5),
    mutedUntil: null,
    resolvedAt: null,
    callId: 'c',
    callName: evil,
    failure: '5xx',
  };
  const config = { appUrl: 'https://hooks.example.com' };
  const integration = { name: 'Orders <x>', isDeleted: false };
  const content = describeIncident(config, { incident, integration, news: { transition: 'opened' } });

  it('cuts long names in its subject, so that the kind of failure stays in sight', () => {
    const { subject } = describeIncident(config, {
      incident: { ...incident, callName: 'c'.repeat(100) },
      integration: { name: 'i'.repeat(99), isDeleted: false },
      news: { transition: 'reminder' },
    });
    const [name, call] = [`${'i'.repeat(59)}…`, `${'c'.repeat(59)}…`];
    expect(subject).toBe(`Still a problem: ${name}: executions fail at ${call}: answered 5xx`);
  });

  it('to Slack mentions and links nothing of what others wrote', () => {
    const { text } = JSON.parse(writeMessage('slack', content, 0)) as { text: string };
    expect(text).toContain(
      '*Problem: Orders &lt;x&gt;: executions fail at &lt;!channel&gt; [click](http://evil.example) ∗x∗ @everyone: answered 5xx*',
    );
    expect(text).toContain('&lt;!channel&gt;');
    expect(text).toContain('<https://hooks.example.com/integration/n/logs?execution=e|View execution log>');
  });

  it('to Slack formats nothing of what others wrote, and shows it as it is', () => {
    const subject = '_crm_ ~old~ `code` *bold* contact_id';
    const details = [
      ['Call', '_crm_'],
      ['Error', '<`x`> & 1'],
    ] satisfies typeof content.details;
    const sent = JSON.parse(writeMessage('slack', { ...content, subject, text: 'a_b', details }, 0)) as {
      text: string;
      blocks: { text: { type: string; text: string } }[];
    };
    expect(sent.text).toContain('*＿crm＿ ∼old∼ ‵code‵ ∗bold∗ contact＿id*');
    expect(sent.blocks.map(({ text }) => [text.type, text.text])).toEqual([
      ['plain_text', subject],
      ['plain_text', ['a_b', 'Call: _crm_', 'Error: &lt;`x`&gt; &amp; 1'].join('\n')],
      ['mrkdwn', `<${content.link.url}|${content.link.label}>`],
    ]);
  });

  it('to Slack keeps to the lengths of its blocks', () => {
    const long = '&'.repeat(4_000);
    const { blocks } = JSON.parse(writeMessage('slack', { ...content, subject: long, text: long }, 0)) as {
      blocks: { text: { text: string } }[];
    };
    const [header = '', section = ''] = blocks.map(({ text }) => text.text);
    expect(header).toMatch(/^(?:&amp;){29}…$/);
    expect(section).toMatch(/^(?:&amp;){599}…$/);
  });

  it('to Discord and Teams neither', () => {
    const discord = writeMessage('discord', content, 0);
    expect(JSON.parse(discord)).toMatchObject({ allowed_mentions: { parse: [] } });
    const teams = writeMessage('teams', content, 0);
    for (const text of [discord, teams]) {
      expect(text).toContain('\\\\[click\\\\]\\\\(http');
      expect(text).not.toContain('[click](');
    }
    expect(JSON.parse(teams)).toMatchObject({
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive' }],
    });
  });

  it('to a program has the incident in fields', () => {
    expect(JSON.parse(writeMessage('webhook', content, 0))).toMatchObject({
      type: 'incident.opened',
      timestamp: '1970-01-01T00:00:00.000Z',
      data: {
        incident: { id: 'i', event: 'failing', count: 3, integration: { id: 'n', name: 'Orders <x>' } },
      },
    });
  });
});
