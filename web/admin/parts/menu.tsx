import type { LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { Link } from "react-router";
import { IconButton } from "../../ui/button.tsx";

type MenuItem = { label: string } & ({ to: string } | { onSelect: () => void });
/** Rare actions behind an icon. */
export function Menu({ label, icon, items }: { label: string; icon: LucideIcon; items: readonly MenuItem[] }) {
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
          className="z-60 rounded-xl border border-control bg-raised p-2.5 shadow-2xl"
        >
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.label}
              asChild={"to" in item}
              className="flex min-h-11 cursor-pointer items-center rounded-lg px-3 font-semibold text-sm hover:text-bolt"
              {...("onSelect" in item && { onSelect: item.onSelect })}
            >
              {"to" in item ? <Link to={item.to}>{item.label}</Link> : item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
