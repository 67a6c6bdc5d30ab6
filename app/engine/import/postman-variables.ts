// Postman's variables as the product's: `{{name}}` stays where that is a name here.
import { cleanLine, toVariableName, truncate } from './draft';

/** Variables keep their names where they can; what Postman makes up, as `{{$guid}}`, is a variable to fill in. */
export function fill(text: string, notes: string[]): string {
  return text.replace(/\{\{([^{}]{1,200})\}\}/g, (_whole, written: string) => {
    const name = written.trim();
    const own = /^[A-Za-z_]\w*$/.test(name) && name !== 'trigger' ? name : toVariableName(name);
    if (own !== name)
      notes.push(`The variable {{${truncate(cleanLine(name), 40)}}} is called {{${own}}} here.`);
    return `{{${own}}}`;
  });
}
