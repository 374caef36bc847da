/** Marks the document until the first key, and again from each touch or click until the next: focus that the program sets meanwhile shows no ring (theme.css). */
export function watchPointing(): void {
  document.documentElement.setAttribute("data-pointing", "");
  const mark = ({ type }: Event) => document.documentElement.toggleAttribute("data-pointing", type === "pointerdown");
  for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, mark, true);
}
