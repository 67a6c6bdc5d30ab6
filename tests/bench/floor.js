// What the machine can do at best: a bare server with the same durability and nothing else. As a process of its
// own: `node floor.js FILE [TARGET]`. Without a target it only accepts; with one it also sends a GET for each row
// and logs the answer.
import { createServer } from 'node:http';
import { Pool } from 'undici';
import Database from '../../app/db/core/sqlite.js';

const [, , file = '', target] = process.argv;
const concurrency = 64;

const db = new Database(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('create table deliveries (id integer primary key, body text not null)');
db.exec(
  'create table log (id integer primary key, delivery integer not null, status integer not null, body text)',
);
const insert = db.prepare('insert into deliveries (body) values (?)');
const insertLog = db.prepare('insert into log (delivery, status, body) values (?, ?, ?)');

/** @type {{ body: string, res: import('node:http').ServerResponse }[]} */
let arrived = [];

const accept = db.transaction((/** @type {typeof arrived} */ batch) =>
  batch.map(({ body }) => Number(insert.run(body).lastInsertRowid)),
);

function commit() {
  const batch = arrived;
  arrived = [];
  const ids = accept(batch);
  for (const { res } of batch) {
    res.writeHead(202, { 'Content-Type': 'application/json' });
    res.end('{"status":"queued"}');
  }
  if (target) queue.push(...ids);
  work();
}

/** @type {number[]} */
const queue = [];
let inFlight = 0;
const pool = target ? new Pool(target, { connections: concurrency }) : undefined;

/** @type {{ id: number, status: number, body: string }[]} */
let answers = [];
const log = db.transaction((/** @type {typeof answers} */ batch) => {
  for (const { id, status, body } of batch) insertLog.run(id, status, body);
});

function work() {
  if (!pool) return;
  while (inFlight < concurrency && queue.length > 0) {
    const id = queue.shift();
    if (id === undefined) return;
    inFlight += 1;
    void send(pool, id);
  }
}

/**
 * @param {Pool} client
 * @param {number} id
 */
async function send(client, id) {
  const { statusCode, body } = await client.request({ method: 'GET', path: '/' });
  if (answers.length === 0) {
    setImmediate(() => {
      log(answers);
      answers = [];
    });
  }
  answers.push({ id, status: statusCode, body: await body.text() });
  inFlight -= 1;
  work();
}

const server = createServer((req, res) => {
  /** @type {Buffer[]} */
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    if (arrived.length === 0) setImmediate(commit);
    arrived.push({ body: Buffer.concat(chunks).toString(), res });
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ kind: 'listening', port: typeof address === 'object' ? address?.port : 0 });
});
