import { cleanup, configure } from "@testing-library/react";
import { unstable_IdlePriority as IDLE, unstable_scheduleCallback as schedule } from "scheduler";
import { afterEach, vi } from "vitest";

const { setTimeout: later } = globalThis;
type Methods = Pick<Node, "appendChild" | "insertBefore" | "removeChild">;
type Untouched = { methods: Methods; observers: Set<MutationObserver> };
const scope = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined; untouched?: Untouched };

/** The browser's own methods, and every observer since: web/lib/translated-page.ts replaces some, and watches the whole document. */
function noteUntouched(): Untouched {
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  const observers = new Set<MutationObserver>();
  const Observer = window.MutationObserver;
  window.MutationObserver = class extends Observer {
    constructor(callback: MutationCallback) {
      super(callback);
      observers.add(this);
    }
  };
  return { methods: { appendChild, insertBefore, removeChild }, observers };
}

// Files share it with the window.
scope.untouched ??= noteUntouched();
const { methods, observers } = scope.untouched;

/**
 * Ends a wait once React has rendered everything and run every effect, not with the first element that fits; on a busy
 * machine the rest comes later. Queries tell React of their answers by a timer of zero.
 */
async function untilRendered<T>(wait: () => Promise<T>): Promise<T> {
  const before = scope.IS_REACT_ACT_ENVIRONMENT;
  scope.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    const result = await wait();
    await new Promise<void>((resolve) => void later(resolve, 0));
    await new Promise<void>((resolve) => void schedule(IDLE, () => resolve()));
    return result;
  } finally {
    scope.IS_REACT_ACT_ENVIRONMENT = before;
  }
}

// Generous, for a busy machine; not a budget.
configure({ asyncUtilTimeout: 30_000, asyncWrapper: untilRendered });

/** Testing Library cleans up on its own only if the runner's functions are globals. */
function leaveNothing(): void {
  cleanup();
  for (const observer of observers) observer.disconnect();
  observers.clear();
  Object.assign(Node.prototype, methods);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  // Files share the window, and with it the listeners of web/ui/watch-pointing.ts.
  document.documentElement.removeAttribute("data-pointing");
}

afterEach(leaveNothing);

// Consecutive files share a window and the libraries. Our own modules load again, and the page starts empty.
vi.resetModules();
vi.restoreAllMocks();
leaveNothing();
window.onbeforeunload = null;
history.replaceState(null, "", "/");
document.head.replaceChildren();
document.body.replaceChildren();
for (const element of [document.documentElement, document.body]) {
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
}
