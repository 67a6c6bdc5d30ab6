// Postman's variables as the product's: `{{name}}` stays where that is a name here.
import { splitPlaceholders } from '../../placeholders/reference-pattern';
import { literalBraces } from '../../placeholders/fill-template';
import { cleanLine, toVariableName, truncate } from '../draft/draft';

/**
 * Variables keep their names where they can; what Postman makes up, as `{{$guid}}`, is a variable to fill in. What is too
 * long for a name, or holds braces, is text to Postman, and so it is here.
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
