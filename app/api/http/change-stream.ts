// Server-sent events (WHATWG HTML §9.2). An event says only that something changed: the browser reads the
// page again, so nothing can be missed or doubled, also across a reconnection.

/** Changes within this time, in milliseconds, are one event. */
const pauseMs = 250;
/** Proxies close a connection on which nothing is said. */
const heartbeatMs = 20_000;
/** Rights can also end in another process, which does not tell this one. */
const usualCheckMs = 5_000;

interface Followed {
  follow: (onChange: () => void) => () => void;
  /** Whether the caller may still know: asked before each event, and every `checkMs` (5 s). */
  isAllowed: () => Promise<boolean>;
  /** The stream is over, however it ended. */
  onEnd: () => void;
  checkMs?: number;
}

/**
 * A `text/event-stream` response with an event `change` for each burst of changes, until the request aborts or its caller
 * has no right to it any more.
 */
export function streamChanges(
  request: Request,
  { follow, isAllowed, onEnd, checkMs = usualCheckMs }: Followed,
): Response {
  const encoder = new TextEncoder();
  let stop: (() => void) | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (text: string) => controller.enqueue(encoder.encode(text));
      let pause: NodeJS.Timeout | undefined;
      const unfollow = follow(() => {
        pause ??= setTimeout(() => {
          pause = undefined;
          void sayIfAllowed('event: change\ndata: {}\n\n');
        }, pauseMs);
      });
      const heartbeat = setInterval(() => say(': still here\n\n'), heartbeatMs);
      const check = setInterval(() => void sayIfAllowed(''), checkMs);
      const end = () => {
        if (!stop) return;
        stop();
        controller.close();
      };
      /** What cannot be found out, as while the database is down, ends the stream too: the caller may come again. */
      async function sayIfAllowed(text: string): Promise<void> {
        const isOurs = await isAllowed().catch(() => false);
        if (!isOurs) end();
        else if (stop && text !== '') say(text);
      }
      stop = () => {
        // Also holds on to the request: the signal of one that was collected never aborts.
        request.signal.removeEventListener('abort', end);
        unfollow();
        clearTimeout(pause);
        clearInterval(heartbeat);
        clearInterval(check);
        stop = undefined;
        onEnd();
      };
      request.signal.addEventListener('abort', end);
      say('retry: 2000\n\n');
    },
    cancel: () => stop?.(),
  });
  return new Response(stream, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
  });
}
