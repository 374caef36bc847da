import { useMutation } from "@tanstack/react-query";
import { Sheet } from "lucide-react";
import { adminApi } from "../../lib/admin-session.ts";
import { lazyExtra } from "../../lib/lazy-extra.tsx";
import { saveAnswer } from "../../lib/save-file.ts";
import { useLazyDialog } from "../../ui/use-lazy-part.ts";
import { ActionError } from "../parts/action-error.tsx";
import { SmallButton } from "../parts/controls.tsx";
import { Menu } from "../parts/menu.tsx";
import { useSelection } from "./selection.atoms.ts";

const LazyBar = lazyExtra(() => import("./selection-bar.tsx").then(({ SelectionBar }) => SelectionBar));

/** Selecting days, and sheets of them. What only some presses need loads after one. */
export function ManyDays() {
  const { isOn, asked, done, turn } = useSelection();
  const sheet = useLazyDialog(() => import("./sheet-dialog.tsx").then(({ SheetDialog }) => SheetDialog));
  const { part: SheetDialog } = sheet;
  const save = useMutation({ mutationFn: () => saveAnswer(adminApi.content.sheet.$get(), "sessions.csv") });
  return (
    <div className="flex flex-wrap gap-2">
      <SmallButton aria-pressed={isOn} className="aria-pressed:border-bolt aria-pressed:text-bolt" onClick={turn}>
        Select
      </SmallButton>
      <Menu
        label="Import or export a sheet"
        icon={Sheet}
        items={[
          { label: "Import a sheet", onSelect: sheet.open },
          { label: "Export all sessions", onSelect: () => save.mutate() },
        ]}
      />
      <ActionError of={save} title="Not exported" />
      {sheet.isOpen && SheetDialog && <SheetDialog onClose={sheet.close} />}
      {(isOn || asked || done) && <LazyBar />}
    </div>
  );
}
