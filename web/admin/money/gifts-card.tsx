import { useQuery } from "@tanstack/react-query";
import { Gift } from "lucide-react";
import { useState } from "react";
import { errorDetail } from "../../lib/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { GiftList, giftsQuery } from "../members/gift-list.tsx";

/** Gifts, the newest first or those of an address, with the refund of what was not redeemed. */
export function GiftsCard() {
  const [address, setAddress] = useState("");
  const [asked, setAsked] = useState("");
  const gifts = useQuery(giftsQuery(asked));
  return (
    <Card aria-labelledby="gifts">
      <CardHeading id="gifts" hint="A refund takes back what was not redeemed.">
        Gifts
      </CardHeading>
      <form
        className="mb-5 flex flex-wrap items-end gap-3 *:first:grow"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(address.trim());
        }}
      >
        <TextField
          label="Giver's or recipient's address"
          type="search"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <Button type="submit" variant="secondary">
          Find
        </Button>
      </form>
      {gifts.data && gifts.data.length > 0 ? (
        <GiftList gifts={gifts.data} className="lg:grid-cols-2" />
      ) : gifts.data ? (
        <StatePanel kind="empty" icon={Gift} title={asked === "" ? "No gifts yet" : "No gift of this address"} />
      ) : gifts.isPending ? (
        <StatePanel kind="loading" title="Loading gifts..." />
      ) : (
        <StatePanel kind="error" title="Failed to fetch the gifts" detail={errorDetail(gifts.error)} retry={gifts} />
      )}
    </Card>
  );
}
