// Writes CSV (RFC 4180) for spreadsheets.

/** Begins a file: without this mark Excel reads UTF-8 as another encoding. */
export const byteOrderMark = '\uFEFF';

export function writeCsvLine(cells: string[]): string {
  return `${cells.map((cell) => quote(disarm(cell))).join(',')}\r\n`;
}

/**
 * Keeps spreadsheets from taking a sender's text for a formula (ASVS 5.0, 1.2.10, and
 * https://owasp.org/www-community/attacks/CSV_Injection). Where a language writes decimals with a comma, a semicolon separates
 * cells, whatever is quoted, and so does a line break.
 */
function disarm(cell: string): string {
  if (/^-?\d+(\.\d+)?$/.test(cell)) return cell;
  const begun = /^[=+\-@＝＋－＠\t\r\n\0]/.test(cell) ? `'${cell}` : cell;
  return begun.replaceAll(/([;\t\r\n][ "]*)(?=[=+\-@＝＋－＠])/g, "$1'");
}

function quote(cell: string): string {
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
