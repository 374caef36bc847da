import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Heart } from "lucide-react";
import type { BrowseResponse, FavoriteResponse } from "#domain/contract/content/browse.ts";
import type { OpenedItem } from "#domain/contract/content/content.ts";
import { api, read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { IconButton } from "../../ui/button.tsx";
import { useToast } from "../../ui/use-toast.ts";
import { LIBRARY_KEY } from "./library.query.ts";

/** Shows the answer wherever the item is. In a list of favorites it stays until the list is read again, so the heart can come back. */
function showAnswer(queryClient: QueryClient, { id, isFavorite }: FavoriteResponse): void {
  queryClient.setQueriesData<Partial<OpenedItem>>({ queryKey: ["/api/content"] }, (item) =>
    item?.id === id ? { ...item, isFavorite } : item,
  );
  queryClient.setQueriesData<InfiniteData<BrowseResponse>>({ queryKey: [LIBRARY_KEY] }, (list) =>
    list === undefined
      ? undefined
      : {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (item.id === id ? { ...item, isFavorite } : item)),
          })),
        },
  );
}

type FavoriteButtonProps = { item: { id: string; title: string; isFavorite: boolean }; className?: string };

export function FavoriteButton({ item: { id, title, isFavorite }, className }: FavoriteButtonProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const change = useMutation({
    mutationFn: (isOn: boolean) => {
      const { favorite } = api.content[":id"];
      return read(isOn ? favorite.$put({ param: { id } }) : favorite.$delete({ param: { id } }));
    },
    onSuccess: (answer) => showAnswer(queryClient, answer),
    onError: (error) =>
      showToast({ tone: "error", title: "We couldn't change your favorites", description: errorDetail(error) }),
  });
  const isOn = change.isPending ? change.variables : isFavorite;
  return (
    <IconButton
      label={`Favorite: ${title}`}
      aria-pressed={isOn}
      aria-busy={change.isPending}
      onClick={() => !change.isPending && change.mutate(!isOn)}
      className={clsx(
        "!border-transparent !bg-transparent hover:!text-bolt",
        isOn ? "!text-bolt" : "!text-muted",
        className,
      )}
    >
      <Heart aria-hidden="true" fill={isOn ? "currentColor" : "none"} className="size-5.5" />
    </IconButton>
  );
}
