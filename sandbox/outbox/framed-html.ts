/** No script and no origin for the mail, while its pictures load and its links open as a member's mail client would. */
export const MAIL_FRAME_CSP = [
  "sandbox allow-popups allow-popups-to-escape-sandbox",
  "default-src 'none'",
  "img-src http: https: data:",
  "style-src 'unsafe-inline'",
  "font-src http: https: data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

const BASE = '<base target="_blank">';

/** The mail with its links opening in a new tab. The doctype stays first: without it browsers lay the mail out in quirks mode. */
export function framedHtml(html: string): string {
  const start = /<head[^>]*>/i.exec(html) ?? /^\s*<!doctype[^>]*>/i.exec(html);
  if (!start) return BASE + html;
  const at = start.index + start[0].length;
  return html.slice(0, at) + BASE + html.slice(at);
}
