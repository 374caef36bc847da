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

/** PayPal's browser SDK as pages meet it: a button named "PayPal", which asks the page for its subscription or order. */
export function stubPayPal() {
  settings().handleDisabledFileLoadingAsSuccess = true;
  /** What the page handed to PayPal's window, one for each that opened. */
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
    /** Addresses of the scripts that the page has asked for. */
    scripts: () => [...document.querySelectorAll("script")].map(({ src }) => src),
    /** From now on the script does not load, as with a blocker; `false` lets it in again. */
    block: (isBlocked: boolean) => {
      settings().handleDisabledFileLoadingAsSuccess = !isBlocked;
    },
    /** The buyer agrees in PayPal's window. */
    approve: () => act(async () => void handlers.onApprove?.({ subscriptionID: opened.at(-1) }, {})),
    leave: () => act(async () => void handlers.onCancel?.({}, {})),
    fail: (error: unknown) => act(async () => void handlers.onError?.(error)),
  };
}
