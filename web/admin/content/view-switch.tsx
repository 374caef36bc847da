import { CalendarDays, List } from "lucide-react";
import { SmallButton } from "../parts/small-button.tsx";
import type { ContentView } from "./content-address.ts";

const VIEWS = [
  { view: "calendar", label: "Calendar", icon: CalendarDays },
  { view: "list", label: "List", icon: List },
] as const;

export function ViewSwitch({ view, onView }: { view: ContentView; onView: (view: ContentView) => void }) {
  return (
    <fieldset className="flex gap-2">
      <legend className="sr-only">View</legend>
      {VIEWS.map((choice) => (
        <SmallButton
          key={choice.view}
          icon={choice.icon}
          className="aria-pressed:border-bolt aria-pressed:text-bolt"
          aria-pressed={view === choice.view}
          onClick={() => onView(choice.view)}
        >
          {choice.label}
        </SmallButton>
      ))}
    </fieldset>
  );
}
