import * as z from "zod";

const jsonText = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue("must be JSON");
    return z.NEVER;
  }
});

/** A mail as its row stores it: a kind, and the JSON of its parameters. */
export function storedAs<Kind extends string, Parameters extends z.ZodObject>(kind: Kind, parameters: Parameters) {
  return z.object({ kind: z.literal(kind), parameters: jsonText.pipe(parameters) });
}

/** The same of a mail that carries a link, whose token is made again from the link's row id at each attempt. */
export function storedWithLink<Kind extends string, Parameters extends z.ZodObject>(
  kind: Kind,
  parameters: Parameters,
) {
  return storedAs(kind, parameters).extend({ linkId: z.string() });
}
