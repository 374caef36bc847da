import * as z from "zod";
import { faultsOfKeys, keyVariables, signingKeysOf } from "./links/signing-keys.ts";
import { count, environment, isLoopback } from "./variables.ts";

export const kernelConfig = z
  .object({
    ENVIRONMENT: environment,
    APP_URL: z
      .url({ protocol: /^https?$/ })
      // Pages and emails include this value, and the URL format allows quotes in a host name.
      .regex(/^[\w.:/[\]-]*$/, "must have a host name of letters, digits, dots, and hyphens")
      .refine(
        (url) => URL.canParse(url) && new URL(url).origin === url,
        "must be an origin, with no path or trailing slash",
      ),
    // D1's limit on Workers Paid.
    DATABASE_LIMIT_GB: count.default(10),
    ...keyVariables,
  })
  .superRefine((given, context) => {
    for (const { name, message } of faultsOfKeys(given)) context.addIssue({ code: "custom", path: [name], message });
  })
  // Development mode opens entry points without a password and reveals reset links to anyone who asks.
  .refine((given) => given.ENVIRONMENT !== "development" || isLoopback(given.APP_URL), {
    path: ["ENVIRONMENT"],
    error: "may be development only where APP_URL is http://localhost or another loopback address",
  })
  .transform((given) => ({
    isDevelopment: given.ENVIRONMENT === "development",
    appUrl: given.APP_URL,
    databaseLimitGb: given.DATABASE_LIMIT_GB,
    signingKeys: signingKeysOf(given),
    /** Doesn't change with the signing key: a hash stored with one secret can't be found with another. */
    lookUpSecret: given.APP_SECRET,
  }));
