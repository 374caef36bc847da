/** Checks for the login forms (spec section 5) without a schema library. A property test keeps them in step with `domain/contract/`. */
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 200;

/** RFC 5321 section 4.5.3.1: the limits every mail server accepts, in characters. */
export const MAX_LOCAL_PART = 64;
export const MAX_ADDRESS = 254;

export const CREDENTIAL_TEXTS = {
  email: "Please enter a valid email",
  passwordMissing: "Password is required",
  passwordTooShort: `Password must be at least ${MIN_PASSWORD_LENGTH} characters`,
  passwordTooLong: `Password must be at most ${MAX_PASSWORD_LENGTH} characters`,
  code: "Enter the 6-digit code",
  confirmationMissing: "Please confirm your password",
  confirmationDiffers: "Passwords don't match",
} as const;

/** The error message, or null if the field is valid. */
type Problem = string | null;

const LOCAL_PART = /^[\w'+.-]*[\w+-]$/;
const LABEL = /^[A-Za-z0-9][A-Za-z0-9-]*$/;
const TOP_LEVEL = /^[A-Za-z]{2,}$/;

function isEmailAddress(address: string): boolean {
  const at = address.lastIndexOf("@");
  if (at < 1 || at > MAX_LOCAL_PART || address.length > MAX_ADDRESS) return false;
  const local = address.slice(0, at);
  const labels = address.slice(at + 1).split(".");
  const top = labels.pop() ?? "";
  const isLocal = LOCAL_PART.test(local) && !local.startsWith(".") && !local.includes("..");
  return isLocal && TOP_LEVEL.test(top) && labels.length > 0 && labels.every((label) => LABEL.test(label));
}

/** Surrounding spaces are ignored. */
export function emailProblem(text: string): Problem {
  return isEmailAddress(text.trim()) ? null : CREDENTIAL_TEXTS.email;
}

/** Counts code points, as the schemas do. */
const lengthOf = (text: string): number => [...text].length;

/** What's wrong with an entered password, which only has to be present. */
export function enteredPasswordProblem(password: string): Problem {
  if (password === "") return CREDENTIAL_TEXTS.passwordMissing;
  return lengthOf(password) > MAX_PASSWORD_LENGTH ? CREDENTIAL_TEXTS.passwordTooLong : null;
}

/** Spaces don't count: some people type or copy them. */
export const codeIn = (text: string): string => text.replace(/\s/g, "");
export const codeProblem = (text: string): Problem => (/^\d{6}$/.test(codeIn(text)) ? null : CREDENTIAL_TEXTS.code);

export function newPasswordProblem(password: string): Problem {
  return lengthOf(password) < MIN_PASSWORD_LENGTH
    ? CREDENTIAL_TEXTS.passwordTooShort
    : enteredPasswordProblem(password);
}

/** The confirmation never leaves the browser. */
export function confirmationProblem(password: string, confirmation: string): Problem {
  if (confirmation === "") return CREDENTIAL_TEXTS.confirmationMissing;
  return confirmation === password ? null : CREDENTIAL_TEXTS.confirmationDiffers;
}

/** Typed by members without a password to confirm deleting their account. */
export const DELETE_WORD = "DELETE";
