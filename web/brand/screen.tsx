import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { DawnDial } from "../ui/dawn-dial.tsx";
import { PageShell } from "./page-shell.tsx";

type ScreenProps = { icon: LucideIcon; title: string; text: ReactNode; isTrouble?: boolean; children?: ReactNode };

/** A page with one question, or its answer. */
export function Screen({ icon: Icon, title, text, isTrouble = false, children }: ScreenProps) {
  return (
    <PageShell width="narrow" backdrop={<DawnDial />}>
      <div className="grid grid-cols-1 gap-6 sm:pt-10">
        <div role={isTrouble ? "alert" : "status"} className="grid grid-cols-1 gap-4">
          <Icon className={isTrouble ? "size-10 text-warn" : "size-10 text-bolt"} />
          <h1 className="text-balance text-3xl sm:text-4xl">{title}</h1>
          <p className="text-muted leading-relaxed">{text}</p>
        </div>
        {children}
      </div>
    </PageShell>
  );
}
