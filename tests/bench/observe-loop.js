// Loaded into the server under test by `--import`: how long its event loop was kept from its timers. Told
// `{ observe: true }` it begins anew, told `{ tell: true }` it answers `{ p50, p99, max }` in milliseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks';

// A timer every 5 ms: what is measured holds those, too, so that an idle loop shows 5 ms.
const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();

process.on('message', (/** @type {{ observe?: true, tell?: true }} */ { observe, tell }) => {
  if (observe) delays.reset();
  if (!tell) return;
  const [p50, p99] = [delays.percentile(50) / 1e6, delays.percentile(99) / 1e6];
  process.send?.({ p50, p99, max: delays.max / 1e6 });
});
// The server alone decides how long it lives.
process.channel?.unref();
