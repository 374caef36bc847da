import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { listen } from "../../lib/listen.ts";
import { AskFirst } from "./ask-first.tsx";
import { forgetForms, formsInUse } from "./unsaved.ts";

type LoseQuestionProps = {
  title: string;
  action: string;
  lost: readonly string[];
  onConfirm: () => void;
  onClose: () => void;
};

export function LoseQuestion({ lost, ...question }: LoseQuestionProps) {
  return (
    <AskFirst text="You'll lose these unsaved changes:" {...question}>
      <ul className="wrap-anywhere grid list-disc gap-1 pl-5">
        {lost.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </AskFirst>
  );
}

/** What an address must keep for the forms on screen to stay. */
function placeOf(address: string): string {
  const { pathname, searchParams } = new URL(address);
  return [pathname, ...["tab", "page", "member"].map((name) => searchParams.get(name))].join();
}

/** Asks before a link, a tab, or the browser's Back leaves a form. Browsers without the Navigation API ask only at a reload. */
export function LeaveQuestion() {
  const navigate = useNavigate();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const ask = useEffectEvent((event: NavigateEvent) => {
    const { destination, navigationType, cancelable } = event;
    const stays = placeOf(destination.url) === placeOf(window.location.href);
    // Another document's arrival asks like a reload.
    if (stays || !cancelable || !destination.sameDocument || formsInUse().length === 0) return;
    event.preventDefault();
    // After Cancel, focus is back at the form. A tab that gets it back would open.
    document.querySelector<HTMLElement>("[role=tabpanel][data-state=active]")?.focus({ preventScroll: true });
    const { pathname, search } = new URL(destination.url);
    setLeave(() => () => {
      if (navigationType === "traverse") window.navigation.traverseTo(destination.key);
      else void navigate({ pathname, search }, { replace: navigationType === "replace" });
    });
  });
  useEffect(
    () =>
      "navigation" in window ? listen(navigation, { navigate: (event) => ask(event as NavigateEvent) }) : undefined,
    [],
  );
  if (!leave) return null;
  return (
    <LoseQuestion
      title="Leave without saving?"
      action="Leave"
      lost={formsInUse()}
      onConfirm={() => {
        setLeave(null);
        forgetForms();
        leave();
      }}
      onClose={() => setLeave(null)}
    />
  );
}
