import type { UpdateProfileRequest } from "#domain/contract/profile.ts";
import { failureSentence } from "../../lib/failure-text.ts";
import { useToast } from "../../ui/use-toast.ts";
import { useUpdateProfile } from "./profile.query.ts";

type Saved = { title?: string; description?: string; onSaved?: () => void };

const SAVED = { title: "Profile Updated", description: "Your profile settings have been saved successfully." };

/** Saves a profile change and shows the result in a toast (spec section 8). */
export function useSaveProfile() {
  const update = useUpdateProfile();
  const showToast = useToast();
  const mutate = (change: UpdateProfileRequest, { onSaved, ...toast }: Saved) =>
    update.mutate(change, {
      onSuccess: () => {
        showToast({ tone: "success", ...SAVED, ...toast });
        onSaved?.();
      },
      onError: (error) => {
        const description = failureSentence("Failed to update profile", error);
        showToast({ tone: "error", title: "Update Failed", description });
      },
    });
  return { mutate, isPending: update.isPending };
}
