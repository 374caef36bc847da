import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CreateContentForm } from "#domain/contract/content.ts";
import { api, asAdmin, read } from "../../lib/api.ts";
import { useToast } from "../../ui/use-toast.ts";
import { contentOfDateQuery, libraryQuery } from "./content.query.ts";

export function useCreateContent(password: string) {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (item: CreateContentForm) => read(api.content.$post({ json: item }, asAdmin(password))),
    onSuccess: (item) => {
      toast({
        title: "Content Created",
        description: "New content has been successfully created.",
        tone: "success",
      });
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: libraryQuery(password).queryKey }),
        queryClient.invalidateQueries({ queryKey: contentOfDateQuery(password, item.date).queryKey }),
        queryClient.invalidateQueries({ queryKey: ["/api/admin/stats"] }),
      ]);
    },
  });
}
