/** What makes a browser save an answer as a CSV file. */
export function csvHeaders(filename: string) {
  return {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${filename}"`,
  };
}
