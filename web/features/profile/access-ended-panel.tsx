import { Sunset } from "lucide-react";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { formatDate } from "#domain/formats.ts";
import { PUBLIC_PAGES } from "#domain/paths.ts";
import { Artwork } from "../../brand/artwork.tsx";
import { SupportLink } from "../../brand/page-shell.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { useProfile } from "./profile.query.ts";

function endSentence(profile: ProfileResponse | undefined): string {
  if (!profile?.subscriptionEndDate) return "Your membership has ended";
  const noun = profile.subscriptionType === "trial" ? "trial" : "membership";
  return `Your ${noun} ended on ${formatDate(profile.subscriptionEndDate)}`;
}

export function AccessEndedPanel() {
  const profile = useProfile();
  return (
    <section
      aria-labelledby="access-ended"
      className="relative isolate grid grid-cols-1 content-center justify-items-start gap-5 overflow-hidden wrap-anywhere rounded-card border border-line bg-panel p-6 max-sm:mt-5 sm:p-10 lg:min-h-104"
    >
      {profile.data?.subscriptionEndDate && (
        <Artwork
          date={profile.data.subscriptionEndDate.slice(0, 10)}
          className="absolute inset-y-0 right-0 -z-10 h-full w-1/2 [mask-image:linear-gradient(to_right,transparent,black_85%)] max-lg:hidden forced-colors:hidden"
        />
      )}
      <Sunset className="size-10 text-ember short:hidden" />
      <h2
        id="access-ended"
        className="min-h-[1.1em] max-w-full text-3xl sm:text-4xl lg:max-w-xl lg:text-5xl short:text-2xl"
      >
        {profile.isPending ? "Your membership" : endSentence(profile.data)}
      </h2>
      <p className="max-w-prose leading-relaxed text-muted lg:max-w-xl lg:text-lg">
        Your account and everything you completed are still here. Choose a plan and your next morning starts with a
        session.
      </p>
      <a href={PUBLIC_PAGES.subscribe} className={buttonClass("primary", "lg", "max-sm:w-full")}>
        Choose a plan
      </a>
      <p className="text-sm text-muted">
        Something wrong? <SupportLink className="font-semibold text-ink underline underline-offset-4" />
      </p>
    </section>
  );
}
