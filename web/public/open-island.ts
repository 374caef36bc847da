function show(status: HTMLElement, templateId: string): void {
  const template = document.getElementById(templateId);
  if (template instanceof HTMLTemplateElement) status.replaceChildren(template.content.cloneNode(true));
}

/** Shows that the island's code is loading (island-templates.tsx). */
export function showLoading(status: HTMLElement): void {
  show(status, "island-loading");
}

/** Browsers cache a failed import while the page is open, so a retry reloads the page; its address reopens the island. */
export function showFailure(status: HTMLElement): void {
  show(status, "island-failed");
  const tryAgain = async () => {
    status.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
    showLoading(status);
    try {
      await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
      location.reload();
    } catch {
      showFailure(status);
    }
  };
  status.querySelector("button")?.addEventListener("click", () => void tryAgain());
}
