import { X } from "lucide-react";
import { errorDetail } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { IconButton } from "../../ui/button.tsx";

/** A long question on a phone hides its end. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

type ActionErrorProps = { of: { error: unknown; reset: () => void }; title?: string };

/** A failure where it happened, until it's dismissed or tried again. */
export function ActionError({ of: { error, reset }, title = "That didn't work" }: ActionErrorProps) {
  if (!error) return null;
  return (
    <div ref={show} className="w-full">
      <Alert>
        <div className="flex items-start gap-2">
          <div className="wrap-anywhere min-w-0 grow">
            <p className="font-semibold">{title}</p>
            <p className="text-sm">{errorDetail(error)}</p>
          </div>
          <IconButton isSmall icon={X} label="Dismiss" className="-my-1" onClick={reset} />
        </div>
      </Alert>
    </div>
  );
}
