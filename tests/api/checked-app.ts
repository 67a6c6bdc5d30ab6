// The whole app, each of whose answers is held against the document: a status, a media type or a field that it does not
// tell of fails the test that met it.
import { expect } from 'vitest';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { finish } from '~/engine/json/json-parts';
import { type ApiDocument, createDocument, type Operation, resolveResponse } from '~/api/openapi/document';
import type { AppContext } from '~/context';
import { createTestContext } from '../support/context';
import { connection, createWholeApp } from './whole-app';

export interface CheckedApp {
  /** Sends a request as a program does, or as the page of ours whose cookie it carries. */
  request(path: string, init?: RequestInit): Promise<Response>;
}

/** What the server answers except webhooks and pages, checked against its own document. */
export function createCheckedApp(context: AppContext): CheckedApp {
  const app = createWholeApp(context);
  return {
    async request(path, init = {}) {
      const headers = new Headers(init.headers);
      if (headers.has('Cookie') && !headers.has('Origin')) headers.set('Origin', context.config.appUrl);
      const response = await app.request(path, { ...init, headers }, connection);
      await checkAnswer(init.method ?? 'GET', path, response);
      return response;
    },
  };
}

/** Fails unless the document tells of this answer. Nothing of it is used up. */
export async function checkAnswer(method: string, path: string, response: Response): Promise<void> {
  const { document, validate } = await load();
  const { pathname } = new URL(path, 'http://localhost');
  const found = findOperation(document, method, pathname);
  if (!found) {
    const isPath = Object.keys(document.paths).some((each) => toPattern(each).test(pathname));
    const other = method === 'OPTIONS' ? 204 : 405;
    return expect(response.status, `${method} ${pathname} is not documented`).toBe(isPath ? other : 404);
  }
  const { pointer, operation } = found;
  const { status } = response;
  const named = operation.responses[status];
  const documented = named && resolveResponse(named);
  expect(documented, `${method} ${pathname} answers ${status}, which is not documented`).toBeDefined();
  const [type = ''] = (response.headers.get('Content-Type') ?? '').split(';');
  if (!documented?.content) return expect(type, `${method} ${pathname} ${status} has a body`).toBe('');
  expect(Object.keys(documented.content), `${method} ${pathname} ${status}`).toContain(type);
  if (type !== 'application/json') return;
  const place = named?.$ref?.replace('#', '') ?? `${pointer}/responses/${status}`;
  const check = validate(`${place}/content/application~1json/schema`);
  const body: unknown = await response.clone().json();
  if (check(body)) return;
  const told = check.errors?.map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`);
  expect.fail(
    `${method} ${pathname} ${status} is not as documented: ${told?.join('; ')}\n${JSON.stringify(body)}`,
  );
}

interface Loaded {
  document: ApiDocument;
  /** The check of the schema at a JSON pointer into the document. */
  validate: (pointer: string) => ValidateFunction;
}

let loaded: Promise<Loaded> | undefined;

function load(): Promise<Loaded> {
  loaded ??= createTestContext().then((context) => {
    const document = readDocument(context);
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema(document, 'document');
    const checks = new Map<string, ValidateFunction>();
    return {
      document,
      validate(pointer) {
        const check = checks.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
        checks.set(pointer, check);
        return check;
      },
    };
  });
  return loaded;
}

/** The document of an app, without asking it over HTTP. */
export function readDocument(context: AppContext): ApiDocument {
  return finish(createDocument(createWholeApp(context), context.config.appUrl));
}

function findOperation(
  document: ApiDocument,
  method: string,
  pathname: string,
): { pointer: string; operation: Operation } | undefined {
  const matching = Object.keys(document.paths).filter((path) => toPattern(path).test(pathname));
  // Of `/me` and `/{userId}` the one without a parameter counts.
  const [path] = matching
    .filter((each) => document.paths[each]?.[method.toLowerCase()])
    .toSorted((a, b) => a.split('{').length - b.split('{').length);
  const operation = path && document.paths[path]?.[method.toLowerCase()];
  if (!path || !operation) return undefined;
  const escaped = encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
  return { pointer: `/paths/${escaped}/${method.toLowerCase()}`, operation };
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
