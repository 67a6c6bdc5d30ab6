import { html } from 'hono/html';
import {
  type ResponseObject,
  type Content,
  type Operation,
  type Parameter,
  resolveResponse,
} from '../document';
import { describeCurl } from './curl';
import { block, chevron, code, type Html, inline, prose } from './prose';
import { describeType } from './json-schema';

const methodTones: Record<string, string> = {
  get: 'bg-info-soft text-info-ink',
  post: 'bg-good-soft text-good-ink',
  put: 'bg-caution-soft text-caution-ink',
  patch: 'bg-warn-soft text-warn-ink',
  delete: 'bg-bad-soft text-bad-ink',
};

/** Renders one call, closed at first. */
export function renderOperation(method: string, path: string, operation: Operation, server: string): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return html`<details id="${operationId}" class="group scroll-mt-4">
    <summary
      class="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 -outline-offset-2! hover:bg-surface-hover sm:px-5"
    >
      <span
        class="inline-flex h-6 min-w-16 shrink-0 items-center justify-center rounded-sm px-2 font-mono text-xs font-medium ${
          methodTones[method] ?? ''
        }"
        >${method.toUpperCase()}</span
      >
      <span class="min-w-0 font-mono text-[0.8125rem] wrap-anywhere">${path}</span>
      <span class="text-ink-muted">${summary}</span>
      ${chevron()}
    </summary>
    <div class="flex flex-col gap-4 border-t border-line px-4 py-4 sm:px-5">
      <div class="flex max-w-3xl flex-col gap-2">
        ${description ? prose(description) : ''}
        <p class="text-ink-muted">${describeAccess(operation)} Named ${code(operationId)}.</p>
      </div>
      ${parameters.length > 0 ? renderPart('Parameters', parameters.map(renderParameter)) : ''}
      ${
        requestBody
          ? renderPart(requestBody.required ? 'Body' : 'Body, if any', renderContent(requestBody.content))
          : ''
      }
      ${renderPart(
        'Responses',
        Object.entries(responses).map(([status, answer]) => renderResponse(status, answer)),
      )}
      ${block(`curl for ${operationId}`, describeCurl(method, path, operation, server))}
    </div>
  </details>`;
}

function describeAccess({ security }: Operation): string {
  if (security === undefined) return 'With an API token or a session.';
  return security.length === 0 ? 'Open to anyone.' : 'With a session only.';
}

function renderPart(title: string, items: Html[]): Html {
  return html`<div>
    <h3 class="font-medium">${title}</h3>
    <dl class="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(8rem,auto)_1fr]">${items}</dl>
  </div>`;
}

function renderParameter({ name, in: place, required, description, schema }: Parameter): Html {
  return html`<dt>${code(name)}</dt>
    <dd>
      ${place}${required ? ', required' : ''},
      ${describeType(schema)}${description ? [': ', ...inline(description)] : ''}
    </dd>`;
}

function renderContent(content: Content): Html[] {
  return Object.entries(content).map(
    ([mediaType, { schema, example }]) =>
      html`<dt>${code(mediaType)}</dt>
        <dd class="flex flex-col gap-2">
          <span>${describeType(schema ?? {})}</span>
          ${example === undefined ? '' : block('Example', JSON.stringify(example, null, 2))}
        </dd>`,
  );
}

function renderResponse(status: string, answer: ResponseObject): Html {
  const { description, headers = {}, content = {} } = resolveResponse(answer);
  const types = Object.entries(content).map(
    ([mediaType, { schema }]) =>
      html`<span
        >${describeType(schema ?? {})}${mediaType === 'application/json' ? '' : ` (${mediaType})`}</span
      >`,
  );
  return html`<dt class="font-mono text-[0.8125rem] font-medium tabular-nums">${status}</dt>
    <dd class="flex flex-col">
      <span>${inline(description)}</span>
      ${types}
      ${Object.entries(headers).map(
        ([name, header]) => html`<span>${code(name)}: ${inline(header.description)}</span>`,
      )}
    </dd>`;
}
