import { ApiError } from "./api-error.ts";

/** Saves a file that needs the administrator's password: a plain link can't send it, because it travels in a header. */
export async function saveAnswer(call: Promise<Response>, name: string): Promise<void> {
  const response = await call;
  if (!response.ok) throw await ApiError.from(response);
  saveFile(await response.blob(), name);
}

/** Gives a file to the browser to save. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
