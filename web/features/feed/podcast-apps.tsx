import { useQuery } from "@tanstack/react-query";
import { Podcast } from "lucide-react";
import { useState } from "react";
import type { Feed } from "#domain/contract/feed.ts";
import { playerOf } from "#domain/rules/feeds.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { type Clock, DeviceRow, dayWords } from "../../ui/device-row.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { useDisclosure } from "../../ui/use-disclosure.ts";
import { useToast } from "../../ui/use-toast.ts";
import { feedsQuery, useRevokeFeed } from "./feeds.query.ts";

/** The podcast apps that have a feed, and a way to add one. */
export function PodcastApps(clock: Clock) {
  const feeds = useQuery(feedsQuery);
  return (
    <QueryPanel query={feeds} loading="Loading your podcast apps..." failed="Your podcast apps didn't load">
      {(answer) => <Feeds feeds={answer.feeds} clock={clock} />}
    </QueryPanel>
  );
}

function Feeds({ feeds, clock }: { feeds: readonly Feed[]; clock: Clock }) {
  const { part, opener, close } = useDisclosure(() => import("./add-feed.tsx"));
  const [revoked, setRevoked] = useState<Feed | null>(null);
  return (
    <div className="grid grid-cols-1 gap-4">
      {feeds.length === 0 ? (
        !part && <p className="text-muted text-sm">No podcast apps yet. Add one, and each new session arrives there.</p>
      ) : (
        <ul aria-label="Your podcast apps" className="grid divide-y divide-line">
          {feeds.map((feed) => (
            <DeviceRow key={feed.id} icon={Podcast} name={feed.name} use={usesOf(feed, clock)}>
              <Button variant="secondary" size="sm" aria-label={`Revoke ${feed.name}`} onClick={() => setRevoked(feed)}>
                Revoke
              </Button>
            </DeviceRow>
          ))}
        </ul>
      )}
      {part && <part.AddFeed onClose={close} />}
      {!part && (
        <Button variant="secondary" className="justify-self-start" {...opener}>
          Add a podcast app
        </Button>
      )}
      {revoked && <RevokeDialog feed={revoked} onClose={() => setRevoked(null)} />}
    </div>
  );
}

/** "Added Nov 2. Overcast, last used today" */
function usesOf({ createdAt, lastUsedAt, userAgent }: Feed, clock: Clock): string {
  const added = `Added ${dayWords(createdAt, clock)}`;
  if (lastUsedAt === null) return `${added}, not used yet`;
  const player = playerOf(userAgent);
  return `${added}. ${player ? `${player}, last` : "Last"} used ${dayWords(lastUsedAt, clock)}`;
}

function RevokeDialog({ feed: { id, name }, onClose }: { feed: Feed; onClose: () => void }) {
  const showToast = useToast();
  const revoke = useRevokeFeed();
  const onSuccess = () => {
    showToast({ tone: "success", title: `${name} is revoked`, description: "Its address doesn't work anymore." });
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`Revoke ${name}?`}
      description="It won't load new sessions. Downloads stay. To listen there again, add it again."
    >
      {revoke.isError && <Alert>{formErrorText(revoke.error, "We couldn't revoke this podcast app")}</Alert>}
      <DialogActions>
        <Button variant="secondary" onClick={onClose} disabled={revoke.isPending}>
          Cancel
        </Button>
        <Button variant="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate(id, { onSuccess })}>
          Revoke podcast app
        </Button>
      </DialogActions>
    </Dialog>
  );
}
