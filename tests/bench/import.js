// What senders feel while the largest documents are imported, one after the other. `npm run build && node
// tests/bench/import.js`, and a part of `npm run bench`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeLargeApi } from '../support/large-api.js';
import { runLoad, startProcess, stopProcess } from './processes.js';
import { deliveryHeaders, deployIntegrations, signUp, startProduct } from './product.js';
import { noteAtMost, printTable } from './table.js';

const seconds = 30;
const bytes = 16 * 1024 * 1024;

export async function measureImport() {
  const directory = mkdtempSync(join(tmpdir(), 'wicked-bench-import-'));
  const target = await startProcess('target.js');
  const server = await startProduct(directory);
  try {
    const account = await signUp(server);
    const paths = await deployIntegrations(server, { target: target.url, count: 4, account });
    const headers = { ...deliveryHeaders, Origin: 'http://127.0.0.1:1', Cookie: account.cookie };
    const bodies = /** @type {const} */ (['yaml', 'json']).map((format) =>
      JSON.stringify({ text: describeLargeApi({ bytes, format }), dryRun: true, limit: 50 }),
    );
    await runLoad({ url: server.url, paths, headers: deliveryHeaders, seconds: 2, perSecond: 200 });
    const loading = new AbortController();
    let imports = 0;
    const importing = (async () => {
      while (!loading.signal.aborted) {
        const body = bodies[imports % 2] ?? '';
        const answer = await fetch(`${server.url}/api/integrations/import`, {
          method: 'POST',
          headers,
          body,
        });
        const { total } = /** @type {{ total?: number }} */ (await answer.json());
        if (!total) throw new Error(`An import was answered ${answer.status}`);
        imports += 1;
      }
    })();
    const load = { url: server.url, paths, headers: deliveryHeaders, seconds, perSecond: 200 };
    const { p50, p99 } = await runLoad(load);
    loading.abort();
    await importing;
    noteAtMost(`Acceptance at 200/s while documents of 16 MiB are imported (${imports}), p50`, p50, 20, 'ms');
    noteAtMost('… p99', p99, 100, 'ms');
  } finally {
    await stopProcess(server.child);
    await stopProcess(target.child);
    rmSync(directory, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await measureImport();
  printTable();
}
