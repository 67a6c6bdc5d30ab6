// "Send test" of a channel: how often it is sent, and what its owner learns when it fails.
import { pino } from 'pino';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createMailer } from '~/email/transport';
import { performChannelAction } from '~/services/alerts/channel-actions';
import { testChannel } from '~/services/alerts/channel-test';
import { readChannelById } from '~/services/alerts/channels';
import { evaluateAlerts } from '~/services/alerts/evaluate';
import { createTestUser } from '../../support/accounts';
import { startMailServer } from '../../support/mail-server';
import { startTarget } from '../../support/target';
import { type AlertSetup, createAlertSetup, minuteMs, sendQueuedAlerts } from './alert-setup';

let setup: AlertSetup;

beforeEach(async () => {
  setup = await createAlertSetup();
});

async function findChannelId(): Promise<string> {
  const rows = setup.context.db.build.selectFrom('alert_channels').select('id');
  return (await setup.context.db.first(rows))?.id ?? '';
}

describe('the test of a channel', () => {
  it('is sent ten times a minute for an organization, and then refused', async () => {
    const { context, actor } = setup;
    const target = await startTarget();
    onTestFinished(() => target.close());
    await setup.watch({ kind: 'slack', url: target.url });
    const id = await findChannelId();
    const test = () => testChannel(context, actor, id);
    for (let each = 0; each < 10; each += 1) expect(await test()).toEqual({ kind: 'tested', error: null });
    expect(await test()).toEqual({ kind: 'too-many-requests', retryAfterSeconds: 60 });
    const pressed = { id, intent: 'test', change: { version: 1 }, form: new FormData() };
    expect(await performChannelAction(context, actor, pressed)).toMatchObject({
      toast: { title: 'Test failed', description: 'Too many requests. Please try again later.' },
    });
    expect(target.received).toHaveLength(10);
    context.clock.advance(minuteMs);
    expect(await test()).toEqual({ kind: 'tested', error: null });
  });

  it('mails a few recipients at a time', async () => {
    const { context, actor } = setup;
    const member = { organizationId: actor.organizationId ?? '', role: 'MEMBER' } as const;
    for (let each = 0; each < 11; each += 1) await createTestUser(context, member);
    await setup.watch({ recipients: 'members' });
    let [underWay, most] = [0, 0];
    const { send } = context.mailer;
    context.mailer = {
      async send(mail) {
        most = Math.max(most, (underWay += 1));
        await send(mail);
        underWay -= 1;
      },
    };
    expect(await testChannel(context, actor, await findChannelId())).toEqual({ kind: 'tested', error: null });
    expect(context.sentMail).toHaveLength(12);
    expect(most).toBe(5);
  });
});

describe('a mail of a channel that does not leave', () => {
  const hidden = 'The server could not send the email. Its log says why.';

  it('is explained to the operator alone', async () => {
    const { context, actor } = setup;
    const lines: string[] = [];
    context.log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    await setup.watch();
    const id = await findChannelId();
    setup.isMailDown = true;
    expect(await testChannel(context, actor, id)).toEqual({ kind: 'tested', error: hidden });
    await setup.end(await setup.deploy(), 'error');
    await evaluateAlerts(context);
    await sendQueuedAlerts(context);
    const read = await readChannelById(context, { id, organizationId: actor.organizationId });
    expect(read).toMatchObject({ channel: { lastMessage: { error: hidden } } });
    const line = { channelId: id, reason: 'connect ECONNREFUSED grace@127.0.0.1' };
    expect(lines.map((each) => JSON.parse(each) as unknown)).toMatchObject([line, line]);
  });

  it('of the installation is explained to its administrators', async () => {
    setup.actor = { ...setup.actor, organizationId: null };
    await setup.watch({ recipients: 'administrators', events: { disk: 1 } });
    setup.isMailDown = true;
    expect(await testChannel(setup.context, setup.actor, await findChannelId())).toMatchObject({
      error: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('names the recipient whom the mail server refuses', async () => {
    const { context } = setup;
    const { port } = await startMailServer({ disabledCommands: ['STARTTLS'] });
    const { user, organizationId } = await createTestUser(context, { email: 'gone@example.com' });
    setup.actor = { userId: user.id, organizationId };
    await setup.watch();
    const transport = { kind: 'smtp', url: `smtp://127.0.0.1:${port}` } as const;
    context.mailer = await createMailer(transport, { write: () => {}, isForPeople: false });
    expect(await testChannel(context, setup.actor, await findChannelId())).toMatchObject({
      error: expect.stringContaining('550 No such mailbox'),
    });
  });
});
