import type { LucideIcon } from "lucide-react";
import { Tabs as RadixTabs } from "radix-ui";
import { type ReactNode, useState } from "react";
import { useMedia } from "../lib/use-media.ts";
import "./tabs.css";

type TabsProps = {
  label: string;
  tabs: readonly { value: string; label: string; icon: LucideIcon; content: ReactNode }[];
  value: string;
  onValueChange: (value: string) => void;
  /** Shown below the tabs of a wide screen. */
  aside?: ReactNode;
};

/** Marks the list while more tabs are hidden to the right. */
function markRest(list: HTMLElement): void {
  list.parentElement?.toggleAttribute("data-more", list.scrollLeft + list.clientWidth < list.scrollWidth - 4);
}

function watchRest(list: HTMLElement | null) {
  if (list === null) return;
  const observer = new ResizeObserver(() => markRest(list));
  observer.observe(list);
  return () => observer.disconnect();
}

function scrollToTab(tab: HTMLElement | null): void {
  const list = tab?.parentElement;
  if (tab && list) list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
}

/** Without a focus ring, which would go around the whole page. */
function focusPanel(panel: HTMLElement | null): void {
  panel?.focus({ preventScroll: true, focusVisible: false } as FocusOptions);
}

/** A page's sections: a rail beside them on a wide screen, else a row to scroll. The first panel takes focus. */
export function Tabs({ label, tabs, value, onValueChange, aside }: TabsProps) {
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
        <RadixTabs.List
          aria-label={label}
          ref={watchRest}
          onScroll={({ currentTarget }) => markRest(currentTarget)}
          className="tabs-list"
        >
          {tabs.map(({ value: tab, label, icon: Icon }) => (
            <RadixTabs.Trigger key={tab} ref={tab === value ? scrollToTab : undefined} value={tab} className="tabs-tab">
              <Icon className="size-5 shrink-0" />
              {label}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {isWide && aside}
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
    </RadixTabs.Root>
  );
}
