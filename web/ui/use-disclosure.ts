import { useState } from "react";
import { focusOnArrival } from "./focus-on-arrival.ts";

/** Part of a card that a button opens in its place; closing it returns focus to the button. */
export function useDisclosure() {
  const [state, setState] = useState<"closed" | "open" | "left">("closed");
  return {
    isOpen: state === "open",
    opener: { onClick: () => setState("open"), ref: state === "left" ? focusOnArrival : null },
    close: () => setState("left"),
  };
}
