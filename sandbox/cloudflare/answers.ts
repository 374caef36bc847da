/** The envelope of every response of Cloudflare's API. */
export const answer = (result: unknown, more: object = {}) =>
  Response.json({ success: true, errors: [], messages: [], result, ...more });

const REFUSALS = {
  unauthorized: [401, 10000, "Authentication error"],
  noRoute: [404, 7003, "Could not route to this path, perhaps your object identifier is invalid?"],
  noDatabase: [404, 7404, "The database could not be found"],
  databaseTaken: [400, 7502, "Database with name already exists"],
  noBucket: [404, 10006, "The specified bucket does not exist."],
  noObject: [404, 10007, "The specified key does not exist."],
  bucketTaken: [409, 10004, "The bucket you tried to create already exists, and you own it."],
  queueTaken: [409, 11009, "Queue name is already taken. Please use a different name and try again"],
  noScript: [404, 10007, "This Worker does not exist on your account."],
  noVersion: [404, 10009, "The version does not exist."],
} as const satisfies Record<string, [status: number, code: number, message: string]>;

export function refuse(why: keyof typeof REFUSALS): Response {
  const [status, code, message] = REFUSALS[why];
  return Response.json({ success: false, errors: [{ code, message }], messages: [], result: null }, { status });
}

export const refuseStatement = (message: string): Response =>
  Response.json({ success: false, errors: [{ code: 7500, message }], messages: [], result: null }, { status: 400 });
