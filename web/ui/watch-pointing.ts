/** Marks the document at first, and from a touch or click until the next key: the program may set focus then, and no ring belongs to it (theme.css). */
export function watchPointing(): void {
  document.documentElement.toggleAttribute("data-pointing", true);
  const mark = ({ type }: Event) => document.documentElement.toggleAttribute("data-pointing", type === "pointerdown");
  for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, mark, true);
}
