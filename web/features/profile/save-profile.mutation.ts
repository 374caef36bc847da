import type { UpdateProfileRequest } from "#domain/contract/profile.ts";
import { failureSentence } from "../../lib/failure-text.ts";
import { useToast } from "../../ui/use-toast.ts";
import { useUpdateProfile } from "./profile.query.ts";

type Told = { title: string; description: string; onSaved?: () => void };

/** Saves a profile change and shows the result in a toast (spec section 8). */
export function useSaveProfile() {
  const update = useUpdateProfile();
  const showToast = useToast();
  const mutate = (change: UpdateProfileRequest, { title, description, onSaved }: Told) =>
    update.mutate(change, {
      onSuccess: () => {
        showToast({ tone: "success", title, description });
        onSaved?.();
      },
      onError: (error) =>
        showToast({
          tone: "error",
          title: "Update Failed",
          description: failureSentence("Failed to update profile", error),
        }),
    });
  return { mutate, isPending: update.isPending };
}
