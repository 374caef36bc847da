import { useMutation } from "@tanstack/react-query";
import { api, asAdmin, read } from "../../lib/api.ts";
import { ApiError } from "../../lib/api-error.ts";
import { useToast } from "../../ui/use-toast.ts";

export function usePreviewEmail(password: string) {
  const toast = useToast();
  return useMutation({
    mutationFn: async (contentId: string) => {
      const answer = await read(api.admin["email-preview"].$post({ json: { contentId } }, asAdmin(password)));
      return answer.html.html;
    },
    onError: (error) =>
      toast({
        title: "Error",
        description: error instanceof ApiError ? "Failed to generate email preview" : "Failed to preview email",
        tone: "error",
      }),
  });
}
