// Carries out the calls whose URL leads to a store, in place of a request: nothing leaves the server. A change and the response
// to it are one transaction, in which the runner still has to hold the execution. So a runner that goes on with a killed run finds
// the response, and changes nothing a second time.
import { createHash } from 'node:crypto';
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { holdsLease, type Lease } from '~/db/executions/queue/jobs';
import { deleteSomeRecords } from '~/db/stores/records';
import { type CallKey, findCallResponse, insertCallResponse } from '~/db/stores/responses';
import { parseJson } from '~/engine/json/json';
import type { SendOutcome } from '~/engine/run/outcome';
import type { CallRequest } from '~/engine/run/request';
import { readStoreOperation, type StoreOperation } from '~/engine/stores/store-operation';
import { storeLimits } from '~/engine/stores/store-limits';
import { yieldTurn } from '../event-loop';
import { openCallResponse, sealCallResponse } from './sealed-record';
import { changeRecord, refuseCall, respond, type StoreCaller, type StoreResponse } from './store-changes';
import { listRecordTexts } from './secret-record';
import { readRecord, readRecords } from './store-reads';

type Context = Pick<AppContext, 'config' | 'db' | 'now' | 'monotonicNow'>;

/** Whose call it is. */
interface CallOwner {
  organizationId: string;
  /** The execution, and the lease of its runner; undefined for a call that is tested alone, with which nobody goes on. */
  execution?: { id: string; lease: Lease };
}

/**
 * Carries out a call and returns what a small REST API would respond. Adds the texts of values that hold secrets to the
 * request's `secrets`. A failure: the runner has lost the execution, and nothing was changed.
 */
export async function sendToStore(
  context: Context,
  owner: CallOwner,
  request: CallRequest,
): Promise<SendOutcome> {
  const beganAt = context.monotonicNow();
  const response = await findResponse(context, owner, request);
  const answeredAt = context.now();
  const durationMs = Math.round(context.monotonicNow() - beganAt);
  if (response === 'lost') {
    const message = 'Another runner goes on with the execution, so nothing was changed.';
    return { kind: 'failure', reason: 'cancelled', sent: false, message, durationMs, answeredAt };
  }
  const { status, body, isSecret, secretValues } = response;
  if (isSecret) {
    const values = secretValues?.map((json) => parseJson(json)) ?? [readValue(body)];
    for (const text of values.flatMap(listRecordTexts)) request.secrets.push(text);
  }
  const bytes = Buffer.from(body);
  return {
    kind: 'response',
    status,
    statusText: statusTexts[status],
    headers: [['content-type', 'application/json']],
    body,
    bodyBytes: bytes.length,
    truncated: false,
    binary: false,
    ...(request.keepsBytes && {
      bytes: { base64: bytes.toString('base64'), sha256: createHash('sha256').update(bytes).digest('hex') },
    }),
    durationMs,
    answeredAt,
  };
}

/** Returns the value of the record in a response about one. */
function readValue(body: string): unknown {
  return (parseJson(body) as { value: unknown }).value;
}

const statusTexts: Record<StoreResponse['status'], string> = {
  200: 'OK',
  405: 'Method Not Allowed',
  422: 'Unprocessable Content',
  507: 'Insufficient Storage',
};

async function findResponse(
  context: Context,
  owner: CallOwner,
  request: CallRequest,
): Promise<StoreResponse | 'lost'> {
  const operation = readStoreOperation(request);
  const { organizationId, execution } = owner;
  switch (operation.kind) {
    case 'problem':
      return refuseCall(operation.status, operation.message);
    case 'get':
      return readRecord(context, { organizationId, store: operation.store, key: operation.key });
    case 'list':
      return readRecords(context, organizationId, operation);
    case 'delete-up-to':
      return deleteUpTo(context, owner, findCallKey(execution?.id, request), operation);
    default: {
      const caller: StoreCaller = {
        organizationId,
        executionId: execution?.id ?? null,
        isSecret: request.hasSecretBody === true,
        now: context.now(),
      };
      return changeOnce(context, execution?.lease, findCallKey(execution?.id, request), (tx) =>
        changeRecord(tx, context.config, operation, caller),
      );
    }
  }
}

function findCallKey(executionId: string | undefined, { headers }: CallRequest): CallKey | undefined {
  const [, callKey] = headers.find(([name]) => name.toLowerCase() === 'idempotency-key') ?? [];
  return executionId === undefined || callKey === undefined ? undefined : { executionId, callKey };
}

/** Lists where the response of a call may be noted: a replay sends the key of a former execution that ended without it. */
function listCallKeys(call: CallKey): CallKey[] {
  const [executionId = ''] = call.callKey.split('.', 1);
  return executionId === call.executionId ? [call] : [call, { ...call, executionId }];
}

/** Records of a batch that were deleted, with how many of them had not expired: the call goes on with the next batch. */
interface Batch {
  rows: number;
  present: number;
}

/** Changes a store and notes the response, unless the call has done so before. */
function changeOnce<Outcome extends StoreResponse | Batch>(
  { config, db }: Context,
  lease: Lease | undefined,
  call: CallKey | undefined,
  change: (tx: Queries) => Promise<Outcome>,
): Promise<Outcome | StoreResponse | 'lost'> {
  return db.groupCommit(async (tx) => {
    if (lease && !(await holdsLease(tx, lease))) return 'lost';
    for (const each of call ? listCallKeys(call) : []) {
      const noted = await findCallResponse(tx, each);
      const known = noted === undefined ? undefined : openCallResponse(config, each, noted);
      if (known !== undefined) return JSON.parse(known) as StoreResponse;
    }
    const outcome = await change(tx);
    if (call && 'status' in outcome && outcome.status === 200) {
      await insertCallResponse(tx, call, sealCallResponse(config, call, JSON.stringify(outcome)));
    }
    return outcome;
  });
}

/**
 * Deletes records up to a key, a few in each transaction. A run that was killed in between deletes the others: to delete what is
 * deleted does nothing.
 */
async function deleteUpTo(
  context: Context,
  { organizationId, execution }: CallOwner,
  call: CallKey | undefined,
  { store, upTo }: Extract<StoreOperation, { kind: 'delete-up-to' }>,
): Promise<StoreResponse | 'lost'> {
  const now = context.now();
  for (let [rows, deleted] = [0, 0]; ;) {
    const limit = storeLimits.deleted - rows;
    const [deletedBefore, isFull] = [deleted, limit <= 0];
    const outcome = await changeOnce(context, execution?.lease, call, async (tx) => {
      const batch = isFull
        ? nothing
        : await deleteSomeRecords(tx, { organizationId, store, upTo, limit, now });
      if (batch.rows > 0) return batch;
      return respond(JSON.stringify({ deleted: deletedBefore, more: isFull }));
    });
    if (outcome === 'lost' || 'status' in outcome) return outcome;
    rows += outcome.rows;
    deleted += outcome.present;
    await yieldTurn();
  }
}

const nothing: Batch = { rows: 0, present: 0 };
