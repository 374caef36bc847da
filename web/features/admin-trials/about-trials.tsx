import { Zap } from "lucide-react";
import { Card, CardHeading } from "../../ui/card.tsx";

const FACTS = [
  "You grant a trial here; the person gets a mail with a link to set up a password. The link is valid for 7 days and works once.",
  "Trial users get everything members get: the daily emails, videos and audio.",
  "A trial expires by itself after the chosen duration. Nothing is charged.",
  "For someone with a running trial, the months are added to its end. Someone who is paying is left as they are.",
];

export function AboutTrials() {
  return (
    <Card aria-labelledby="about-trials">
      <CardHeading id="about-trials">How Free Trials Work</CardHeading>
      <ul className="grid gap-3 text-muted">
        {FACTS.map((fact) => (
          <li key={fact} className="flex items-start gap-3">
            <Zap aria-hidden="true" className="mt-1 size-4 shrink-0 fill-bolt text-bolt" />
            {fact}
          </li>
        ))}
      </ul>
    </Card>
  );
}
