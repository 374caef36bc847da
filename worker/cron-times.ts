/** The Worker's two crons; wrangler.toml names them too, and a test holds them together. */
export const EVERY_MINUTE = "* * * * *";
/** Not within ten minutes of a quarter of an hour, at which members are woken. */
export const EVERY_HOUR = "12 * * * *";
