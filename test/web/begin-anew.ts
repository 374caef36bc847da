import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// Generous, for a busy machine; not a budget.
configure({ asyncUtilTimeout: 30_000 });

/** Testing Library cleans up on its own only if the runner's functions are globals. */
function leaveNothing(): void {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
}

afterEach(leaveNothing);

// Consecutive files share a window and the libraries. Our own modules load again, and the page starts empty.
vi.resetModules();
vi.restoreAllMocks();
leaveNothing();
history.replaceState(null, "", "/");
document.head.replaceChildren();
document.body.replaceChildren();
for (const element of [document.documentElement, document.body]) {
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
}
