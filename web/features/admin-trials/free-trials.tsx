import { AboutTrials } from "./about-trials.tsx";
import { CreateTrial } from "./create-trial.tsx";
import { TrialUsers } from "./trial-users.tsx";

export function FreeTrials({ password }: { password: string }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid gap-6">
        <CreateTrial password={password} />
        <AboutTrials />
      </div>
      <TrialUsers password={password} />
    </div>
  );
}
