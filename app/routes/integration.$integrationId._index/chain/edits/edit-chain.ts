// Deletes and moves calls of the form, and adjusts the steps around them.
import { type ChainEdit, editChain } from '~/engine/chain/chain-repair';
import { readChosenCall, readRuleTarget } from '../../form/otherwise-choice';
import { listOf, type CurrentForm } from '../../form/variable-scope';

/** An edit of the chain that names the call by its index. */
export type IndexedEdit = { kind: 'delete'; index: number } | { kind: 'move'; index: number; to: number };

export interface EditedForm {
  /** All fields of the form. */
  value: object;
  /** Whether moving or removing the call with all its fields gives the same result. */
  isPlain: boolean;
  /** Sentences about the steps that the edit broke. */
  broken: string[];
}

/** Applies an edit to the form; the engine decides where its steps go. */
export function applyChainEdit(form: CurrentForm, edit: IndexedEdit): EditedForm {
  const calls = listOf(form?.apiCalls).map((call, index) => {
    const { id, name = '' } = call ?? {};
    return { id: id || `#${index}`, name, order: index + 1, fields: call };
  });
  const callId = calls[edit.index]?.id ?? '';
  const chainEdit: ChainEdit = edit.kind === 'delete' ? { kind: 'delete', callId } : { ...edit, callId };
  const homes = [{ order: 0, fields: { conditional: form?.firstConditional } }, ...calls];
  const { definition, broken } = editChain(
    {
      apiCalls: calls,
      conditionalExecutionSteps: homes.flatMap(({ order, fields }) =>
        listOf(fields?.conditional).map((step) => ({
          order: order + 0.5,
          nextApiCallId: step?.nextApiCallId || undefined,
          otherwiseApiCallId: readChosenCall(step?.otherwise),
          step,
          home: order === 0 ? undefined : fields,
        })),
      ),
      responseHandlingSteps: calls.flatMap(({ id, fields }) =>
        listOf(fields?.handling).map((handling) => ({
          nextApiCallId: id,
          responseHandling: {
            statusCodeActions: listOf(handling?.statusCodeActions).map((rule) => ({
              goToApiCallId: readRuleTarget(rule),
              rule,
            })),
          },
          handling,
        })),
      ),
      loopSteps: calls.flatMap(({ id, order, fields }) =>
        listOf(fields?.loop).map((loop) => ({
          order: order - 0.5,
          throughCallId: loop?.throughCallId || id,
          through: loop?.throughCallId || id,
          loop,
          home: fields,
        })),
      ),
    },
    chainEdit,
  );
  const steps = definition.conditionalExecutionSteps;
  const handlings = new Map(
    definition.responseHandlingSteps.map((step) => [step.nextApiCallId, step] as const),
  );
  const loops = definition.loopSteps;
  const listSteps = (gap: number) => steps.filter(({ order }) => order === gap + 0.5).map(toFields);
  return {
    value: {
      ...form,
      firstConditional: listSteps(0),
      apiCalls: definition.apiCalls.map(({ id, fields, order }) => {
        const handling = handlings.get(id);
        return {
          ...fields,
          conditional: listSteps(order),
          loop: loops.filter((loop) => loop.order === order - 0.5).map(toLoopFields),
          ...(handling && hasLostRule(handling) && { handling: [toHandlingFields(handling)] }),
        };
      }),
    },
    isPlain:
      ![...handlings.values()].some(hasLostRule) &&
      loops.every(
        ({ order, home, through, throughCallId }) =>
          definition.apiCalls[order - 0.5]?.fields === home && throughCallId === through,
      ) &&
      steps.every(
        ({ order, home, step, nextApiCallId, otherwiseApiCallId }) =>
          definition.apiCalls[order - 1.5]?.fields === home &&
          (step?.nextApiCallId || undefined) === nextApiCallId &&
          readChosenCall(step?.otherwise) === otherwiseApiCallId,
      ),
    broken,
  };
}

interface EditedHandling {
  handling: { statusCodeActions?: unknown } | undefined;
  responseHandling: {
    statusCodeActions: {
      goToApiCallId?: string | undefined;
      rule: { action?: string | undefined; afterRetries?: string | undefined } | undefined;
    }[];
  };
}

function hasLostRule({ responseHandling }: EditedHandling): boolean {
  return responseHandling.statusCodeActions.some(hasLostCall);
}

function hasLostCall({
  rule,
  goToApiCallId,
}: EditedHandling['responseHandling']['statusCodeActions'][number]) {
  return readRuleTarget(rule) !== goToApiCallId;
}

/** Converts a handling back to fields; a rule whose call is gone asks for another one. */
function toHandlingFields({ handling, responseHandling }: EditedHandling) {
  const statusCodeActions = responseHandling.statusCodeActions.map((edited) =>
    hasLostCall(edited)
      ? Object.assign({}, edited.rule, {
          [edited.rule?.action === 'retry' ? 'afterRetries' : 'action']: 'go_to',
        })
      : edited.rule,
  );
  return { ...handling, statusCodeActions };
}

interface EditedStep {
  step: { otherwise?: string | undefined } | undefined;
  nextApiCallId?: string | undefined;
  otherwiseApiCallId?: string | undefined;
}

function toFields({ step, nextApiCallId = '', otherwiseApiCallId }: EditedStep) {
  const isLost = readChosenCall(step?.otherwise) !== otherwiseApiCallId;
  return { ...step, nextApiCallId, ...(isLost && { otherwise: 'go_to' }) };
}

/** Converts a loop back to fields; ids that begin with `#` exist only during this edit. */
function toLoopFields({ loop, throughCallId }: { loop: object | undefined; throughCallId: string }) {
  return { ...loop, throughCallId: throughCallId.startsWith('#') ? '' : throughCallId };
}
