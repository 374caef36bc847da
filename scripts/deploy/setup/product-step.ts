import { createHash } from "node:crypto";
import * as z from "zod";
import { BRAND } from "#domain/brand.ts";
import { type Installation, leftAsItIs, reach } from "./installation.ts";
import type { SetupStep } from "./step.ts";

/** PayPal's largest page of a list. */
export const PAGE = 20;

/** The part we keep of a created resource. */
export const made = z.object({ id: z.string() });
const products = z.object({ products: z.array(z.object({ id: z.string(), name: z.string() })).default([]) });

/** An equal request gets an equal ID, so PayPal repeats its response if the first one was lost. */
export const requestId = (wish: object) => createHash("sha256").update(JSON.stringify(wish)).digest("hex").slice(0, 36);

export async function readAll<Item>(readPage: (page: number) => Promise<Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for (let page = 1; ; page += 1) {
    const items = await readPage(page);
    all.push(...items);
    if (items.length < PAGE) return all;
  }
}

/** Finds our product by its name. */
export async function findProduct({ accounts }: Installation): Promise<string | null> {
  const call = reach(accounts, "paypal");
  const all = await readAll(async (page) => {
    const path = `/v1/catalogs/products?page_size=${PAGE}&page=${page}`;
    return (await call({ operation: "products.list", method: "GET", path, schema: products }))?.products ?? [];
  });
  return all.find(({ name }) => name === BRAND.name)?.id ?? null;
}

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
        operation: "products.create",
        method: "POST",
        path: "/v1/catalogs/products",
        body: JSON.stringify(wish),
        requestId: requestId(wish),
        schema: made,
      });
      return `created ${answer?.id}`;
    },
  };
}
