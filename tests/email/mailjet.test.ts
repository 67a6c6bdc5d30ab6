import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, globalAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMailjetMailer } from '~/email/mailjet';
import { verificationMessage } from '~/email/account-messages';
import { isRecipientRefused } from '~/services/mail';
import { allowing, makeOutbound } from '../outbound/loopback';
import { startProxy } from '../outbound/proxy/proxy-server';
import { createCertificate } from '../support/certificate';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const mail = {
  ...verificationMessage('https://app.example.com/verify-email?token=abc'),
  to: 'ada@example.com',
  from: 'Wicked Integrations <hooks@example.com>',
  key: '0197c2d4-aaaa',
};
const account = { apiKey: 'the-api-key', secretKey: 'the-secret-key' };

/** What Mailjet answers, by https://dev.mailjet.com/email/guides/send-api-v31/. */
const accepted = { Messages: [{ Status: 'success', To: [{ Email: 'ada@example.com', MessageID: 1 }] }] };
const refused = {
  Messages: [
    {
      Status: 'error',
      Errors: [
        { ErrorCode: 'send-0008', StatusCode: 403, ErrorMessage: '"hooks@example.com" is not a sender.' },
      ],
    },
  ],
};

const wrongAddress = {
  Messages: [
    {
      Status: 'error',
      Errors: [
        {
          ErrorCode: 'mj-0013',
          StatusCode: 400,
          ErrorMessage: '"ada@" is an invalid email address.',
          ErrorRelatedTo: ['To[0].Email'],
        },
      ],
    },
  ],
};

describe.skipIf(!hasOpenssl)('the Mailjet transport', () => {
  let certificate: { key: string; cert: string };
  let named: { key: string; cert: string };
  beforeAll(() => {
    certificate = createCertificate('localhost');
    named = createCertificate('mail.test');
  });

  /** A server that speaks the send API, and what it was asked. */
  async function startMailjet(status: number, answer: object, name = 'localhost') {
    const requests: { line: string; authorization?: string; body: unknown }[] = [];
    const respond = async (request: IncomingMessage, response: ServerResponse) => {
      requests.push({
        line: `${request.method} ${request.url}`,
        authorization: request.headers.authorization,
        body: JSON.parse(await readText(request)),
      });
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    };
    const server = createServer(
      name === 'localhost' ? certificate : named,
      (request, response) => void respond(request, response),
    );
    server.listen(0, 'localhost');
    await once(server, 'listening');
    const trusted = globalAgent.options.ca;
    globalAgent.options.ca = certificate.cert;
    onTestFinished(() => {
      globalAgent.options.ca = trusted;
      globalAgent.destroy();
      server.close();
    });
    return { host: `${name}:${(server.address() as AddressInfo).port}`, requests };
  }

  test('sends text and HTML with the keys of the account, and has no link rewritten', async () => {
    const { host, requests } = await startMailjet(200, accepted);
    await createMailjetMailer({ ...account, host }).send(mail);
    expect(requests).toEqual([
      {
        line: 'POST /v3.1/send',
        authorization: `Basic ${btoa('the-api-key:the-secret-key')}`,
        body: {
          Messages: [
            {
              From: { Name: 'Wicked Integrations', Email: 'hooks@example.com' },
              To: [{ Email: 'ada@example.com' }],
              Subject: mail.subject,
              TextPart: mail.text,
              HTMLPart: mail.html,
              Headers: { 'Auto-Submitted': 'auto-generated' },
              TrackClicks: 'disabled',
              TrackOpens: 'disabled',
            },
          ],
        },
      },
    ]);
  });

  test('through a proxy, mail and keys go by a tunnel, and never to the proxy itself', async () => {
    const proxy = await startProxy();
    const { host, requests } = await startMailjet(200, accepted, 'mail.test');
    const outbound = makeOutbound({
      proxies: { https: proxy.url, except: '' },
      ca: named.cert,
      allow: allowing('mail.test'),
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    // The library reads this itself.
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    onTestFinished(() => void vi.unstubAllEnvs());
    await createMailjetMailer({ ...account, host, sendHttp: outbound.send }).send(mail);
    expect(proxy.asked).toEqual([`CONNECT ${host}`]);
    expect(requests).toMatchObject([
      { line: 'POST /v3.1/send', authorization: `Basic ${btoa('the-api-key:the-secret-key')}` },
    ]);
  });

  test('an address that Mailjet refuses counts as a recipient that a mail server refuses', async () => {
    const { host } = await startMailjet(400, wrongAddress);
    const outbound = makeOutbound({ ca: certificate.cert, allow: allowing('localhost') });
    for (const way of [{}, { sendHttp: outbound.send }]) {
      const failure = await createMailjetMailer({ ...account, host, ...way })
        .send(mail)
        .catch((error: unknown) => error);
      expect(String(failure)).toMatch(/400.*"ada@" is an invalid email address/s);
      expect(isRecipientRefused(failure)).toBe(true);
    }
  });

  test.each([
    ['refuses the mail', 400, refused, /400.*is not a sender/],
    ['refuses the keys', 401, { StatusCode: 401, ErrorMessage: 'API key unknown' }, /401.*API key unknown/],
    ['is out of order', 500, {}, /500/],
  ])('says so when Mailjet %s, without keys and links', async (_what, status, answer, reason) => {
    const { host } = await startMailjet(status, answer);
    const failure: unknown = await createMailjetMailer({ ...account, host })
      .send(mail)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(String(failure)).toMatch(reason);
    expect(isRecipientRefused(failure)).toBe(false);
    const everything = JSON.stringify(failure, Object.getOwnPropertyNames(failure));
    expect(everything).not.toMatch(/the-secret-key|token=abc/);
  });
});
