import { Trash2 } from "lucide-react";
import type { TrialUser } from "#domain/contract/trials.ts";
import { formatCentralDate } from "../../lib/central-date.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { trialUserName } from "./trial-user-name.ts";

export function TrialUserRow({ user, onDelete }: { user: TrialUser; onDelete: () => void }) {
  const name = trialUserName(user);
  const endsOn = user.trialEndDate === null ? "Not set" : formatCentralDate(user.trialEndDate);
  return (
    <li className="flex items-center justify-between gap-4 rounded-xl border border-line bg-night p-4">
      <div className="grid min-w-0 gap-1">
        <p className="truncate font-bold semi-wide">{name}</p>
        <p className="truncate text-muted text-sm">{user.email}</p>
        <p className="text-muted text-sm">Trial ends: {endsOn}</p>
      </div>
      <IconButton label={`Delete ${name}`} onClick={onDelete} className="hover:border-bad hover:text-bad">
        <Trash2 aria-hidden="true" className="size-5" />
      </IconButton>
    </li>
  );
}
