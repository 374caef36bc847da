/** An email's HTML in an email program that drops all styles. */
export function withoutStyles(html: string): string {
  return html.replace(/<style>.*?<\/style>/gs, "").replace(/ style="[^"]*"/g, "");
}
