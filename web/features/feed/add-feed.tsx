import { addFeedPath } from "#domain/rules/feeds.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { CancelOrSubmit } from "../../ui/cancel-or-submit.tsx";
import { TextField } from "../../ui/field.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";
import { QrCode } from "../../ui/qr-code.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { FeedAddress } from "./feed-address.tsx";
import { useAddFeed } from "./feeds.query.ts";

/** Asks for a podcast app's name, then shows its address, once. */
export function AddFeed({ onClose }: { onClose: () => void }) {
  const add = useAddFeed();
  const { form, field, formError } = useCheckedForm(
    { name: ({ name }) => (name.trim() === "" ? "Name the podcast app" : null) },
    ({ name }) => add.mutate(name),
    add.error,
  );
  if (add.data) {
    const { feed, address } = add.data;
    return (
      <div className="grid animate-rise gap-4 rounded-xl border border-line bg-night p-4">
        <h3 ref={focusOnArrival} tabIndex={-1} className="wrap-anywhere font-bold text-lg">
          The address for {feed.name}
        </h3>
        <p className="text-muted text-sm">
          We show it only once, so add it to your app before you close this. It's yours alone: anyone who has it can
          hear your sessions.
        </p>
        <FeedAddress address={address} />
        <div className="grid gap-2">
          <p className="text-sm">To listen on a phone, scan this with it.</p>
          <QrCode label="QR code of the address" text={addressOfPage(address)} />
        </div>
        <Button variant="secondary" className="justify-self-start" onClick={onClose}>
          Close
        </Button>
      </div>
    );
  }
  return (
    <form {...form} className="grid animate-rise gap-5">
      {formError !== null && <Alert>{formErrorText(formError, "We couldn't add this podcast app")}</Alert>}
      <TextField
        ref={focusOnArrival}
        label="Podcast app"
        hint="A name you'll recognize, such as Overcast or Car."
        maxLength={40}
        autoComplete="off"
        {...field("name")}
      />
      <CancelOrSubmit onCancel={onClose} isBusy={add.isPending}>
        Add app
      </CancelOrSubmit>
    </form>
  );
}

/** A phone's camera opens a page rather than the feed, which browsers can't show. */
function addressOfPage(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${addFeedPath(pathname.split("/").at(-1) ?? "")}`;
}
