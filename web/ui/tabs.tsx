import type { LucideIcon } from "lucide-react";
import { Tabs as RadixTabs } from "radix-ui";
import { type ReactNode, useState } from "react";
import { useMedia } from "../lib/use-media.ts";
import { SCROLL_ROW, scrollInRow } from "./scroll-row.ts";
import "./tabs.css";

type TabsProps = {
  label: string;
  tabs: readonly { value: string; label: string; icon: LucideIcon; content: ReactNode }[];
  value: string;
  onValueChange: (value: string) => void;
  /** Below the tabs of a wide screen, else beside their row. */
  aside?: ReactNode;
  /** Where no tab has the value. */
  elsewhere?: ReactNode;
};

/** Without a focus ring, which would go around the whole page. */
function focusPanel(panel: HTMLElement | null): void {
  panel?.focus({ preventScroll: true, focusVisible: false } as FocusOptions);
}

/** A page's sections: a rail beside them on a wide screen, else a row to scroll. The first panel takes focus. */
export function Tabs({ label, tabs, value, onValueChange, aside, elsewhere }: TabsProps) {
  const isWide = useMedia("(width >= 64rem)");
  const [first] = useState(value);
  return (
    <RadixTabs.Root
      value={value}
      onValueChange={onValueChange}
      orientation={isWide ? "vertical" : "horizontal"}
      className="tabs"
    >
      <div className="tabs-rail">
        <div className="scroll-row">
          <RadixTabs.List aria-label={label} {...SCROLL_ROW} className="tabs-list">
            {tabs.map(({ value: tab, label, icon: Icon }) => (
              <RadixTabs.Trigger
                key={tab}
                ref={tab === value ? scrollInRow : undefined}
                value={tab}
                className="tabs-tab"
              >
                <Icon className="size-5 shrink-0" />
                {label}
              </RadixTabs.Trigger>
            ))}
          </RadixTabs.List>
        </div>
        {aside}
      </div>
      {tabs.map(({ value: tab, content }) => (
        <RadixTabs.Content
          key={tab}
          ref={tab === first ? focusPanel : undefined}
          value={tab}
          className="min-w-0 focus-visible:outline-offset-8"
        >
          {content}
        </RadixTabs.Content>
      ))}
      {elsewhere}
    </RadixTabs.Root>
  );
}
