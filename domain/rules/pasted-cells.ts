/** Cells that a spreadsheet copies: rows end with a line break, cells with a tab, and quotes keep either within a cell. */
export function pastedCells(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/g;
  for (const [, quoted, plain, end] of text.matchAll(cells)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
    if (end === "") break;
    if (end !== "\t") rows.push([]);
  }
  // A copied column ends with a line break.
  if (rows.length > 1 && rows.at(-1)?.join("") === "") rows.pop();
  return rows;
}
