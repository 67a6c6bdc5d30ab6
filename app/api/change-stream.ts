// Server-sent events (WHATWG HTML §9.2). An event says only that something changed: whoever follows reads the
// page again, so nothing can be missed or doubled, also across a reconnection.

/** Changes of this long are told as one. */
const pauseMs = 250;
/** Proxies close a connection on which nothing is said. */
const heartbeatMs = 20_000;

/** A `text/event-stream` answer with an event `change` for each burst of changes, until the request aborts. */
export function streamChanges(request: Request, follow: (onChange: () => void) => () => void): Response {
  const encoder = new TextEncoder();
  let stop: (() => void) | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (text: string) => controller.enqueue(encoder.encode(text));
      let pause: NodeJS.Timeout | undefined;
      const unfollow = follow(() => {
        pause ??= setTimeout(() => {
          pause = undefined;
          say('event: change\ndata: {}\n\n');
        }, pauseMs);
      });
      const heartbeat = setInterval(() => say(': still here\n\n'), heartbeatMs);
      const onAbort = () => {
        stop?.();
        controller.close();
      };
      stop = () => {
        // Also holds on to the request: the signal of one that was collected never aborts.
        request.signal.removeEventListener('abort', onAbort);
        unfollow();
        clearTimeout(pause);
        clearInterval(heartbeat);
        stop = undefined;
      };
      request.signal.addEventListener('abort', onAbort);
      say('retry: 2000\n\n');
    },
    cancel: () => stop?.(),
  });
  return new Response(stream, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
  });
}
