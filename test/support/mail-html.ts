/** A mail's HTML as a client shows it that drops all styles. */
export function withoutStyles(html: string): string {
  return html.replace(/<style>.*?<\/style>/gs, "").replace(/ style="[^"]*"/g, "");
}
