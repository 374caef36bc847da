import { clsx } from "clsx";
import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { useSearchParams } from "react-router";
import type * as z from "zod";
import { useReplaceParams } from "../../lib/use-replace-params.ts";
import { useTypedSearch } from "../../lib/use-typed-search.ts";
import { TextField } from "../../ui/field.tsx";
import { bind } from "./controls.tsx";

/** A list's search and filters in the address bar, beside whatever else is there. An empty value is left out. */
export function useListParams() {
  const [params] = useSearchParams();
  const replaceParams = useReplaceParams();
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(window.location.search);
    if (value) next.set(name, value);
    else next.delete(name);
    replaceParams(next);
  };
  return { params, set };
}

/** The parts of a filter that an address has, trimmed as the server does. One that can't be is left out. */
export function givenIn<Filter extends z.ZodObject>(params: URLSearchParams, filter: Filter): z.infer<Filter> {
  const texts = Object.keys(filter.shape).map((name) => [name, params.get(name)?.trim()]);
  const given = texts.filter(([, value]) => value);
  const bad = filter.safeParse(Object.fromEntries(given)).error?.issues.map(({ path }) => path[0]) ?? [];
  return filter.parse(Object.fromEntries(given.filter(([name]) => !bad.includes(name ?? ""))));
}

type ListSearchProps = ComponentProps<typeof TextField> & { text: string; onSearch: (text: string) => void };

/** A search field above a list, with the list's filters. */
export function ListSearch({ text, onSearch, className, children, ...field }: ListSearchProps) {
  const search = useTypedSearch(text, onSearch);
  return (
    <search className={clsx("grid gap-3", className)}>
      <form className="relative" onSubmit={search.submit}>
        <TextField
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={100}
          {...field}
          className="pl-11"
          {...bind(search.text, search.type)}
        />
        <Search className="pointer-events-none absolute top-11 left-4 size-5 text-muted" />
      </form>
      {children}
    </search>
  );
}
