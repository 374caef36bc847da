import { existsSync } from "node:fs";
import getPort from "get-port";
import { BRAND } from "#domain/brand.ts";
import { RESIDENTS } from "./seed/house/residents.ts";
import { DEMO_PASSWORD, demoMembers } from "./seed/seed-members.ts";
import { DEMO_ADMIN_PASSWORD, readDevVars } from "./stack/dev-vars.ts";
import { holdCheckout } from "./stack/hold-checkout.ts";
import { FLAG, readArguments } from "./stack/read-arguments.ts";
import { PlainError } from "./stack/run-tool.ts";
import { LARGE_STATE_DIR, STATE_DIR, type Stack, startStack } from "./stack/stack.ts";
import { startCron } from "./stack/worker.ts";

const VARS_FILE = ".dev.vars";
const usage = `Usage: npm start -- [--large]
       npm run dev

Installs and builds everything, fills a local database, and runs the product on this machine. Ctrl-C stops it.
  --large   use the database of npm run seed:large
Variables: PORT (8787) and SANDBOX_PORT (8788).`;
/** In `npm run dev`, Vite's dev server has the port, and the Worker behind it restarts after an edit. */
const { dev: isDev, large: isLarge } = readArguments({ usage, options: { dev: FLAG, large: FLAG } }).values;

/** A port from a variable. @throws PlainError that says how to choose another one */
async function portFrom(variable: string, fallback: number): Promise<number> {
  const text = process.env[variable] || String(fallback);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new PlainError(`${variable} must be a port number, not "${text}".`);
  }
  if ((await getPort({ port })) === port) return port;
  throw new PlainError(
    `Port ${port} is in use. Stop what's using it, or choose another: ${variable}=${port + 10} ${isDev ? "npm run dev" : "npm start"}`,
  );
}

function welcome({ appUrl, sandboxUrl, logFile }: Stack): string {
  const adminPassword = readDevVars(VARS_FILE).get("ADMIN_PASSWORD") ?? DEMO_ADMIN_PASSWORD;
  const present = isLarge ? demoMembers(Date.now()) : RESIDENTS;
  const members = present.map(({ email, about }) => `    ${email.padEnd(22)} ${about}`);
  return `
  ${BRAND.name} is running at ${appUrl}

  Log in at ${appUrl}/login, password ${DEMO_PASSWORD}
${members.join("\n")}
  Administrator: ${appUrl}/admin, password ${adminPassword}

  See emails at ${sandboxUrl}
    wake-up email: npm run wake-up -- member@daybolt.test
    email support: ${sandboxUrl}/write, then read it at ${appUrl}/admin
    run the cron:  curl "${appUrl}/cdn-cgi/local/scheduled?cron=*+*+*+*+*&time=<epoch ms>"

  PayPal is simulated at ${sandboxUrl}/paypal
    subscribe:     ${appUrl}/subscribe, with any email; the yellow button takes no money
    give a gift:   ${appUrl}/gift
    in PayPal:     let a month pass, fail or refund a payment, or hold and replay webhooks

  The cron runs every minute. Worker log: ${logFile}
${isDev ? "  Edits in web/, worker/, domain/, db/, and mails/ show a moment later.\n" : ""}  Press Ctrl-C to stop. Your data stays; npm run reset deletes it.
`;
}

let stop = async (code: number): Promise<void> => process.exit(code);
// Registered first: an interrupted start must not leave the Worker running.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));

if (isLarge && !existsSync(LARGE_STATE_DIR)) {
  throw new PlainError("There's no large database yet. Fill it first, which takes a few minutes: npm run seed:large");
}
holdCheckout(".wrangler", VARS_FILE);
const port = await portFrom("PORT", 8787);
const stack = await startStack({
  port,
  ...(isDev && { workerPort: await getPort() }),
  sandboxPort: await portFrom("SANDBOX_PORT", 8788),
  stateDir: isLarge ? LARGE_STATE_DIR : STATE_DIR,
  hasHouse: !isLarge,
  varsFile: VARS_FILE,
  onStep: (text) => console.log(`${text} …`),
});
const stopCron = startCron(stack.workerUrl, (error) => console.error(`A cron run failed: ${String(error)}`));
let isStopping = false;
stop = async (code) => {
  if (isStopping) return;
  isStopping = true;
  stopCron();
  await stack.stop();
  process.exit(code);
};
void stack.workerExited.then((code) => {
  if (isStopping) return;
  console.error(`The Worker stopped (exit code ${code}). Its log: ${stack.logFile}`);
  void stop(1);
});
if (isDev) await (await import("./dev/dev-server.ts")).startDevServer({ port, ...stack });
console.log(welcome(stack));
