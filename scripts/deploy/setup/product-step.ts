import { createHash } from "node:crypto";
import * as z from "zod";
import { BRAND } from "#domain/brand.ts";
import { type Installation, leftAsItIs, reach } from "./installation.ts";
import type { SetupStep } from "./step.ts";

/** As many of a list as PayPal gives at once. */
export const PAGE = 20;

/** What a thing that was made is called from then on. */
export const made = z.object({ id: z.string() });
const products = z.object({ products: z.array(z.object({ id: z.string(), name: z.string() })).default([]) });

/** The same wish gets the same answer from PayPal, should the first one have been lost. */
export const requestId = (wish: object) => createHash("sha256").update(JSON.stringify(wish)).digest("hex").slice(0, 36);

/** Reads a list to its end. */
export async function readAll<Item>(readPage: (page: number) => Promise<Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for (let page = 1; ; page += 1) {
    const items = await readPage(page);
    all.push(...items);
    if (items.length < PAGE) return all;
  }
}

/** What is made of it is found by its name. */
export async function findProduct({ accounts }: Installation): Promise<string | null> {
  const call = reach(accounts, "paypal");
  const all = await readAll(async (page) => {
    const path = `/v1/catalogs/products?page_size=${PAGE}&page=${page}`;
    return (await call({ operation: "products.list", method: "GET", path, schema: products }))?.products ?? [];
  });
  return all.find(({ name }) => name === BRAND.name)?.id ?? null;
}

/** What the plans are of. */
export function productStep(installation: Installation): SetupStep {
  return {
    title: "PayPal's product",
    makes: `create ${BRAND.name}`,
    check: async () => leftAsItIs(installation, "paypal", []) ?? findProduct(installation),
    async make() {
      const wish = { name: BRAND.name, description: "Membership", type: "SERVICE" };
      const answer = await reach(
        installation.accounts,
        "paypal",
      )({
        ...{ operation: "products.create", method: "POST", path: "/v1/catalogs/products" },
        ...{ body: JSON.stringify(wish), requestId: requestId(wish), schema: made },
      });
      return `created ${answer?.id}`;
    },
  };
}
