/** Hands a file to the browser to be saved. What needs the administrator's password is fetched first, since that travels in a header. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after this.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
