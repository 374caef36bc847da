import { useQuery } from "@tanstack/react-query";
import { Gift } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { GiftList, giftsQuery } from "../members/gift-list.tsx";
import { bind, submits } from "../parts/bind.ts";

const FILTERS = [
  { value: "", label: "All" },
  { value: "open", label: "Not opened" },
  { value: "redeemed", label: "Already opened" },
  { value: "expired", label: "Expired" },
  { value: "refunded", label: "Refunded" },
] as const;

export function GiftsCard() {
  const [address, setAddress] = useState("");
  const [asked, setAsked] = useState("");
  const [state, setState] = useState("");
  const gifts = useQuery(giftsQuery(asked, FILTERS.find(({ value }) => value === state)?.value || undefined));
  const isFiltered = asked !== "" || state !== "";
  return (
    <Card
      id="gifts"
      title="Gifts"
      hint="You can refund gifts that haven't been opened. Search finds any part of a name, and complete email addresses."
    >
      <form {...submits(() => setAsked(address.trim()))} className="mb-5 flex flex-wrap items-end gap-3 *:first:grow">
        <TextField label="Giver's or recipient's name or email" type="search" {...bind(address, setAddress)} />
        <SelectField label="Gift status" options={FILTERS} {...bind(state, setState)} />
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </form>
      <QueryPanel query={gifts} loading="Loading gifts..." failed="Couldn't load gifts">
        {(known) =>
          known.length > 0 ? (
            <GiftList gifts={known} />
          ) : (
            <StatePanel kind="empty" icon={Gift} title={isFiltered ? "No gifts match." : "No gifts yet."} />
          )
        }
      </QueryPanel>
    </Card>
  );
}
