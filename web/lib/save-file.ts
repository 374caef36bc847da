/** Gives a file to the browser to save. Files that need the administrator's password are fetched first, because it travels in a header. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
