/** Replaces the Resend SDK's React renderer (wrangler.toml, [alias]). Our emails are compiled at build time. */
export {};
