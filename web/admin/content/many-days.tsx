import { Sheet } from "lucide-react";
import { adminApi } from "../../lib/admin-session.ts";
import { failureSentence } from "../../lib/failure-text.ts";
import { lazyExtra } from "../../lib/lazy-extra.tsx";
import { saveAnswer } from "../../lib/save-file.ts";
import { useLazyDialog } from "../../ui/use-lazy-part.ts";
import { useToast } from "../../ui/use-toast.ts";
import { SmallButton } from "../parts/controls.tsx";
import { Menu } from "../parts/menu.tsx";
import { useSelection } from "./selection.atoms.ts";

const LazyBar = lazyExtra(() => import("./selection-bar.tsx").then(({ SelectionBar }) => SelectionBar));

/** Selecting days, and sheets of them. What only some presses need loads after one. */
export function ManyDays() {
  const { isOn, asked, done, turn } = useSelection();
  const toast = useToast();
  const sheet = useLazyDialog(() => import("./sheet-dialog.tsx").then(({ SheetDialog }) => SheetDialog));
  const { part: SheetDialog } = sheet;
  function save() {
    saveAnswer(adminApi.content.sheet.$get(), "sessions.csv").catch((error) =>
      toast({ title: "Not exported", description: failureSentence("Failed to export", error), tone: "error" }),
    );
  }
  return (
    <div className="flex gap-2">
      <SmallButton aria-pressed={isOn} className="aria-pressed:border-bolt aria-pressed:text-bolt" onClick={turn}>
        Select
      </SmallButton>
      <Menu
        label="Import or export a sheet"
        icon={Sheet}
        items={[
          { label: "Import a sheet", onSelect: sheet.open },
          { label: "Export all sessions", onSelect: save },
        ]}
      />
      {sheet.isOpen && SheetDialog && <SheetDialog onClose={sheet.close} />}
      {(isOn || asked || done) && <LazyBar />}
    </div>
  );
}
