import { getDefaultStore } from "jotai";
import { type AdminStatus, administratorAtom, adminStatusAtom } from "./admin-status.atoms.ts";
import { createClient, read } from "./api.ts";
import { ApiError } from "./api-error.ts";
import { forgetOfflineAnswers } from "./auth-token.ts";
import { onSignOut } from "./sign-out.ts";

// Kept only in memory: a reload logs the administrator out (spec section 4).
let password: string | null = null;

const store = getDefaultStore();

function forgetPassword(status: AdminStatus): void {
  password = null;
  store.set(adminStatusAtom, status);
}

/** Throws without a password, so nothing is sent. */
function passwordInUse(): string {
  if (password === null) throw new ApiError(401, "Log in as administrator", null);
  return password;
}

const HEADER = "x-admin-password";
const CHALLENGE_HEADER = "x-turnstile-token";

/** For any code that gets a 401 on a call with this password. */
export function refuseAdminPassword(refused: string): void {
  // The answer may be late: the administrator may have logged out or entered another password.
  if (refused === password) forgetPassword("refused");
}

/** The administrator's client. It reads the password on each call, so none outlives its session, and forgets a refused one. */
export const adminApi = createClient({ header: HEADER, value: passwordInUse, onRefused: refuseAdminPassword });

type Shown = { totp?: string | undefined; challenge?: string | undefined };

export async function logInAsAdmin(entered: string, { totp, challenge }: Shown = {}): Promise<void> {
  const client = createClient({ header: HEADER, value: () => entered, onRefused: () => {} });
  // A call's headers replace the client's.
  const headers = { [HEADER]: entered, ...(challenge ? { [CHALLENGE_HEADER]: challenge } : {}) };
  const { administrator } = await read(client.admin.verify.$post({ json: totp ? { totp } : {} }, { headers }));
  // Stored as it travels in a header, without surrounding spaces, so it matches the value in a refusal.
  password = new Headers({ [HEADER]: entered }).get(HEADER);
  store.set(administratorAtom, administrator);
  store.set(adminStatusAtom, "signed-in");
}

/** Forgets the password and what is readable offline immediately; the server clears the second factor's cookie, which scripts can't reach. */
export function logOutAdmin(): void {
  if (password !== null) void adminApi.admin.logout.$post().catch(() => undefined);
  forgetPassword("signed-out");
  forgetOfflineAnswers();
}

// A member who logs out also logs out the administrator in this browser.
onSignOut(logOutAdmin);

/** The header for calls a library makes itself. Throws an ApiError with status 401 without a session. */
export function adminCredential(): { header: string; value: string } {
  return { header: HEADER, value: passwordInUse() };
}
