import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { SmallButton } from "../parts/small-button.tsx";

type MailRowProps = {
  title: string;
  state: { label: string; tone: BadgeTone };
  facts: (string | false | null)[];
  action: { label: string; ask: () => void } | null;
};

export function MailRow({ title, state, facts, action }: MailRowProps) {
  return (
    <li className="grid gap-1.5 rounded-xl border border-line bg-night p-3.5">
      <div className="flex items-start justify-between gap-3">
        <p className="wrap-anywhere min-w-0 font-semibold text-sm">{title}</p>
        <Badge tone={state.tone}>{state.label}</Badge>
      </div>
      <p className="wrap-anywhere text-muted text-sm">{facts.filter(Boolean).join(" · ")}</p>
      {action && (
        <SmallButton className="mt-1 justify-self-start" onClick={action.ask}>
          {action.label}
        </SmallButton>
      )}
    </li>
  );
}
