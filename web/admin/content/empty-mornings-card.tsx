import { useQuery } from "@tanstack/react-query";
import { useAtom } from "jotai";
import * as z from "zod";
import { type EmptyMorningsResponse, emptyMorningsResponse } from "#domain/contract/content/empty-mornings.ts";
import { REPEAT_DAYS } from "#domain/rules/fallbacks.ts";
import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { submits } from "../parts/controls.tsx";
import { storedFormAtom } from "../parts/stored.atoms.ts";
import { MineOrTheirs, WarnPanel } from "./conflict-panel.tsx";
import { emptyMorningsQuery, useSaveEmptyMornings } from "./content.query.ts";
import { humanDate } from "./content-words.tsx";
import { FallbackList } from "./fallback-list.tsx";
import { FallbackSearch } from "./fallback-search.tsx";

const storedDraft = emptyMorningsResponse.pick({ version: true, mode: true, fallbacks: true });
type Draft = z.infer<typeof storedDraft>;
/** The unsaved choice, with the version it is based on. */
const draftAtom = storedFormAtom<Draft | null>("A morning without content", z.nullable(storedDraft), () => null, {
  label: "Mornings without a session",
});

const CHOICES = [
  { value: "nothing", title: "Send nothing", hint: "No wake-up email goes out that morning." },
  {
    value: "fallback",
    title: "Send a fallback",
    hint: `We send the first session below that isn't used on another date within ${REPEAT_DAYS} days.`,
  },
] as const;

export function EmptyMorningsCard() {
  const setting = useQuery(emptyMorningsQuery);
  return (
    <Card
      id="empty-mornings"
      title="Mornings without a session"
      hint="What members get when a day's session is missing, hidden, or still a draft."
    >
      <QueryPanel query={setting} loading="Loading the setting..." failed="Couldn't load the setting">
        {(stored) => <Setting stored={stored} />}
      </QueryPanel>
    </Card>
  );
}

function isSame(draft: Draft, stored: EmptyMorningsResponse): boolean {
  const ids = ({ fallbacks }: Draft) => fallbacks.map(({ id }) => id).join(" ");
  return draft.mode === stored.mode && ids(draft) === ids(stored);
}

function Setting({ stored }: { stored: EmptyMorningsResponse }) {
  const [typed, setDraft] = useAtom(draftAtom);
  const save = useSaveEmptyMornings();
  const draft: Draft = typed ?? stored;
  const { mode, fallbacks } = draft;
  const isChanged = typed !== null && !isSame(typed, stored);
  const isContested = isChanged && draft.version !== stored.version;
  const change = (part: Partial<Draft>) => {
    save.reset();
    setDraft({ version: draft.version, mode, fallbacks, ...part });
  };
  const submit = () => {
    const contentIds = fallbacks.map(({ id }) => id);
    save.mutate({ version: draft.version, mode, contentIds }, { onSuccess: () => setDraft(null) });
  };

  return (
    <form {...submits(submit)} className="grid grid-cols-1 gap-5">
      <fieldset className="grid gap-2">
        <legend className="sr-only">When a morning has no session</legend>
        {CHOICES.map(({ value, title, hint }) => (
          <label
            key={value}
            className="flex min-h-14 cursor-pointer items-start gap-3 rounded-xl border border-line bg-night p-4 hover:border-muted has-checked:border-bolt"
          >
            <input
              type="radio"
              name="empty-mornings"
              checked={mode === value}
              onChange={() => change({ mode: value })}
              className="mt-0.5 size-5 shrink-0 accent-bolt"
            />
            <span className="grid min-w-0 gap-0.5">
              <span className="font-bold semi-wide">{title}</span>
              <span className="text-muted text-sm">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {mode === "fallback" && (
        <>
          <FallbackList chosen={fallbacks} onChange={(chosen) => change({ fallbacks: chosen })} />
          <FallbackSearch chosen={fallbacks} onAdd={(item) => change({ fallbacks: [...fallbacks, item] })} />
        </>
      )}
      {isContested && (
        <WarnPanel
          title="Someone else changed this setting"
          text="Your changes aren't saved yet. The forecast below uses their version."
        >
          <MineOrTheirs
            onChoose={(choice) => (choice === "theirs" ? setDraft(null) : change({ version: stored.version }))}
          />
        </WarnPanel>
      )}
      {save.isError && !hasErrorCode(save.error, "stale") && <Alert>{errorDetail(save.error)}</Alert>}
      <Foresight stored={stored} isChanged={isChanged} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          isBusy={save.isPending}
          disabled={!isChanged || isContested || (mode === "fallback" && fallbacks.length === 0)}
        >
          Save
        </Button>
        {isChanged && !isContested && (
          <Button variant="ghost" onClick={() => setDraft(null)}>
            Discard changes
          </Button>
        )}
        <p role="status" className="text-muted text-sm">
          {isChanged ? "Not saved yet." : save.isSuccess && "Saved."}
        </p>
      </div>
    </form>
  );
}

type ForesightProps = { stored: EmptyMorningsResponse; isChanged: boolean };

function Foresight({ stored: { next, empty, mode }, isChanged }: ForesightProps) {
  return (
    <p className="wrap-anywhere border-line border-t pt-4 text-muted text-sm leading-relaxed">
      {next === null ? (
        "Each of the next 30 mornings has its own session."
      ) : (
        <>
          <strong className="text-ink">{humanDate(next.date)}</strong>
          {" is the next morning without a session. "}
          {next.fallback ? `"${next.fallback.title}" goes out instead.` : "No email goes out."}
          {mode === "fallback" && empty.unfilled > 0 && (
            <span className="mt-1 block text-warn">
              {`No email goes out on ${empty.days === 1 ? "the one morning" : `${empty.unfilled} of the ${empty.days} mornings`} without a session in the next 30 days. A session can't repeat within ${REPEAT_DAYS} days, so add more.`}
            </span>
          )}
          {isChanged && <span className="mt-1 block">Save your changes to update this forecast.</span>}
        </>
      )}
    </p>
  );
}
