import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";

type MailRowProps = {
  title: string;
  state: { label: string; tone: BadgeTone };
  facts: (string | false | null)[];
  action: { label: string; ask: () => void } | null;
};

/** A mail with what is known of it, and what can be done about it. */
export function MailRow({ title, state, facts, action }: MailRowProps) {
  return (
    <li className="grid gap-1.5 rounded-xl border border-line bg-night p-3.5">
      <div className="flex items-start justify-between gap-3">
        <p className="wrap-anywhere min-w-0 font-semibold text-sm">{title}</p>
        <Badge tone={state.tone}>{state.label}</Badge>
      </div>
      <p className="wrap-anywhere text-muted text-sm">{facts.filter(Boolean).join(" · ")}</p>
      {action && (
        <Button variant="secondary" size="sm" className="mt-1 justify-self-start" onClick={action.ask}>
          {action.label}
        </Button>
      )}
    </li>
  );
}
