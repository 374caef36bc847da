import { ActionBar } from "../../brand/dock.tsx";
import { TodayButton } from "./selected-content.tsx";

/** The dial says that the month is empty; its arrows and list lead on. */
export function EmptyMonth({ onToday }: { onToday: (() => void) | null }) {
  return (
    <section className="[grid-area:title]">
      <h2 className="text-xl lg:text-4xl">Try another month</h2>
      {onToday && (
        <ActionBar label="Selected session">
          <div className="grid sm:mt-5 sm:flex">
            <TodayButton onClick={onToday} />
          </div>
        </ActionBar>
      )}
    </section>
  );
}
