import { getDefaultStore } from "jotai";
import { type AdminStatus, adminStatusAtom } from "./admin-status.atoms.ts";
import { createClient, read } from "./api.ts";
import { ApiError } from "./api-error.ts";
import { onSignOut } from "./sign-out.ts";

// In memory alone: a reload logs the administrator out (spec section 4).
let password: string | null = null;

const store = getDefaultStore();

function forgetPassword(status: AdminStatus): void {
  password = null;
  store.set(adminStatusAtom, status);
}

/** Without a password nothing is sent. */
function passwordInUse(): string {
  if (password === null) throw new ApiError(401, "Please log in as administrator", null);
  return password;
}

const HEADER = "x-admin-password";
const CHALLENGE_HEADER = "x-turnstile-token";

/** For whoever is told of a 401 to a call that carried this password. */
export function refuseAdminPassword(refused: string): void {
  // The answer may be late: the administrator has logged out since, or entered another password.
  if (refused === password) forgetPassword("refused");
}

/** The administrator's client. It reads the password when it calls, so that none outlives its session, and forgets a refused one. */
export const adminApi = createClient({ header: HEADER, value: passwordInUse, onRefused: refuseAdminPassword });

/** What the server may want beside the password: a code of the second factor, a token of Turnstile. */
type Shown = { totp?: string | undefined; challenge?: string | undefined };

/** Asks the server about a password and keeps it for the calls that follow. */
export async function logInAsAdmin(entered: string, { totp, challenge }: Shown = {}): Promise<void> {
  const client = createClient({ header: HEADER, value: () => entered, onRefused: () => {} });
  // Headers of a call stand in place of the client's.
  const headers = { [HEADER]: entered, ...(challenge ? { [CHALLENGE_HEADER]: challenge } : {}) };
  await read(client.admin.verify.$post({ json: totp ? { totp } : {} }, { headers }));
  // As it travels in a header, without spaces around it, which is how a refusal names it.
  password = new Headers({ [HEADER]: entered }).get(HEADER);
  store.set(adminStatusAtom, "signed-in");
}

/** The password is forgotten at once; the second factor's cookie, which no script can reach, the server takes back. */
export function logOutAdmin(): void {
  if (password !== null) void adminApi.admin.logout.$post().catch(() => undefined);
  forgetPassword("signed-out");
}

// A member who logs out leaves no administrator behind in this browser.
onSignOut(logOutAdmin);

/** The header that a library's own calls carry. @throws ApiError of status 401 without a session */
export function adminCredential(): { header: string; value: string } {
  return { header: HEADER, value: passwordInUse() };
}
