import { clsx } from "clsx";
import { useAtom, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { MINUTE_MS } from "#domain/durations.ts";
import { formatTime } from "#domain/formats.ts";
import { PLAYBACK_SPEEDS } from "#domain/rules/playback.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { SwitchField } from "../../ui/switch-field.tsx";
import { chooseSpeedAtom, hasKeyboard, keysAtom } from "./active-medium.atoms.ts";
import { sleepAtom } from "./player.atoms.ts";

const SLEEP_MINUTES = [5, 10, 15, 30, 60] as const;

export type PlaybackSheetProps = {
  isOpen: boolean;
  onClose: () => void;
  rate: number;
  /** Called with the speed the member chose, to sync it to their other devices. */
  onSpeed?: ((speed: number) => void) | undefined;
};

export function PlaybackSheet({ isOpen, onClose, rate, onSpeed }: PlaybackSheetProps) {
  const [sleep, setSleep] = useAtom(sleepAtom);
  const [hasKeys, setHasKeys] = useAtom(keysAtom);
  const setSpeed = useSetAtom(chooseSpeedAtom);
  const chooseSpeed = (speed: number) => {
    setSpeed(speed);
    onSpeed?.(speed);
  };
  return (
    <Dialog isOpen={isOpen} onOpenChange={onClose} title="Playback">
      <Choices legend="Speed">
        {PLAYBACK_SPEEDS.map((speed) => (
          <Choice key={speed} name="speed" isChosen={speed === rate} onChoose={() => chooseSpeed(speed)}>
            {speed}×
          </Choice>
        ))}
      </Choices>
      <Choices
        legend="Sleep timer"
        hint={sleep?.kind === "minutes" ? `Pauses at ${formatTime(sleep.endsAt, null)}.` : undefined}
      >
        <Choice name="sleep" isChosen={sleep === null} onChoose={() => setSleep(null)}>
          Off
        </Choice>
        {SLEEP_MINUTES.map((minutes) => (
          <Choice
            key={minutes}
            name="sleep"
            isChosen={sleep?.kind === "minutes" && sleep.minutes === minutes}
            onChoose={() => setSleep({ kind: "minutes", minutes, endsAt: Date.now() + minutes * MINUTE_MS })}
          >
            {minutes} min
          </Choice>
        ))}
        <Choice name="sleep" isWide isChosen={sleep?.kind === "end"} onChoose={() => setSleep({ kind: "end" })}>
          End of session
        </Choice>
      </Choices>
      {hasKeyboard() && (
        <SwitchField
          label="Keyboard shortcuts"
          hint="Space or K: play or pause. J and L: skip 15 seconds. Arrow keys: skip 5 seconds. M: mute. < and >: speed. F: full screen. C: captions."
          isOn={hasKeys}
          onChange={setHasKeys}
        />
      )}
    </Dialog>
  );
}

function Choices({ legend, hint, children }: { legend: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2.5 text-sm font-semibold semi-wide">{legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(max(3.75rem,22%),1fr))] gap-2">{children}</div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {hint}
      </p>
    </fieldset>
  );
}

type ChoiceProps = { name: string; isChosen: boolean; onChoose: () => void; isWide?: boolean; children: ReactNode };

function Choice({ name, isChosen, onChoose, isWide = false, children }: ChoiceProps) {
  return (
    <label
      className={clsx(
        "flex min-h-11 cursor-pointer items-center justify-center rounded-full border border-control px-1 text-center text-sm font-bold tabular-nums has-checked:border-bolt has-checked:bg-bolt has-checked:text-night forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:[forced-color-adjust:none] has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-bolt",
        isWide && "col-span-2",
      )}
    >
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} className="sr-only" />
      {children}
    </label>
  );
}
