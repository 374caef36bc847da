import { useState } from "react";
import { focusOnArrival } from "./focus-on-arrival.ts";
import { useLazyPart } from "./use-lazy-part.ts";

/** Part of a card that a button opens in its place; closing it returns focus to the button. */
export function useDisclosure<Part>(loadPart: () => Promise<Part>) {
  const [state, setState] = useState<"closed" | "open" | "left">("closed");
  const { part, isLoading, load } = useLazyPart(loadPart);
  const open = () => {
    setState("open");
    load();
  };
  return {
    part: state === "open" ? part : undefined,
    opener: { onClick: open, isBusy: isLoading, ref: state === "left" ? focusOnArrival : null },
    close: () => setState("left"),
  };
}
