/** Loads code at the first touch of any of these, before a click shows it. */
export function loadOnTouch(touched: readonly HTMLElement[], fetchCode: () => Promise<unknown>): void {
  for (const place of touched) {
    for (const event of ["pointerover", "pointerdown", "focusin"]) {
      place.addEventListener(event, () => void fetchCode().catch(() => undefined), { once: true });
    }
  }
}

function say(status: HTMLElement, templateId: string): void {
  const template = document.getElementById(templateId);
  if (template instanceof HTMLTemplateElement) status.replaceChildren(template.content.cloneNode(true));
}

/** Says that the island's code is loading (island-templates.tsx). */
export function sayLoading(status: HTMLElement): void {
  say(status, "island-loading");
}

/** Browsers cache a failed import while the page is open, so a retry reloads it; its address reopens the island as it was. */
export function sayFailed(status: HTMLElement): void {
  say(status, "island-failed");
  const tryAgain = async () => {
    status.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
    sayLoading(status);
    try {
      await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
      location.reload();
    } catch {
      sayFailed(status);
    }
  };
  status.querySelector("button")?.addEventListener("click", () => void tryAgain());
}
