import { useMutation } from "@tanstack/react-query";
import { ArrowLeft, Download } from "lucide-react";
import { Link } from "react-router";
import type { DownloadDataResponse } from "#domain/contract/privacy.ts";
import { PRIVACY_PATH } from "#domain/paths.ts";
import { api, read } from "../../lib/api.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Alert } from "../../ui/alert.tsx";
import { ArrivalLink } from "../../ui/arrival-link.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";

/** Opened by the emailed link to a member's data, `/profile?data={token}`. Its button uses the token; opening the page doesn't. */
export function DownloadData({ token }: { token: string }) {
  const download = useMutation({ mutationFn: () => read(api.user.privacy.download.$post({ json: { token } })) });
  const isDead = hasErrorCode(download.error, "gone") || hasErrorCode(download.error, "validation");
  const alert = download.isError && <Alert>{formErrorText(download.error, "We couldn't get your data")}</Alert>;
  return (
    <Card id="data-heading" title="Your data" hint="Everything we store about you right now." className="max-w-2xl">
      <div className="grid grid-cols-1 justify-items-start gap-4">
        {download.data ? (
          <Files data={download.data} />
        ) : isDead ? (
          <>
            {alert}
            <ArrivalLink to={PRIVACY_PATH} className={buttonClass("primary", "lg")}>
              Request a new link
            </ArrivalLink>
          </>
        ) : (
          <>
            <p className="text-muted leading-relaxed">
              A page to read and a JSON file for other apps. The link works once, so save both where only you can read
              them.
            </p>
            {alert}
            <Button size="lg" isBusy={download.isPending} onClick={() => download.mutate()}>
              Get my data
            </Button>
          </>
        )}
        {!isDead && (
          <Link to={PRIVACY_PATH} className={buttonClass("ghost", "md", "-ml-2")}>
            <ArrowLeft className="size-4" />
            Privacy settings
          </Link>
        )}
      </div>
    </Card>
  );
}

/** The files stay in memory until the page is left, so a refused or lost download can be repeated. */
function Files({ data: { name, json, page } }: { data: DownloadDataResponse }) {
  const save = (text: string, type: string, ending: string) =>
    saveFile(new Blob([text], { type }), `${name}.${ending}`);
  return (
    <>
      <Alert tone="success">Your data is ready. Save both files before you leave this page.</Alert>
      <div className="flex flex-wrap gap-3">
        <Button icon={Download} ref={focusOnArrival} onClick={() => save(page, "text/html;charset=utf-8", "html")}>
          Download page
        </Button>
        <Button icon={Download} variant="secondary" onClick={() => save(json, "application/json", "json")}>
          Download JSON file
        </Button>
      </div>
    </>
  );
}
