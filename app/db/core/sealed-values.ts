// Every column that holds sealed text, so that another key can take its place; those of `db/memory` stand there.
import { sql } from 'kysely';
import type { Queries } from './queries';

/** Rows are read so many at a time: an installation may have millions. */
const batchSize = 500;

export interface SealedDefinition {
  integrationId: string;
  version: number;
  /** JSON text with sealed values in it. */
  definition: string;
}

export function eachSealedDefinition(db: Queries): AsyncGenerator<SealedDefinition> {
  return inBatches<SealedDefinition>((last) => db.all(selectDefinitions(db, last)));
}

function selectDefinitions(db: Queries, after: { integrationId: string; version: number } | undefined) {
  return db.build
    .selectFrom('integration_versions')
    .select(['integration_id as integrationId', 'version', 'definition'])
    .where((eb) =>
      eb(
        eb.refTuple('integration_id', 'version'),
        '>',
        eb.tuple(after?.integrationId ?? '', after?.version ?? 0),
      ),
    )
    .orderBy('integration_id')
    .orderBy('version')
    .limit(batchSize);
}

/** A batch of those that an earlier release wrote, which left credentials in the clear that nobody had marked. */
export function listUnsealedDefinitions(
  db: Queries,
  after: { integrationId: string; version: number } | undefined,
): Promise<SealedDefinition[]> {
  return db.all(
    selectDefinitions(db, after).where('credentials_sealed', '=', sql.lit(0)), // As the index says it.
  );
}

/** Stores a definition all of whose secrets are sealed. */
export async function updateSealedDefinition(db: Queries, row: SealedDefinition): Promise<void> {
  await db.run(
    db.build
      .updateTable('integration_versions')
      .set({ definition: row.definition, credentials_sealed: 1 })
      .where('integration_id', '=', row.integrationId)
      .where('version', '=', row.version),
  );
}

export interface SealedEmail {
  id: string;
  text: string;
  html: string;
}

export function eachSealedEmail(db: Queries): AsyncGenerator<SealedEmail> {
  return inBatches<SealedEmail>((last) =>
    db.all(
      db.build
        .selectFrom('emails')
        .select(['id', 'body_text as text', 'body_html as html'])
        .where('id', '>', last?.id ?? '')
        .orderBy('id')
        .limit(batchSize),
    ),
  );
}

export async function updateSealedEmail(db: Queries, { id, text, html }: SealedEmail): Promise<void> {
  await db.run(db.build.updateTable('emails').set({ body_text: text, body_html: html }).where('id', '=', id));
}

export interface SealedStep {
  executionId: string;
  step: number;
  saved: string;
}

export function eachSealedStep(db: Queries): AsyncGenerator<SealedStep> {
  return inBatches<SealedStep>((last) =>
    db.all(
      db.build
        .selectFrom('steps')
        .select(['execution_id as executionId', 'step'])
        .select((eb) => eb.ref('saved').$notNull().as('saved'))
        .where('saved', 'is not', null)
        .where((eb) =>
          eb(eb.refTuple('execution_id', 'step'), '>', eb.tuple(last?.executionId ?? '', last?.step ?? -1)),
        )
        .orderBy('execution_id')
        .orderBy('step')
        .limit(batchSize),
    ),
  );
}

/** Sets what a step has saved, sealed for its execution. */
export async function updateSealedStep(db: Queries, { executionId, step, saved }: SealedStep): Promise<void> {
  await db.run(
    db.build
      .updateTable('steps')
      .set({ saved })
      .where('execution_id', '=', executionId)
      .where('step', '=', step),
  );
}

export interface SealedAnswer {
  executionId: string;
  integrationId: string;
  answer: string;
}

export function eachSealedAnswer(db: Queries): AsyncGenerator<SealedAnswer> {
  return inBatches<SealedAnswer>((last) =>
    db.all(
      db.build
        .selectFrom('delivery_answers')
        .innerJoin('executions', 'executions.id', 'execution_id')
        .select(['execution_id as executionId', 'integration_id as integrationId'])
        .select((eb) => eb.ref('answer').$notNull().as('answer'))
        .where('answer', 'is not', null)
        .where('execution_id', '>', last?.executionId ?? '')
        .orderBy('execution_id')
        .limit(batchSize),
    ),
  );
}

export async function updateSealedAnswer(
  db: Queries,
  { executionId, answer }: Pick<SealedAnswer, 'executionId' | 'answer'>,
): Promise<void> {
  await db.run(
    db.build.updateTable('delivery_answers').set({ answer }).where('execution_id', '=', executionId),
  );
}

export interface SealedFormerSecret {
  id: string;
  sealed: string;
}

export function eachSealedFormerSecret(db: Queries): AsyncGenerator<SealedFormerSecret> {
  return inBatches<SealedFormerSecret>((last) =>
    db.all(
      db.build
        .selectFrom('integrations')
        .select('id')
        .select((eb) => eb.ref('former_secret').$notNull().as('sealed'))
        .where('former_secret', 'is not', null)
        .where('id', '>', last?.id ?? '')
        .orderBy('id')
        .limit(batchSize),
    ),
  );
}

export async function updateSealedFormerSecret(
  db: Queries,
  { id, sealed }: SealedFormerSecret,
): Promise<void> {
  await db.run(db.build.updateTable('integrations').set({ former_secret: sealed }).where('id', '=', id));
}

export interface SealedConnection {
  id: string;
  secrets: string;
}

export function eachSealedConnection(db: Queries): AsyncGenerator<SealedConnection> {
  return inBatches<SealedConnection>((last) =>
    db.all(
      db.build
        .selectFrom('connections')
        .select(['id', 'secrets'])
        .where('id', '>', last?.id ?? '')
        .orderBy('id')
        .limit(batchSize),
    ),
  );
}

export async function updateSealedConnection(db: Queries, { id, secrets }: SealedConnection): Promise<void> {
  await db.run(db.build.updateTable('connections').set({ secrets }).where('id', '=', id));
}

export interface SealedToken {
  id: string;
  access: string | null;
  refresh: string | null;
}

export function eachSealedToken(db: Queries): AsyncGenerator<SealedToken> {
  return inBatches<SealedToken>((last) =>
    db.all(
      db.build
        .selectFrom('connection_tokens')
        .select(['connection_id as id', 'access', 'refresh'])
        .where('connection_id', '>', last?.id ?? '')
        .orderBy('connection_id')
        .limit(batchSize),
    ),
  );
}

export async function updateSealedToken(db: Queries, { id, access, refresh }: SealedToken): Promise<void> {
  await db.run(
    db.build.updateTable('connection_tokens').set({ access, refresh }).where('connection_id', '=', id),
  );
}

export interface SealedVerifier {
  hash: string;
  verifier: string;
}

export function eachSealedVerifier(db: Queries): AsyncGenerator<SealedVerifier> {
  return inBatches<SealedVerifier>((last) =>
    db.all(
      db.build
        .selectFrom('oauth_states')
        .select(['hash', 'verifier'])
        .where('hash', '>', last?.hash ?? '')
        .orderBy('hash')
        .limit(batchSize),
    ),
  );
}

export async function updateSealedVerifier(db: Queries, { hash, verifier }: SealedVerifier): Promise<void> {
  await db.run(db.build.updateTable('oauth_states').set({ verifier }).where('hash', '=', hash));
}

export interface SealedValue {
  id: string;
  value: string;
}

/** The organizations' values that are secret. */
export function eachSealedValue(db: Queries): AsyncGenerator<SealedValue> {
  return inBatches<SealedValue>((last) =>
    db.all(
      db.build
        .selectFrom('organization_values')
        .select(['id', 'value'])
        .where('is_secret', '=', 1)
        .where('id', '>', last?.id ?? '')
        .orderBy('id')
        .limit(batchSize),
    ),
  );
}

export async function updateSealedValue(db: Queries, { id, value }: SealedValue): Promise<void> {
  await db.run(db.build.updateTable('organization_values').set({ value }).where('id', '=', id));
}

export interface SealedChannel {
  id: string;
  target: string;
}

export function eachSealedChannel(db: Queries): AsyncGenerator<SealedChannel> {
  return inBatches<SealedChannel>((last) =>
    db.all(
      db.build
        .selectFrom('alert_channels')
        .select(['id', 'target'])
        .where('id', '>', last?.id ?? '')
        .orderBy('id')
        .limit(batchSize),
    ),
  );
}

export async function updateSealedChannel(db: Queries, { id, target }: SealedChannel): Promise<void> {
  await db.run(db.build.updateTable('alert_channels').set({ target }).where('id', '=', id));
}

export interface SealedRecording {
  id: string;
  recording: string;
}

/** Each may weigh megabytes, so they come one by one. */
export function eachSealedRecording(db: Queries): AsyncGenerator<SealedRecording> {
  return inBatches<SealedRecording>((last) =>
    db.all(
      db.build
        .selectFrom('test_recordings')
        .select(['test_id as id', 'recording'])
        .where('test_id', '>', last?.id ?? '')
        .orderBy('test_id')
        .limit(1),
    ),
  );
}

/** One that is no longer as it was read stays as it is: a person accepted another one meanwhile. */
export async function updateSealedRecording(db: Queries, row: SealedRecording, next: string): Promise<void> {
  const update = db.build.updateTable('test_recordings').set({ recording: next });
  await db.run(update.where('test_id', '=', row.id).where('recording', '=', row.recording));
}

/** All rows, a batch at a time; `read` answers those after the last one. */
export async function* inBatches<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    const rows = await read(last);
    yield* rows;
    last = rows.at(-1);
  } while (last);
}
