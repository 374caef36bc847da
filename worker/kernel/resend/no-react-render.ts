/** Stands in for the Resend SDK's React renderer (wrangler.toml, [alias]): our mails are compiled at build time. */
export {};
