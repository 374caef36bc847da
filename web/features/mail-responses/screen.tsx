import { type LucideIcon, Unlink } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { SupportLink } from "../../brand/page-shell.tsx";
import { buttonClass } from "../../ui/button.tsx";

const LINK = "text-ink underline underline-offset-4";

export const MY_ACCOUNT = (
  <Link to={APP_PAGES.profile} className={LINK}>
    My Account
  </Link>
);

export const TO_DASHBOARD = (
  <Link to={APP_PAGES.dashboard} className={buttonClass("secondary", "lg")}>
    Go to your dashboard
  </Link>
);

export const TO_ACCOUNT = (
  <Link to={APP_PAGES.profile} className={buttonClass("secondary", "lg")}>
    My Account
  </Link>
);

type ScreenProps = { icon: LucideIcon; title: string; text: ReactNode; isTrouble?: boolean; children?: ReactNode };

export function Screen({ icon: Icon, title, text, isTrouble = false, children }: ScreenProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <div role={isTrouble ? "alert" : "status"} className="grid grid-cols-1 gap-4">
        <Icon aria-hidden="true" className={isTrouble ? "size-10 text-warn" : "size-10 text-bolt"} />
        <h1 className="text-3xl sm:text-4xl">{title}</h1>
        <p className="text-muted leading-relaxed">{text}</p>
      </div>
      {children}
    </div>
  );
}

/** Shown for a link that is cut off or not ours; `instead` offers another way. */
export function DeadMailLink({ title, instead }: { title: string; instead: ReactNode }) {
  return (
    <Screen
      icon={Unlink}
      title={title}
      isTrouble
      text={
        <>
          Your email app may have cut it off. Open it from the email again, {instead} {MY_ACCOUNT}, or write to{" "}
          <SupportLink className={LINK} />.
        </>
      }
    />
  );
}
