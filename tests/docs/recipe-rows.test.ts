// The recipes of a sheet's rows, and of a file whose refused lines are reported.
import { beforeEach, expect, test } from 'vitest';
import { runExecution } from '~/services/runs/run-execution';
import { allowing, makeOutbound } from '../outbound/loopback';
import { createRunSetup, never, type RunSetup } from '../services/runs/run-setup';
import { createCertificate } from '../support/certificate';
import { startMailServer } from '../support/mail-server';
import { answerJson } from '../support/target';
import { deploy, listBodies, runNow } from './recipe';

let setup: RunSetup;

beforeEach(async () => {
  setup = await createRunSetup();
});

test('an order has one row in the sheet, which is written anew', async () => {
  const id = await deploy(setup, 'Orders in a sheet');
  const sheet: { values?: string[][] } = {};
  setup.answers.handler = (request, response) => answerJson(sheet)(request, response);
  const deliver = async (state: string) => {
    await setup.accept(id, JSON.stringify({ number: 1002, state, total: 12.5 }));
    await runExecution(setup.context, await setup.claim(), never);
  };
  await deliver('new');
  sheet.values = [['Number'], ['1001'], [], ['1002']];
  await deliver('paid');
  const sheets = '/v4/spreadsheets/SHEET_ID/values/Orders!A';
  expect(setup.target.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `GET ${sheets}:A`,
    `POST ${sheets}:C:append?valueInputOption=RAW`,
    `GET ${sheets}:A`,
    `PUT ${sheets}4:C4?valueInputOption=RAW`,
  ]);
  expect(listBodies(setup.target.received)).toEqual([
    { values: [['1002', 'new', 12.5]] },
    { values: [['1002', 'paid', 12.5]] },
  ]);
});

test('a mail lists the lines of the file that were refused, and no mail is sent when none was', async () => {
  const certificate = createCertificate('mail.test');
  const { port, received } = await startMailServer({ ...certificate, secure: true });
  setup.context.outbound = makeOutbound({
    allow: allowing(`mail.test:${port},127.0.0.1`),
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    ca: certificate.cert,
  });
  const name = 'Stock from a CSV file, with a report';
  const id = await deploy(setup, name, { mailServer: `smtps://mail.test:${port}` });
  let refused: string[] = [];
  setup.answers.handler = (request, response) => {
    const isRefused = refused.some((sku) => request.url.endsWith(sku));
    if (request.method !== 'GET') answerJson({ error: 'unknown' }, isRefused ? 422 : 200)(request, response);
    else response.writeHead(200, { 'Content-Type': 'text/csv' }).end('sku,qty\nA-1,1\nB-2,2\nC-3,3\n');
  };
  expect(await runNow(setup, id)).toMatchObject({ status: 'completed' });
  expect(received).toEqual([]);
  refused = ['A-1', 'C-3'];
  expect(await runNow(setup, id)).toMatchObject({ status: 'completed' });
  expect(received).toHaveLength(1);
  const mail = received[0]?.source ?? '';
  expect(mail).toContain('Subject: 2 lines of the stock were refused');
  const error = 'HTTP 422: Unprocessable Entity: unknown';
  expect(mail.split('\r\n\r\n')[1]?.trim().split('\r\n')).toEqual([`A-1: ${error}`, `C-3: ${error}`]);
});
