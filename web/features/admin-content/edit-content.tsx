import { useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { LoadingState } from "../../ui/loading-state.tsx";
import { contentOfDateQuery } from "./content.query.ts";
import { ContentEditor } from "./content-editor.tsx";
import { DatePicker } from "./date-picker.tsx";

type EditContentProps = {
  password: string;
  date: string;
  openDate: (date: string) => Promise<boolean>;
  isSwitching: boolean;
};

export function EditContent({ password, date, openDate, isSwitching }: EditContentProps) {
  const content = useQuery(contentOfDateQuery(password, date));
  return (
    <Card aria-labelledby="edit-content">
      <CardHeading id="edit-content" hint="There is no save button: your text is kept as you type.">
        Edit Content for Date
      </CardHeading>
      <div className="grid gap-5">
        <DatePicker key={date} date={date} openDate={openDate} isBusy={isSwitching} />
        {content.data ? (
          <ContentEditor key={content.data.id} item={content.data} password={password} />
        ) : content.isPending ? (
          <LoadingState text="Loading content..." className="py-8" />
        ) : (
          <NoContent
            reason={content.error?.message}
            onRetry={() => content.refetch()}
            isRetrying={content.isFetching}
          />
        )}
      </div>
    </Card>
  );
}

type NoContentProps = { reason: string | undefined; onRetry: () => void; isRetrying: boolean };

/** An answer other than "not found" counts as no content too (spec section 7), but says why and offers to ask again. */
function NoContent({ reason, onRetry, isRetrying }: NoContentProps) {
  return (
    <div role="status" className="grid justify-items-center gap-4 py-8 text-center">
      <p className="text-muted">No content found for selected date</p>
      {reason !== undefined && (
        <>
          <p className="break-words text-bad text-sm">{reason}</p>
          <Button variant="secondary" size="sm" onClick={onRetry} isBusy={isRetrying}>
            Try again
          </Button>
        </>
      )}
    </div>
  );
}
