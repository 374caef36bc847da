import { type ParseArgsConfig, parseArgs } from "node:util";
import { exitWith, PlainError } from "./run-tool.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Command<T extends Options> = {
  /** "Usage: npm run …", then what the command does and what each option means. */
  usage: string;
  options?: T;
  /** How many arguments it takes besides options. */
  takes?: number;
};

/** An option without a value. */
export const FLAG = { type: "boolean", default: false } as const;
const HELP = { help: { type: "boolean", short: "h" } } as const;

/** Node's error message without its advice about dashes. */
const sentenceOf = (error: unknown) =>
  `${
    String(error)
      .replace(/^\w+( \[\w+\])?: /, "")
      .split(". ")[0]
  }.`;

/**
 * A command's options and arguments. `--help` and `-h` print the usage and exit. An unknown option, `refuse`, and anything
 * thrown later exit with code 1 (`exitWith`).
 */
export function readArguments<const T extends Options = Record<never, never>>(
  { usage, options, takes = 0 }: Command<T>,
  args = process.argv.slice(2),
) {
  process.once("uncaughtException", exitWith);
  const refuse = (why: string): never => exitWith(new PlainError(`${why}\n\n${usage}`));
  if (args.some((word) => word === "--help" || word === "-h")) {
    console.log(usage);
    process.exit(0);
  }
  const all = { ...options, ...HELP } as T & typeof HELP;
  const { values, positionals } = parsed({ args, options: all, allowPositionals: true }, refuse);
  if (positionals.length > takes) refuse(`Unexpected argument "${positionals[takes]}".`);
  return { values, positionals, refuse };
}

function parsed<C extends ParseArgsConfig>(config: C, refuse: (why: string) => never) {
  try {
    return parseArgs(config);
  } catch (error) {
    return refuse(sentenceOf(error));
  }
}
