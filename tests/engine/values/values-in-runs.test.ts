// Values of the organization in runs: where they are filled in, where a secret may go, and what the log says of one.
import { describe, expect, it } from 'vitest';
import { parseJson } from '~/engine/json/json';
import type { RecordedEvent, RunEvent } from '~/engine/events/event';
import type { OrganizationValue } from '~/engine/values/value';
import { answer, eventOf, run } from '../run/recorded-events';
import { makeChain, makeCheck, makeHandling } from '../run/run-steps';

function plain(name: string, value: unknown): OrganizationValue {
  return { name, value, isSecret: false, allowedHosts: [] };
}

function secret(name: string, value: unknown, allowedHosts = ['c1.example']): OrganizationValue {
  return { name, value, isSecret: true, allowedHosts };
}

const shop = plain('shop_url', 'https://shop.example/v1');
const token = secret('token', 'correct horse/7');

async function send(call: object, values: OrganizationValue[], triggerData: unknown = null) {
  return run(makeChain([{ name: 'First', ...call }]), { values, triggerData, answers: [answer('ok')] });
}

describe('a value', () => {
  it('stands in URL, headers, authentication and body, each written as that place needs it', async () => {
    const call = {
      method: 'POST',
      url: '{{org.shop_url}}/orders?q={{org.word}}',
      headers: { 'X-Region': '{{org.config.regions[0]}}' },
      authConfig: { type: 'bearer', token: '{{org.word}}' },
      body: '{"config": {{org.config}}, "word": "{{org[\'word\']}}"}',
    };
    const config = parseJson('{"regions":["eu"],"id":9007199254740993}');
    const { sent } = await send(call, [shop, plain('word', 'a"b'), plain('config', config)]);
    // The host comes from a value, and the token may not go there unlisted.
    expect(sent).toEqual([]);
    const { sent: allowed } = await send({ ...call, allowedHosts: ['shop.example'] }, [
      shop,
      plain('word', 'a"b'),
      plain('config', config),
    ]);
    expect(allowed[0]).toMatchObject({
      url: 'https://shop.example/v1/orders?q=a%22b',
      body: '{"config": {"regions":["eu"],"id":9007199254740993}, "word": "a\\"b"}',
    });
    expect(allowed[0]?.headers).toContainEqual(['X-Region', 'eu']);
    expect(allowed[0]?.headers).toContainEqual(['Authorization', 'Bearer a"b']);
  });

  it.each([
    ['{{org.other}}', 'org.other'],
    ['{{org}}', 'org'],
    ['{{org[0]}}', 'org[0]'],
    ['{{org.Shop_Url}}', 'org.Shop_Url'],
    ['{{org.shop_url.part}}', 'org.shop_url.part'],
  ])('is not there as %s: nothing is sent', async (body, name) => {
    const { story } = await send({ method: 'POST', body }, [shop]);
    expect(story[0]).toBe(`refused 0: The variable {{${name}}} in the body has no value.`);
  });

  it('gives way to a variable of the integration that is called org, before that has a value, too', async () => {
    const mapping = { extractFields: [{ jsonPath: '$.org', saveAs: 'org' }] };
    const chain = makeChain([
      { method: 'POST', body: 'x', responseMapping: mapping },
      { method: 'POST', body: '"{{org.shop_url}}"' },
    ]);
    const told = await run(chain, {
      values: [shop],
      answers: [answer({ org: { shop_url: 'its own' } }), answer('ok')],
    });
    expect(told.sent[1]?.body).toBe('"its own"');
    const early = makeChain([
      { method: 'POST', body: '"{{org.shop_url}}"' },
      { method: 'POST', body: 'x', responseMapping: mapping },
    ]);
    const { story } = await run(early, { values: [shop] });
    expect(story[0]).toBe('refused 0: The variable {{org.shop_url}} in the body has no value.');
  });

  it('is read anew for each call', async () => {
    const chain = makeChain([
      { method: 'POST', body: '"{{org.word}}"' },
      { method: 'POST', body: '"{{org.word}}"' },
    ]);
    const told = await run(chain, {
      values: (sent) => [plain('word', sent === 0 ? 'one' : 'two')],
      answers: [answer('ok'), answer('ok')],
    });
    expect(told.sent.map(({ body }) => body)).toEqual(['"one"', '"two"']);
  });

  it('decides a condition, and once: a run that goes on does not turn back when it has changed', async () => {
    const check = makeCheck(1, { field: 'org.mode', operator: 'equals', value: 'live' });
    const chain = makeChain([{}, {}, {}], { checks: [check] });
    const answers = ['1', '2', '3'].map((body) => answer(body));
    const live = await run(chain, { values: [plain('mode', 'live')], answers });
    expect(live.sent.map(({ url }) => url)).toHaveLength(3);
    const off = await run(chain, { values: [plain('mode', 'off')], answers });
    expect(off.sent.map(({ url }) => url)).toEqual(['https://c1.example/', 'https://c3.example/']);

    const past = live.events.filter(isPast).slice(0, 3);
    expect(past.map(({ kind }) => kind)).toEqual(['call-started', 'call-finished', 'condition-checked']);
    const resumed = await run(chain, { past, values: [plain('mode', 'off')], answers });
    expect(resumed.sent.map(({ url }) => url)).toEqual(['https://c2.example/', 'https://c3.example/']);
  });

  it('stands in the address of a notice', async () => {
    const rule = { statusCodes: [500], action: 'webhook', webhookURL: '{{org.shop_url}}/hook' };
    const chain = makeChain([{}], { handlings: [makeHandling('c1', [rule])] });
    const told = await run(chain, { values: [shop], answers: [answer('no', { status: 500 }), answer('')] });
    expect(told.sent[1]?.url).toBe('https://shop.example/v1/hook');
  });
});

function isPast(event: RunEvent): event is RunEvent & RecordedEvent {
  return ['call-started', 'call-finished', 'condition-checked'].includes(event.kind);
}

describe('a secret', () => {
  it('is sent in headers, body and query, and stands in no log', async () => {
    const call = {
      method: 'POST',
      url: 'https://c1.example/?key={{org.token}}',
      headers: { 'X-Plain': 'key {{org.token}}' },
      body: '{"token": "{{org.token}}"}',
      responseMapping: { saveAs: 'all' },
    };
    const told = await run(makeChain([call]), {
      values: [token],
      answers: [answer({ echo: 'correct horse/7', url: 'correct%20horse%2F7' })],
    });
    expect(told.sent[0]).toMatchObject({
      url: 'https://c1.example/?key=correct%20horse%2F7',
      body: '{"token": "correct horse/7"}',
    });
    expect(told.sent[0]?.headers).toContainEqual(['X-Plain', 'key correct horse/7']);
    const { saved: _kept, secrets: _known, ...finished } = eventOf(told, 'call-finished');
    const log = JSON.stringify([eventOf(told, 'call-started'), finished]);
    expect(log).not.toMatch(/horse/);
    expect(log).toContain('••••');
  });

  it('is masked in a message of what was not sent', async () => {
    const { story } = await send({ url: 'https://c1.example:x{{host}}/?key={{org.token}}' }, [token]);
    expect(story[0]).not.toMatch(/horse/);
    const long = await send(
      { method: 'POST', headers: { 'X-A': '{{trigger}}' }, url: '{{trigger}}?key={{org.token}}' },
      [token],
      'no address',
    );
    expect(long.story[0]).toBe('refused 0: URL must be a valid HTTP/HTTPS URL: no address?key=••••');
  });

  it('that is JSON is masked in each of its parts', async () => {
    const account = secret('account', { id: 'robot@c1.example', key: 'line one\nline two', flag: true });
    const told = await send({ method: 'POST', body: '{"k": "{{org.account.key}}", "a": {{org.account}}}' }, [
      account,
    ]);
    expect(told.sent[0]?.body).toContain('line one\\nline two');
    const { request } = eventOf(told, 'call-started');
    expect(request.body).toBe('{"k": "••••", "a": ••••}');
  });

  it.each([
    'https://{{org.token}}.example/',
    'https://c1.example/{{org.token}}',
    '{{org.token}}',
    'https://c1.example/a/{{org.token}}/b?c=d',
  ])('may not stand in the host or path: %s', async (url) => {
    const { story, sent } = await send({ url }, [token]);
    expect(sent).toEqual([]);
    expect(story[0]).toBe(
      'refused 0: Nothing was sent: {{org.token}} is a secret, which may stand in headers, body and query, not in the host or path.',
    );
  });

  const header = { headers: { 'X-A': '{{org.token}}' } };
  it.each([
    ['https://c2.example/', 'may not go to the host c2.example.'],
    ['https://c1.example:8443/', 'may not go to the host c1.example:8443.'],
    ['http://c1.example/', 'may not go to the host c1.example.'],
    ['{{trigger}}', 'may not go to the host evil.example.'],
  ])('goes to its hosts only: %s', async (url, message) => {
    const hosts = secret('token', 'correct horse/7', ['c1.example:443']);
    const { story, sent } = await send({ ...header, url }, [hosts], 'https://evil.example/');
    expect(sent).toEqual([]);
    expect(story[0]).toBe(`refused 0: Nothing was sent: the secret {{org.token}} ${message}`);
  });

  it('goes over unencrypted http only to a host with its port', async () => {
    const { story } = await send({ ...header, url: 'http://c1.example/' }, [token]);
    expect(story[0]).toMatch(/goes over unencrypted http only to hosts that are listed with their port/);
    const listed = secret('token', 'correct horse/7', ['printer.lan:80']);
    expect((await send({ ...header, url: 'http://printer.lan/' }, [listed])).sent).toHaveLength(1);
  });

  it.each(['sesame-open\n', ' sesame-open'])('%j stays behind without its spaces, too', async (text) => {
    const call = { headers: { 'X-A': '{{org.token}}', 'X-B': 'b' }, followRedirects: true };
    const { sent } = await send(call, [secret('token', text)]);
    expect(sent[0]).toMatchObject({ secretHeaders: ['X-A'] });
  });

  it('is taken along by no redirect to another origin', async () => {
    const call = { ...header, method: 'POST', followRedirects: true, body: '"{{org.token}}"' };
    const [request] = (await send(call, [token])).sent;
    expect(request).toMatchObject({ secretHeaders: ['X-A'], hasSecretBody: true });
  });

  it('decides no condition, and stands in the address of no notice', async () => {
    const check = makeCheck(1, { field: 'org.token', operator: 'exists' });
    const told = await run(makeChain([{}, {}], { checks: [check] }), {
      values: [token],
      answers: [answer('1')],
    });
    expect(told.sent).toHaveLength(1);
    const rule = { statusCodes: [500], action: 'webhook', webhookURL: 'https://c1.example/?k={{org.token}}' };
    const { story } = await run(makeChain([{}], { handlings: [makeHandling('c1', [rule])] }), {
      values: [token],
      answers: [answer('no', { status: 500 })],
    });
    expect(story).toContain('refused 1: The variable {{org.token}} in the webhook URL has no value.');
  });
});
