// Loaded into the server under test by `--import`: how long its event loop was kept from its timers, and how much processor
// time it used. Sent `{ observe: true }` it begins anew, sent `{ tell: true }` it sends `{ p50, p99, max, cpu }` in milliseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

// Node loads this into the server's threads, too; they have event loops of their own, and the processor time is the process's.
if (isMainThread) {
  // A timer every 5 ms: what is measured holds those, too, so that an idle loop shows 5 ms.
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  let used = process.cpuUsage();

  process.on('message', (/** @type {{ observe?: true, tell?: true }} */ { observe, tell }) => {
    if (observe) {
      delays.reset();
      used = process.cpuUsage();
    }
    if (!tell) return;
    const [p50, p99] = [delays.percentile(50) / 1e6, delays.percentile(99) / 1e6];
    const { user, system } = process.cpuUsage(used);
    process.send?.({ p50, p99, max: delays.max / 1e6, cpu: (user + system) / 1e3 });
  });
  // The server alone decides how long it lives.
  process.channel?.unref();
}
