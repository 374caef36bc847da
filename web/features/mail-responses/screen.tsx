import { Unlink } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { SupportLink } from "../../brand/page-shell.tsx";
import { Screen } from "../../brand/screen.tsx";
import { buttonClass } from "../../ui/button.tsx";

export { Screen };

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
