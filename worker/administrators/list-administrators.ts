import type { AdministratorList } from "#domain/contract/administrators.ts";
import type { GIVEN_ROLES } from "#domain/rules/administrators.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { personalSecret } from "../account/admin/admin-totp.ts";
import { type AdministratorRow, OWNER_ID, selectAdministrators } from "../account/admin/administrators.queries.ts";
import { waysToOperator } from "../incidents/alert-operator.ts";
import type { Ctx } from "../kernel/context.ts";

function toAdministrator({ config }: Ctx, row: AdministratorRow) {
  const { id, name, email, lastLoginAt } = row;
  return {
    id,
    name,
    email,
    role: row.role as (typeof GIVEN_ROLES)[number],
    hasCode: config.adminTotpSecret !== null && personalSecret(config, row) !== undefined,
    lastLoginAt: isoOrNull(lastLoginAt),
    createdAt: new Date(row.createdAt).toISOString(),
  };
}

export async function listAdministrators(ctx: Ctx): Promise<AdministratorList> {
  const rows = await selectAdministrators(ctx.db);
  return {
    ownerLastLoginAt: isoOrNull(rows.find(({ id }) => id === OWNER_ID)?.lastLoginAt ?? null),
    needsCodes: ctx.config.adminTotpSecret !== null,
    isReported: waysToOperator(ctx.config).hasMail,
    administrators: rows.filter(({ id }) => id !== OWNER_ID).map((row) => toAdministrator(ctx, row)),
  };
}
