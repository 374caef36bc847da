/** What ties a controlled field to a text and to what takes over its changes. */
export function bind(value: string, write: (value: string) => void) {
  return { value, onChange: ({ target }: { target: { value: string } }) => write(target.value) };
}
