// Tabs that follow the logs of one integration as the page does (components/network/use-live-updates.ts): an event stream each, and
// the page's data read again soon after it tells of a change, or after 5 seconds. As a process of its own: it is told
// `{ url, cookies, integrationId, tabs }`, says `{ following: true }` when all tabs follow, and on `{ end: true }`
// answers `{ events, readings }`, where a reading is `{ tab, milliseconds, rows }`, its rows newest first.
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, setGlobalDispatcher } from 'undici';

const routeId = 'routes/integration.$integrationId.logs';
const pollMs = 5000;
const minGapMs = 1000;

setGlobalDispatcher(new Agent({ connections: 256 }));

/** @typedef {{ id: string, status: string }} Row */
/** @typedef {{ url: string, cookies: string[], integrationId: string, tabs: number }} Order `cookies`: of sessions that the tabs share evenly */

/** @type {{ tab: number, milliseconds: number, rows: Row[] }[]} */
const readings = [];
let events = 0;

/**
 * @param {Order} order
 * @param {number} tab
 */
async function read({ url, cookies, integrationId }, tab) {
  const beganAt = performance.now();
  const search = new URLSearchParams({ _routes: routeId });
  const answer = await fetch(`${url}/integration/${integrationId}/logs.data?${search}`, {
    headers: { cookie: cookies[tab % cookies.length] ?? '' },
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status} ${text}`);
  readings.push({ tab, milliseconds: performance.now() - beganAt, rows: readExecutions(text) });
}

/**
 * The executions in an answer of Remix's single fetch: one list of values, in which objects and lists name the places
 * of their keys and values.
 * @param {string} text
 * @returns {Row[]}
 */
function readExecutions(text) {
  /** @type {unknown[]} */
  const values = JSON.parse(text.split('\n', 1)[0] ?? '');
  const place = (/** @type {string} */ key, /** @type {unknown} */ object) =>
    /** @type {Record<string, number>} */ (object)[`_${values.indexOf(key)}`] ?? -1;
  const page = values[place('data', values[place(routeId, values[0])])];
  const rows = /** @type {number[]} */ (values[place('executions', page)]);
  return rows.map((row) => ({
    id: String(values[place('id', values[row])]),
    status: String(values[place('status', values[row])]),
  }));
}

/**
 * One tab.
 * @param {Order} order
 * @param {number} tab
 * @param {() => void} onOpen
 */
async function follow(order, tab, onOpen) {
  const { url, cookies, integrationId } = order;
  const cookie = cookies[tab % cookies.length] ?? '';
  const path = `/api/integrations/${integrationId}/execution-logs/stream`;
  const stream = await fetch(url + path, { headers: { cookie, accept: 'text/event-stream' } });
  if (stream.status !== 200 || !stream.body) throw new Error(`${path}: ${stream.status}`);
  // What happened before the stream was open it does not tell.
  let changed = true;
  let pause = new AbortController();
  void listen(stream.body, () => {
    events += 1;
    changed = true;
    pause.abort();
  });
  onOpen();
  let readAt = 0;
  for (;;) {
    pause = new AbortController();
    if (!changed) await sleep(pollMs, undefined, pause).catch(() => undefined);
    await sleep(Math.max(0, readAt + minGapMs - Date.now()));
    readAt = Date.now();
    changed = false;
    await read(order, tab);
  }
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} onChange
 */
async function listen(body, onChange) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error('A stream ended');
    if (decoder.decode(value).includes('event: change')) onChange();
  }
}

process.on('message', (/** @type {Order | { end: true }} */ told) => {
  if ('end' in told) {
    process.send?.({ events, readings }, () => process.exit());
    return;
  }
  let open = 0;
  for (let tab = 0; tab < told.tabs; tab += 1) {
    void follow(told, tab, () => {
      open += 1;
      if (open === told.tabs) process.send?.({ following: true });
    });
  }
});
