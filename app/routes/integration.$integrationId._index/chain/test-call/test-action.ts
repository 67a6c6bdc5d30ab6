import { parseWithZod } from '@conform-to/zod/v4';
import { newId } from '~/db/core/id';
import { parseJson } from '~/engine/json/json';
import { isNestedDeeperThan } from '~/engine/json/nesting';
import { describeProblem } from '~/problem';
import type { Extraction } from '~/engine/logged';
import { discoverInText, shortenValue } from '~/services/executions/last-run';
import { testOnce } from '~/services/test-once';
import { testCall } from '~/services/test-runs/single-call';
import { readSampleValues } from '~/services/webhooks/sample-values';
import { tryItems } from '~/services/test-runs/items/try-items';
import type { ActionContext } from '../../../integration.$integrationId/action-context';
import { nameErrors, nameTestErrors, toChange } from '../../form/values/from-form-values';
import { EditorForm } from '../../form/editor-form';
import { nameTestVariable } from '../../form/test-variable';
import type { TestedCall } from '../../form/tested-call';
import { limits } from '~/engine/schema/limits';
import { respond } from '../../form/respond';

/** The scope of a test: the call alone, its first pages, or its loop for the first items. */
export type TestKind = 'test' | 'pages' | 'items';

/** Sends one call of the form as it is typed, and shows its response beside the call. */
export async function submitTest(
  { app, actor, id }: ActionContext,
  formData: FormData,
  { callIndex, kind }: { callIndex: number; kind: TestKind },
) {
  const submission = parseWithZod(formData, { schema: EditorForm });
  const result = submission.reply();
  if (submission.status !== 'success') throw new Response('Not Found', { status: 404 });
  const change = toChange(submission.value, newId);
  const call = change.apiCalls[callIndex];
  if (!call) throw new Response('Not Found', { status: 404 });
  const { id: callId, ...rest } = call;
  const typed = readVariables(formData, callIndex);
  const given = Object.entries(typed).filter(([, text]) => text !== '');
  const variables = Object.fromEntries(given.map(([name, text]) => [name, readValue(text)]));
  const outcome = await testOnce(app, { actor, subjectId: id, form: formData }, async () =>
    kind === 'items'
      ? await tryItems(app, actor, id, { typed: change, callIndex })
      : await testCall(app, actor, id, {
          ...rest,
          id: callId || undefined,
          variables,
          pages: kind === 'pages' ? 3 : 1,
        }),
  );
  switch (outcome.kind) {
    case 'tested': {
      const { responseMapping, ...test } = outcome.test;
      const paths = test.truncated ? [] : discoverInText(test.body);
      const rows = submission.value.apiCalls[callIndex]?.responseMapping.extractFields ?? [];
      // A truncated response does not show which fields are missing. The extraction of all pages' items follows those of
      // the rows.
      const extractions = test.truncated ? [] : responseMapping.extractions.slice(0, rows.length);
      const mapped = extractions.map((extraction, index): [string, string | null] => [
        rows[index]?.jsonPath ?? '',
        describeValue(extraction),
      ]);
      const formId = submission.value.apiCalls[callIndex]?.id ?? '';
      const response: TestedCall = { kind: 'response', callIndex, callId: formId, test, paths, mapped };
      return respond({ kind: 'tested' as const, result, tested: response });
    }
    case 'missing-variables': {
      const sampled = await readSampleValues(app, actor, id, change);
      const asked = outcome.used.map((name) => ({
        name,
        text: typed[name] ?? null,
        sample: sampled.get(name) ?? '',
      }));
      const tested: TestedCall = { kind: 'asked', callIndex, variables: asked };
      return respond({ kind: 'tested' as const, result, tested });
    }
    default: {
      const { status, body } = describeProblem(outcome);
      const refused: TestedCall = { kind: 'refused', callIndex, message: body.message };
      const fieldErrors =
        kind === 'items'
          ? nameErrors(outcome.fields ?? {}, submission.value)
          : nameTestErrors(outcome.fields ?? {}, callIndex, submission.value);
      return respond(
        { kind: 'tested' as const, result: submission.reply({ fieldErrors }), tested: refused },
        { status },
      );
    }
  }
}

function describeValue({ success, value, message }: Extraction): string | null {
  if (!success) return null;
  return value === undefined ? (message ?? '') : shortenValue(value);
}

/** Reads the given values. A browser sends line breaks as CRLF. */
function readVariables(formData: FormData, callIndex: number): Record<string, string> {
  const own = nameTestVariable(callIndex, '');
  const fields = [...formData].filter(([name]) => name.startsWith(own));
  return Object.fromEntries(
    fields.map(([name, value]) => [name.slice(own.length), String(value).replaceAll('\r\n', '\n')]),
  );
}

/** Reads a text as JSON; any other text stands for itself. */
function readValue(text: string): unknown {
  try {
    return isNestedDeeperThan(text, limits.payloadDepth) ? text : parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
