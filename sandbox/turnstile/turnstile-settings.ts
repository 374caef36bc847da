export const TURNSTILE_SANDBOX = {
  siteKey: "0x4AAAAAAA-sandbox",
  secretKey: "0x4AAAAAAA-sandbox-secret",
} as const;
