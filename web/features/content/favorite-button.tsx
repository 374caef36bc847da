import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Heart } from "lucide-react";
import { api, read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { IconButton } from "../../ui/button.tsx";
import { useToast } from "../../ui/use-toast.ts";

type FavoriteButtonProps = { item: { id: string; title: string; isFavorite: boolean }; className?: string };

/** A heart, pressed for a favorite. In a list of favorites, the row of one that's removed stays until the list is requested again. */
export function FavoriteButton({ item: { id, title, isFavorite }, className }: FavoriteButtonProps) {
  const showToast = useToast();
  const change = useMutation({
    mutationFn: (isOn: boolean) => {
      const { favorite } = api.content[":id"];
      return read(isOn ? favorite.$put({ param: { id } }) : favorite.$delete({ param: { id } }));
    },
    onError: (error) =>
      showToast({ tone: "error", title: "We couldn't change your favorites", description: errorDetail(error) }),
  });
  // The last requested state, or the previous one if the request was refused.
  const isOn = change.isIdle ? isFavorite : change.variables !== change.isError;
  return (
    <IconButton
      label={`Favorite: ${title}`}
      aria-pressed={isOn}
      aria-busy={change.isPending}
      onClick={() => !change.isPending && change.mutate(!isOn)}
      className={clsx("!border-transparent !bg-transparent aria-pressed:!text-bolt", className)}
    >
      <Heart fill={isOn ? "currentColor" : "none"} className="size-5.5" />
    </IconButton>
  );
}
