// A small API to call: an issue tracker that keeps its issues in memory. The demo and the browser tests use it.
import { createServer } from 'node:http';

export const sampleToken = 'sample-token-1234';

/**
 * Starts the API on loopback; port 0 takes a free one. `POST /issues` {title} responds 201 with the issue, `GET /issues/{id}`
 * demands the bearer token, `GET /unreliable` responds 503.
 * @param {number} port
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startSampleApi(port) {
  /** @type {Map<string, object>} */
  const issues = new Map();
  const server = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (text) => (body += text));
    req.on('end', () => {
      const { status, json } = answer(req.method ?? '', req.url ?? '', req.headers.authorization, body);
      res.writeHead(status, { 'Content-Type': 'application/json' });
      res.end(JSON.stringify(json));
    });
  });

  /**
   * @param {string} method
   * @param {string} path
   * @param {string | undefined} authorization
   * @param {string} body
   * @returns {{ status: number, json: object }}
   */
  function answer(method, path, authorization, body) {
    if (path === '/unreliable') return { status: 503, json: { error: 'Try again later' } };
    if (method === 'POST' && path === '/issues') {
      const id = String(issues.size + 1);
      const issue = { id, title: readTitle(body), state: 'open' };
      issues.set(id, issue);
      return { status: 201, json: { issue } };
    }
    const issue = issues.get(/^\/issues\/(\d+)$/.exec(path)?.[1] ?? '');
    if (!issue) return { status: 404, json: { error: 'There is no such issue' } };
    if (authorization !== `Bearer ${sampleToken}`) return { status: 401, json: { error: 'Who are you?' } };
    return { status: 200, json: issue };
  }

  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://127.0.0.1:${actual}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** @param {string} body */
function readTitle(body) {
  try {
    return String(JSON.parse(body).title);
  } catch {
    return 'Untitled';
  }
}
