/** The Worker's two crons; wrangler.toml names them too, and a test holds them together. */
export const EVERY_MINUTE = "* * * * *";
/** Apart from the hours at which members are woken. */
export const EVERY_HOUR = "7 * * * *";
