// Bodies of senders that proved nothing yet are held in memory under a common bound; authenticated ones do not count.
import type { MiddlewareHandler } from 'hono';
import { noteFormOrganization } from '~/auth/form-key';
import { findUserOf } from '~/auth/guards';
import type { AppContext, BufferedBodies } from '~/context';
import type { Problem } from '~/problem';
import { isImport } from '../import-upload';
import { isRunForm } from '../run-form';
import { readBeginning } from './body-beginning';
import { createPartCutter } from './part-cutter';
import { type ApiEnv, maxBodyBytes, problemResponse } from '../problem-response';

/** The largest form of a guest, in bytes: these forms are small. */
const maxGuestBytes = 256 * 1024;

/** An upload begins with the key of its form, which these bytes hold with the header of its part. */
const beginningBytes = 512;

/** Checks whether a request has a body that is not empty, or whose length is unknown (RFC 9112 §6.3). */
export function isBodySent(headers: Headers): boolean {
  return Number(headers.get('Content-Length') ?? 0) > 0 || headers.has('Transfer-Encoding');
}

interface Bounds {
  maxBytes: number;
  held: BufferedBodies | undefined;
  /** Returns what is kept of a chunk; of the end, which is null. Everything is kept without it. */
  cut?: (chunk: Uint8Array | null) => Uint8Array;
  /** The most bytes that may arrive, when not all of them are kept. */
  maxArriving?: number;
}

/**
 * Reads a whole body. Problems: too-large beyond `maxBytes`; unavailable when the memory for arriving bodies is full; unparsable
 * when its sender leaves before its end.
 */
export async function readBytes(
  request: Request,
  { maxBytes, held, cut, maxArriving = maxBytes }: Bounds,
): Promise<Buffer<ArrayBuffer> | Problem> {
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let arrived = 0;
  let problem: Problem | undefined;
  const crowded: Problem = { kind: 'unavailable', retryAfterSeconds: 10 };
  const place = held?.begin(() => {
    problem = crowded;
    void reader?.cancel().catch(() => {});
  });
  try {
    for (;;) {
      const chunk = await reader?.read().catch(() => 'broken off' as const);
      if (problem) return problem;
      if (chunk === 'broken off') return { kind: 'unparsable' };
      const value = chunk?.value;
      arrived += value?.byteLength ?? 0;
      const kept = cut ? cut(value ?? null) : value;
      bytes += kept?.byteLength ?? 0;
      if (bytes > maxBytes || arrived > maxArriving) problem = { kind: 'too-large' };
      else if (kept && place?.add(kept.byteLength) === false) problem = crowded;
      if (problem) {
        await reader?.cancel();
        return problem;
      }
      if (kept) chunks.push(kept);
      if (!value) return Buffer.concat(chunks);
    }
  } finally {
    place?.release();
  }
}

/**
 * Reads the whole form of a page before its screen runs, and tells the screen for which organization it was drawn. Guests may
 * send only a small form. The screen checks the person's rights after that, so rights that ended while a slow body arrived no
 * longer count. The import screen reads its own body.
 * Problems: too-large, unavailable.
 */
export function bufferForm(context: AppContext): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { raw, method } = c.req;
    noteFormOrganization(raw.headers);
    if (method === 'GET' || method === 'HEAD' || !raw.body) return next();
    const isKnown = (await findUserOf(context, raw)) !== undefined;
    if (isKnown && isImport(c.req)) {
      const begun = await readBeginning(raw.body, beginningBytes);
      if (!begun) return problemResponse(c, { kind: 'unparsable' });
      noteFormOrganization(raw.headers, begun.beginning);
      const { headers, signal } = raw;
      c.req.raw = new Request(raw.url, { method, headers, signal, body: begun.body, duplex: 'half' });
      return next();
    }
    c.set('isGuest', !isKnown);
    const limits: Bounds = isKnown
      ? { maxBytes: maxBodyBytes, held: undefined }
      : { maxBytes: maxGuestBytes, held: context.bodies };
    if (isRunForm(c.req)) allowFiles(limits, raw, { maxFileBytes: context.config.webhookMaxBytes, isKnown });
    const body = await readBytes(raw, limits);
    if ('kind' in body) return problemResponse(c, body);
    const headers = new Headers(raw.headers);
    noteFormOrganization(headers, body);
    if (limits.cut) headers.set('Content-Length', String(body.length));
    c.req.raw = new Request(raw.url, { method, headers, signal: raw.signal, body });
    return next();
  };
}

/** The texts of a form, beside its files, have no more bytes than this together. */
export const maxTextBytes = 2 * 1024 * 1024;
/** A form that is longer than its files may be by these bytes is not even read to its end. */
const maxCutBytes = 64 * 1024 * 1024;

/** Lets files of `maxFileBytes` arrive, and cuts larger ones. Those of a guest, who is led to the login, are cut to nothing. */
function allowFiles(
  limits: Bounds,
  { headers }: Request,
  { maxFileBytes, isKnown }: { maxFileBytes: number; isKnown: boolean },
): void {
  const room = isKnown ? maxFileBytes + maxTextBytes : 0;
  limits.cut = createPartCutter(headers.get('Content-Type') ?? '', room);
  if (isKnown) limits.maxBytes = room + maxTextBytes;
  limits.maxArriving = maxFileBytes + (isKnown ? maxCutBytes : maxGuestBytes);
}
