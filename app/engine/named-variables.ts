// Which variables a definition makes, and in which fields it names them.
import type { ApiCall } from './definition/api-call';
import { loopName, type LoopStep } from './definition/loop-step';
import type { RunSettings } from './definition/run-settings';

interface NamedVariable {
  name: string;
  /** The path of the field, from the definition's root. */
  path: (string | number)[];
}

/** The parts of a definition that name variables. */
interface Naming {
  triggerConfig:
    | { type: string }
    | { type: 'webhook'; webhook: { variables: { name: string }[] } }
    | { type: 'manual'; manual?: { fields: { name: string }[] } | undefined };
  apiCalls: Pick<ApiCall, 'responseMapping' | 'repeat' | 'wait'>[];
  loopSteps?: LoopStep[] | undefined;
  runSettings?: RunSettings | undefined;
}

/** Lists every variable that a definition makes: those of its trigger, of each run, of its calls and of its loops. */
function listNamedVariables(definition: Naming): NamedVariable[] {
  const named: NamedVariable[] = [];
  const { loopSteps = [] } = definition;
  if ('webhook' in definition.triggerConfig) {
    for (const [index, { name }] of definition.triggerConfig.webhook.variables.entries()) {
      named.push({ name, path: ['triggerConfig', 'webhook', 'variables', index, 'name'] });
    }
  }
  if ('manual' in definition.triggerConfig) {
    for (const [index, { name }] of (definition.triggerConfig.manual?.fields ?? []).entries()) {
      named.push({ name, path: ['triggerConfig', 'manual', 'fields', index, 'name'] });
    }
  }
  for (const [index, { saveAs: name }] of (definition.runSettings?.computed ?? []).entries()) {
    named.push({ name, path: ['runSettings', 'computed', index, 'saveAs'] });
  }
  for (const [index, { responseMapping, repeat, wait }] of definition.apiCalls.entries()) {
    if (wait?.kind === 'answer' && wait.saveAs) {
      named.push({ name: wait.saveAs, path: ['apiCalls', index, 'wait', 'saveAs'] });
    }
    if (repeat?.kind === 'pages') {
      named.push({ name: repeat.saveAs, path: ['apiCalls', index, 'repeat', 'saveAs'] });
    }
    const base = ['apiCalls', index, 'responseMapping'];
    if (responseMapping.saveAs) named.push({ name: responseMapping.saveAs, path: [...base, 'saveAs'] });
    const { saveFileAs } = responseMapping;
    if (saveFileAs) named.push({ name: saveFileAs, path: [...base, 'saveFileAs'] });
    for (const [field, { saveAs }] of responseMapping.extractFields.entries()) {
      named.push({ name: saveAs, path: [...base, 'extractFields', field, 'saveAs'] });
    }
    for (const [at, { saveAs }] of (responseMapping.computed ?? []).entries()) {
      named.push({ name: saveAs, path: [...base, 'computed', at, 'saveAs'] });
    }
  }
  for (const [index, { itemName, collect }] of loopSteps.entries()) {
    named.push({ name: itemName, path: ['loopSteps', index, 'itemName'] });
    for (const [at, { saveAs }] of collect.entries()) {
      named.push({ name: saveAs, path: ['loopSteps', index, 'collect', at, 'saveAs'] });
    }
  }
  return named;
}

/** Checks whether a definition itself makes a variable of this name. Its own variable then takes precedence. */
export function makesVariable(definition: Naming, name: string): boolean {
  return listNamedVariables(definition).some((variable) => variable.name === name);
}

/** Lists the variables whose name is already taken, whatever its case. */
export function listDuplicateVariables(definition: Naming): NamedVariable[] {
  // In a loop, this name stands for the loop's position.
  const seen = new Set<string>((definition.loopSteps ?? []).length > 0 ? [loopName] : []);
  return listNamedVariables(definition).filter(({ name }) => {
    const key = name.toLowerCase();
    const taken = seen.has(key);
    seen.add(key);
    return taken;
  });
}
