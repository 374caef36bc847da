import { LogOut } from "lucide-react";
import { useState } from "react";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { logOutAdmin } from "../lib/admin-session.ts";
import { datesToSave, flushDrafts, forgetDrafts } from "./content/open-drafts.ts";
import { runningUploads } from "./media/uploads.atoms.ts";
import { AskFirst } from "./parts/ask-first.tsx";
import { SmallButton } from "./parts/controls.tsx";
import { resetAtoms, typedForms } from "./parts/stored.atoms.ts";

const PATIENCE_MS = 3_000;

async function saveAndList(): Promise<string[]> {
  await Promise.race([flushDrafts(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  return [
    ...datesToSave().map((date) => `Session for ${formatLongDate(date)}`),
    ...typedForms(),
    ...runningUploads().map((filename) => `Upload: ${filename}`),
  ];
}

export function AdminLogout() {
  const [isSaving, setIsSaving] = useState(false);
  const [lost, setLost] = useState<string[]>([]);

  async function logOut() {
    setIsSaving(true);
    const rest = await saveAndList();
    setIsSaving(false);
    if (rest.length > 0) setLost(rest);
    else leave();
  }

  function leave() {
    // Log out first, so that no form on screen saves what we're about to forget.
    logOutAdmin();
    forgetDrafts();
    resetAtoms();
  }

  return (
    <>
      <SmallButton icon={LogOut} variant="ghost" className="max-sm:[&>svg]:hidden" isBusy={isSaving} onClick={logOut}>
        Logout
      </SmallButton>
      {lost.length > 0 && (
        <AskFirst
          title="Log out without saving?"
          text="You'll lose these unsaved changes:"
          action="Logout"
          onConfirm={leave}
          onClose={() => setLost([])}
        >
          <ul className="wrap-anywhere grid list-disc gap-1 pl-5">
            {lost.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </AskFirst>
      )}
    </>
  );
}
