import { CalendarDays, List } from "lucide-react";
import { SmallButton } from "../parts/small-button.tsx";
import type { ContentView } from "./content-address.ts";

export function ViewSwitch({ view, onView }: { view: ContentView; onView: (view: ContentView) => void }) {
  const choice = (wanted: ContentView) => ({
    className: "aria-pressed:border-bolt aria-pressed:text-bolt",
    "aria-pressed": view === wanted,
    onClick: () => onView(wanted),
  });
  return (
    <fieldset className="flex gap-2">
      <legend className="sr-only">View</legend>
      <SmallButton icon={CalendarDays} {...choice("calendar")}>
        Calendar
      </SmallButton>
      <SmallButton icon={List} {...choice("list")}>
        List
      </SmallButton>
    </fieldset>
  );
}
