import { AlarmClock, CreditCard, KeyRound, type LucideIcon, ShieldCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "react-router";
import { ACCOUNT_PARTS, type AccountPart } from "#domain/paths.ts";

const LOOKS: Record<AccountPart, { label: string; icon: LucideIcon }> = {
  "wake-up": { label: "Wake-up", icon: AlarmClock },
  membership: { label: "Membership", icon: CreditCard },
  security: { label: "Security", icon: KeyRound },
  privacy: { label: "Privacy", icon: ShieldCheck },
};

/** The part that the address names. A fragment that names none, such as the skip link's, changes nothing. */
function usePart(): AccountPart {
  const { hash } = useLocation();
  const [last, setLast] = useState<AccountPart>(ACCOUNT_PARTS[0]);
  const named = hash === "" ? ACCOUNT_PARTS[0] : ACCOUNT_PARTS.find((part) => `#${part}` === hash);
  if (named !== undefined && named !== last) setLast(named);
  return named ?? last;
}

/** A rail on wide screens, chips on phones. The other parts stay mounted, so nothing typed in them is lost. */
export function AccountParts({ parts }: { parts: Record<AccountPart, ReactNode> }) {
  const shown = usePart();
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-14">
      <nav aria-label="Parts of My Account" className="lg:sticky lg:top-6">
        <ul className="flex flex-wrap gap-1.5 *:flex-auto sm:gap-2 lg:flex-col lg:gap-1">
          {ACCOUNT_PARTS.map((part) => {
            const { label, icon: Icon } = LOOKS[part];
            return (
              <li key={part}>
                <Link
                  to={{ hash: part }}
                  aria-current={part === shown ? "page" : undefined}
                  onClick={() => window.scrollTo(0, 0)}
                  className="flex min-h-11 items-center justify-center gap-3 rounded-full border border-line px-1.5 font-semibold text-muted text-xs transition-colors hover:border-bolt hover:text-ink aria-[current=page]:border-bolt aria-[current=page]:bg-bolt/10 aria-[current=page]:text-bolt min-[24rem]:px-2 sm:text-sm sm:semi-wide lg:min-h-12 lg:justify-start lg:rounded-xl lg:border-transparent lg:px-4 forced-colors:aria-[current=page]:border-3"
                >
                  <Icon className="size-5 max-lg:hidden" />
                  {label}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      {ACCOUNT_PARTS.map((part) => (
        <div key={part} hidden={part !== shown}>
          {parts[part]}
        </div>
      ))}
    </div>
  );
}
