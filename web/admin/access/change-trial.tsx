import type { TrialUser } from "#domain/contract/access.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { TextField } from "../../ui/field.tsx";
import { nameOf } from "../members/member-words.ts";
import { AskToAct } from "../parts/ask-first.tsx";
import { bind } from "../parts/bind.ts";
import { useKeptDay } from "../parts/kept.atoms.ts";

const trial = adminApi.admin["trial-users"][":id"];
export const trialsKey = ["/api/admin/trial-users"];

type QuestionProps = { user: TrialUser; onClose: () => void };

export function InviteAgain({ user: { id, email }, onClose }: QuestionProps) {
  return (
    <AskToAct
      title="Send the invitation again?"
      text={`It goes to ${email}, with a new link for 7 days. The link of the mail before stops working.`}
      action="Send again"
      isDangerous={false}
      act={(requestId) => trial.invite.$post({ param: { id }, json: { requestId } })}
      reads={[trialsKey]}
      failed="Failed to send the invitation"
      onClose={onClose}
    />
  );
}

export function ChangeEnd({ user, onClose }: QuestionProps) {
  const lastDay = user.lastDay ?? "";
  const [endDate, setEndDate] = useKeptDay(`trial-end/${user.id}`, lastDay);
  const isLater = user.lastDay !== null && endDate > user.lastDay;
  const laterHint = user.isSuppressed ? "No mail tells of it: this address gets none." : "A later end is told by mail.";
  return (
    <AskToAct
      title="Change the end of the trial"
      text={nameOf(user)}
      action="Change the end"
      isDangerous={false}
      isDisabled={endDate === "" || endDate === user.lastDay}
      act={() => trial.end.$put({ param: { id: user.id }, json: { endDate } })}
      reads={[trialsKey]}
      failed="Failed to change the end"
      onDone={() => setEndDate(lastDay)}
      onClose={onClose}
    >
      <TextField
        label="Last day"
        type="date"
        {...bind(endDate, setEndDate)}
        hint={isLater ? laterHint : "An earlier end takes effect without a mail."}
      />
    </AskToAct>
  );
}

export function DeleteTrial({ user, onClose }: QuestionProps) {
  return (
    <AskToAct
      title="Delete this trial user?"
      text={`${nameOf(user)} (${user.email}) loses access at once and gets no more wake-up mails.`}
      action="Delete"
      act={() => trial.$delete({ param: { id: user.id } })}
      tell={() => ({ title: "Trial User Deleted", tone: "success" })}
      reads={[trialsKey]}
      failed="Failed to delete trial user"
      closesOnFailure
      onClose={onClose}
    />
  );
}
