import { useQuery } from "@tanstack/react-query";
import type { MemberFile } from "#domain/contract/members.ts";
import { formatDateTime } from "#domain/formats.ts";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { GiftList, giftsQuery } from "./gift-list.tsx";
import { CONSENT_NAMES } from "./member-words.ts";

export function MemberGifts({ email }: { email: string }) {
  const gifts = useQuery(giftsQuery(email));
  return (
    <TitledCard id="member-gifts" title="Gifts">
      <QueryPanel query={gifts} loading="Loading gifts..." failed="Couldn't load gifts">
        {(known) => (known.length > 0 ? <GiftList gifts={known} /> : <p className="text-muted">No gifts.</p>)}
      </QueryPanel>
    </TitledCard>
  );
}

export function MemberConsents({ consents }: { consents: MemberFile["consents"] }) {
  return (
    <TitledCard id="member-consents" title="Consents">
      {consents.length === 0 ? (
        <p className="text-muted">No consents yet.</p>
      ) : (
        <ul className="grid gap-3">
          {consents.map(({ purpose, at, text, termsVersion, priceText }) => (
            <li key={`${purpose} ${at}`} className="rounded-xl border border-line bg-night">
              <details>
                <summary className="grid min-h-12 cursor-pointer content-center gap-0.5 px-4 py-3">
                  <span className="font-bold semi-wide">{CONSENT_NAMES[purpose]}</span>
                  <span className="text-muted text-sm">
                    {[formatDateTime(at), priceText, `terms ${termsVersion}`].filter(Boolean).join(" · ")}
                  </span>
                </summary>
                <p className="wrap-anywhere px-4 pb-4 text-sm leading-relaxed">{text}</p>
              </details>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  );
}
