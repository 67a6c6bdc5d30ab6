// Converts Postman's variables to the product's: `{{name}}` stays where it is a valid name here.
import { splitPlaceholders } from '../../placeholders/reference-pattern';
import { literalBraces } from '../../placeholders/fill-template';
import { cleanLine, toVariableName } from '../draft/draft';
import { truncate } from '../../texts/truncate';

/**
 * Converts the variables of a text. They keep their names where possible; values that Postman generates, such as `{{$guid}}`,
 * become variables to fill in. Braces around a name that is too long or holds braces are text, as in Postman.
 */
export function fill(text: string, notes: string[]): string {
  return splitPlaceholders(text)
    .map((part, index) => {
      if (index % 2 === 0) return part;
      if (!/^[^{}]{1,200}$/.test(part)) return literalBraces(`{{${part}}}`);
      const name = part.trim();
      const own = /^[A-Za-z_]\w*$/.test(name) && name !== 'trigger' ? name : toVariableName(name);
      if (own !== name)
        notes.push(`The variable {{${truncate(cleanLine(name), 40)}}} is called {{${own}}} here.`);
      return `{{${own}}}`;
    })
    .join('');
}
