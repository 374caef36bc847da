import { act } from "@testing-library/react";
import { afterEach, vi } from "vitest";

type Handlers = {
  createSubscription?: () => Promise<string>;
  createOrder?: () => Promise<string>;
  onInit?: (data: object, actions: object) => void;
  onClick?: (data: object, actions: { resolve: () => Promise<boolean>; reject: () => Promise<boolean> }) => unknown;
  onApprove?: (data: object, actions: object) => unknown;
  onCancel?: (data: object, actions: object) => unknown;
  onError?: (error: unknown) => unknown;
};

const settings = () => (window as unknown as { happyDOM: { settings: Record<string, boolean> } }).happyDOM.settings;

afterEach(() => {
  settings().handleDisabledFileLoadingAsSuccess = false;
  for (const script of document.head.querySelectorAll("script")) script.remove();
});

/** PayPal's browser SDK as pages see it: a button named "PayPal" that asks the page for its subscription or order. */
export function stubPayPal() {
  settings().handleDisabledFileLoadingAsSuccess = true;
  /** What the page passed to PayPal's window, one for each that opened. */
  const opened: string[] = [];
  let handlers: Handlers = {};
  const press = async () => {
    const answer = await handlers.onClick?.({}, { resolve: async () => true, reject: async () => false });
    if (answer === false) return;
    try {
      opened.push((await (handlers.createSubscription ?? handlers.createOrder)?.()) ?? "");
    } catch (error) {
      handlers.onError?.(error);
    }
  };
  const makeButtons = (given: Handlers) => {
    handlers = given;
    return {
      isEligible: () => true,
      render: async (place: HTMLElement) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = "PayPal";
        button.addEventListener("click", () => void act(press));
        place.replaceChildren(button);
        const noted = async () => undefined;
        given.onInit?.({}, { enable: noted, disable: noted });
      },
      close: async () => undefined,
    };
  };
  vi.stubGlobal("paypal", { Buttons: makeButtons });
  return {
    opened,
    scripts: () => [...document.querySelectorAll("script")].map(({ src }) => src),
    /** Keeps the script from loading, as an ad blocker would; `false` allows it again. */
    block: (isBlocked: boolean) => {
      settings().handleDisabledFileLoadingAsSuccess = !isBlocked;
    },
    approve: () => act(async () => void handlers.onApprove?.({ subscriptionID: opened.at(-1) }, {})),
    leave: () => act(async () => void handlers.onCancel?.({}, {})),
    fail: (error: unknown) => act(async () => void handlers.onError?.(error)),
  };
}
