/// <reference types="vite/types/importMeta.d.ts" />
import { is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";

const modules = import.meta.glob<Record<string, unknown>>("../../db/schema/*.ts", { eager: true });

/** Every table of db/schema. */
export const SCHEMA_TABLES: SQLiteTable[] = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((value) => is(value, SQLiteTable));
