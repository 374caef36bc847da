import type { LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useRef } from "react";
import { Link } from "react-router";
import { IconButton } from "../../ui/button.tsx";

type MenuItem = { label: string } & ({ to: string } | { onSelect: () => void });
/** Rare actions behind an icon. */
export function Menu({ label, icon, items }: { label: string; icon: LucideIcon; items: readonly MenuItem[] }) {
  const chosen = useRef<(() => void) | null>(null);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton isSmall icon={icon} label={label} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          // Once the trigger has focus, so that a dialog returns it there when it closes.
          onCloseAutoFocus={() => {
            queueMicrotask(chosen.current ?? (() => undefined));
            chosen.current = null;
          }}
          className="z-60 rounded-xl border border-control bg-raised p-2.5 shadow-2xl"
        >
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.label}
              asChild={"to" in item}
              className="flex min-h-11 cursor-pointer items-center rounded-lg px-3 font-semibold text-sm hover:text-bolt"
              onSelect={() => {
                chosen.current = "onSelect" in item ? item.onSelect : null;
              }}
            >
              {"to" in item ? <Link to={item.to}>{item.label}</Link> : item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
