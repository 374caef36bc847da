export function bind(value: string, write: (value: string) => void) {
  return { value, onChange: ({ target }: { target: { value: string } }) => write(target.value) };
}
