import { Zap } from "lucide-react";

const BENEFITS = [
  "All daily content",
  "Motivation video and audio",
  "Progress tracking dashboard",
  "Daily wake-up emails at a customizable time",
] as const;

export function MembershipBenefits() {
  return (
    <section aria-labelledby="benefits" className="grid gap-4 rounded-card border border-line bg-panel p-5">
      <h2 id="benefits" className="text-lg">
        Your membership includes
      </h2>
      <ul className="grid gap-3">
        {BENEFITS.map((benefit) => (
          <li key={benefit} className="flex items-center gap-3">
            <Zap aria-hidden="true" fill="currentColor" className="size-4 shrink-0 text-bolt" />
            {benefit}
          </li>
        ))}
      </ul>
    </section>
  );
}
