// Says why a template could not be filled in: in a sentence for the log, and as data for what explains more of it.
import type { Unrendered } from './fill-template';
import { showPlaceholder } from './placeholder';
import { quotedBraces, type Reference } from './reference-pattern';

/** Something that is not sent, with the reason for the log. */
export interface Refused {
  kind: 'refused';
  message: string;
  /** The reference whose value is the reason, if there is one and the message names it. */
  unfilled?: Reference;
}

/**
 * Refuses what a template is for. `place` names the template, as `the URL`. For a secret, the sentence leaves out the text
 * between the braces unless it is a name, since the text may be a part of the secret.
 */
export function refuse(rendered: Unrendered, place: string, isSecret = false): Refused {
  const message = describeUnrendered(rendered, place, isSecret);
  const isNamed = rendered.kind === 'unknown-variable' || (rendered.kind === 'unfiltered' && !isSecret);
  return { kind: 'refused', message, ...(isNamed && rendered.reference && { unfilled: rendered.reference }) };
}

function describeUnrendered(rendered: Unrendered, place: string, isSecret: boolean): string {
  switch (rendered.kind) {
    case 'too-long':
      return `With its variables filled in, ${place} is longer than ${rendered.maxLength} characters.`;
    case 'unknown-variable':
      return `The variable ${showPlaceholder(rendered.name)} in ${place} has no value.${adviseOnMemory(rendered.name)}`;
    case 'unreadable': {
      const shown = isSecret ? 'A placeholder' : showPlaceholder(rendered.inside);
      return rendered.problem === undefined
        ? `${shown} in ${place} is not a variable. To send {{ as text, write {{${quotedBraces}}}.`
        : `${shown} in ${place} cannot be filled in${isSecret ? '' : `: ${rendered.problem}`}.`;
    }
    case 'unfiltered':
      return `${isSecret ? 'A placeholder' : showPlaceholder(rendered.inside)} in ${place} cannot be filled in: ${rendered.words}.`;
  }
}

/** Advises on a value of memory that no run has remembered yet, as in the first run of an integration. */
function adviseOnMemory(name: string): string {
  const [remembered] = /^memory\.[A-Za-z_]\w*/.exec(name) ?? [];
  if (remembered === undefined) return '';
  return ` Until a run has remembered it, it has none: write {{${remembered} | default: "…"}}, or set it under Memory.`;
}
