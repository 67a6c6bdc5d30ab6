// Reads double braces in a pasted command. They are plain text to curl, but people write `{{name}}` for a value to fill in, as
// in Postman and this product.
import {
  listInsides,
  parseReference,
  quotedBraces,
  splitPlaceholders,
} from '../../placeholders/reference-pattern';
import { literalBraces } from '../../placeholders/fill-template';
import { cleanLine, importLimits } from '../draft/draft';
import { truncate } from '../../texts/truncate';

/**
 * Keeps names, with their paths, as placeholders; other double braces are text, as for curl. Adds notes about them, up to as many
 * as a call has.
 */
export function keepNames(text: string, notes: string[]): string {
  for (const inside of listInsides(text)) {
    if (notes.length >= importLimits.notes) break;
    const written = inside.trim();
    if (written === quotedBraces) continue;
    const shown = `“{{${truncate(cleanLine(inside), 60)}}}”`;
    const became = `became the placeholder {{${written}}}`;
    if (!parseReference(written)) notes.push(`${shown} names no variable, so it is sent as it is written.`);
    else if (!notes.some((note) => note.includes(became))) {
      notes.push(`${shown} ${became}. Give it a value in the trigger or an earlier call.`);
    }
  }
  return splitPlaceholders(text)
    .map((part, index) => {
      if (index % 2 === 0) return part;
      return parseReference(part.trim()) ? `{{${part}}}` : literalBraces(`{{${part}}}`);
    })
    .join('');
}
