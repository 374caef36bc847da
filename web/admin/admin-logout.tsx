import { useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { logOutAdmin } from "../lib/admin-session.ts";
import { saveDrafts } from "./content/save-draft.ts";
import { SmallButton } from "./parts/controls.tsx";
import { LoseQuestion } from "./parts/lose-question.tsx";
import { resetAtoms } from "./parts/stored.atoms.ts";
import { allUnsaved } from "./parts/unsaved.ts";

const PATIENCE_MS = 3_000;

export function AdminLogout() {
  const queryClient = useQueryClient();
  const [isSaving, setIsSaving] = useState(false);
  const [lost, setLost] = useState<string[]>([]);

  async function logOut() {
    setIsSaving(true);
    await Promise.race([saveDrafts(queryClient), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    setIsSaving(false);
    const rest = allUnsaved();
    if (rest.length > 0) setLost(rest);
    else leave();
  }

  function leave() {
    // Log out first, so that no form on screen saves what we're about to forget.
    logOutAdmin();
    resetAtoms();
  }

  return (
    <>
      <SmallButton icon={LogOut} variant="ghost" className="max-sm:[&>svg]:hidden" isBusy={isSaving} onClick={logOut}>
        Logout
      </SmallButton>
      {lost.length > 0 && (
        <LoseQuestion
          title="Log out without saving?"
          action="Logout"
          lost={lost}
          onConfirm={leave}
          onClose={() => setLost([])}
        />
      )}
    </>
  );
}
