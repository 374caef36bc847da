import { Tabs as RadixTabs } from "radix-ui";
import type { ReactNode } from "react";

type Tab = { value: string; label: ReactNode; content: ReactNode };

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
};

function scrollToTab(tab: HTMLElement | null): void {
  const list = tab?.parentElement;
  if (tab && list) list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
}

export function Tabs({ label, tabs, value, defaultValue, onValueChange }: TabsProps) {
  return (
    <RadixTabs.Root value={value} defaultValue={defaultValue ?? tabs[0]?.value} onValueChange={onValueChange}>
      <RadixTabs.List
        aria-label={label}
        className="mb-6 flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            ref={tab.value === value ? scrollToTab : undefined}
            value={tab.value}
            className="relative inline-flex min-h-12 shrink-0 items-center gap-2 rounded-t-lg px-4 text-sm font-bold semi-wide text-muted transition-colors hover:text-ink focus-visible:-outline-offset-3 data-[state=active]:text-bolt data-[state=active]:after:absolute data-[state=active]:after:inset-x-3 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-bolt"
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="focus-visible:outline-offset-8">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
